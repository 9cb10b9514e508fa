"""Declarations of the marks of components."""

from kit.service import Module
from people.exams.marks.fields import FIELDSETS
from people.exams.marks.lists import LISTS

MODULE = Module(fieldsets=FIELDSETS, lists=LISTS)
