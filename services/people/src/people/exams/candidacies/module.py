"""Declarations of candidates in series."""

from kit.service import Module
from people.exams.candidacies.fields import FIELDSETS
from people.exams.candidacies.lists import LISTS

MODULE = Module(fieldsets=FIELDSETS, lists=LISTS)
