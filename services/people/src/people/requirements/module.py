"""Declarations of requirements."""

from kit.service import Module
from people.requirements.fields import FIELDSETS
from people.requirements.lists import LISTS

MODULE = Module(fieldsets=FIELDSETS, lists=LISTS)
