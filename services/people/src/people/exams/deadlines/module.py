"""Declarations of deadlines."""

from kit.service import Module
from people.exams.deadlines.fields import FIELDSETS
from people.exams.deadlines.lists import LISTS

MODULE = Module(fieldsets=FIELDSETS, lists=LISTS)
