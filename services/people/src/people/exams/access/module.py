"""Declarations of access arrangements."""

from kit.service import Module
from people.exams.access.fields import FIELDSETS
from people.exams.access.lists import LISTS

MODULE = Module(fieldsets=FIELDSETS, lists=LISTS)
