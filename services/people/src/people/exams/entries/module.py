"""Declarations of entries."""

from kit.service import Module
from people.events import EXAM_ENTRY_CHANGED
from people.exams.entries.fields import FIELDSETS
from people.exams.entries.lists import LISTS
from people.exams.entries.routes import routes

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS, events=(EXAM_ENTRY_CHANGED,))
