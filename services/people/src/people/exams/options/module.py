"""Declarations of options of exams."""

from kit.service import Module
from people.exams.options.fields import FIELDSETS
from people.exams.options.lists import LISTS

MODULE = Module(fieldsets=FIELDSETS, lists=LISTS)
