"""Declarations of locations."""

from kit.service import Module
from people.places.fields import FIELDSETS
from people.places.lists import LISTS

MODULE = Module(fieldsets=FIELDSETS, lists=LISTS)
