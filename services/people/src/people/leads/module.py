"""Declarations of enquiries."""

from kit.service import Module
from people.leads.fields import FIELDSETS
from people.leads.lists import LISTS

MODULE = Module(fieldsets=FIELDSETS, lists=LISTS)
