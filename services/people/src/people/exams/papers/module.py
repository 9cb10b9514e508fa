"""Declarations of packets."""

from kit.service import Module
from people.exams.papers.fields import FIELDSETS
from people.exams.papers.lists import LISTS

MODULE = Module(fieldsets=FIELDSETS, lists=LISTS)
