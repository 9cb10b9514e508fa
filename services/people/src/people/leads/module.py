"""Declarations of leads."""

from kit.service import Module
from people.leads.fields import FIELDSETS
from people.leads.lists import LISTS
from people.leads.reminding import REMINDERS
from people.leads.retention import EVERY_NIGHT
from people.leads.routes import routes

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS, reminders=REMINDERS, schedules=(EVERY_NIGHT,))
