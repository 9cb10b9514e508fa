"""Declarations of the rules of exams."""

from kit.service import Module
from people.exams.rules.fields import FIELDSETS
from people.exams.rules.lists import LISTS

MODULE = Module(fieldsets=FIELDSETS, lists=LISTS)
