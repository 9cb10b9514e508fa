"""Declarations of reference data."""

from kit.service import Module
from people.reference.declared import FIELDSETS, LISTS
from people.reference.events import SUBSCRIPTIONS

MODULE = Module(fieldsets=FIELDSETS, lists=LISTS, subscriptions=SUBSCRIPTIONS)
