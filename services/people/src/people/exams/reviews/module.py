"""Declarations of services after results."""

from kit.service import Module
from people.exams.reviews.fields import FIELDSETS
from people.exams.reviews.lists import LISTS

MODULE = Module(fieldsets=FIELDSETS, lists=LISTS)
