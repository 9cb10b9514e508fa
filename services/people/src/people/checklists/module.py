"""Declarations of checklists."""

from kit.service import Module
from people.checklists.fields import FIELDSETS
from people.checklists.lists import LISTS
from people.checklists.reminding import REMINDERS
from people.checklists.routes import routes
from people.checklists.watching import WATCHES

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS, reminders=REMINDERS, watches=WATCHES)
