"""Declarations of centre assessed grades."""

from kit.service import Module
from people.exams.assessment.fields import FIELDSETS
from people.exams.assessment.lists import LISTS

MODULE = Module(fieldsets=FIELDSETS, lists=LISTS)
