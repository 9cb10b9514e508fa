"""Declarations of deadlines."""

from kit.service import Module
from people.exams.deadlines.fields import FIELDSETS
from people.exams.deadlines.lists import LISTS
from people.exams.deadlines.reminding import REMINDERS
from people.exams.deadlines.routes import routes

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS, reminders=REMINDERS)
