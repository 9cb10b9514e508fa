"""Declarations of board files."""

from kit.service import Module
from people.exams.files.emptying import EMPTY, EVERY_NIGHT
from people.exams.files.fields import FIELDSETS
from people.exams.files.importing import IMPORT
from people.exams.files.lists import LISTS
from people.exams.files.routes import routes

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS, jobs=(IMPORT, EMPTY), schedules=(EVERY_NIGHT,))
