"""Declarations of checks."""

from kit.service import Module
from people.checks.fields import CONTRIBUTIONS, FIELDSETS, WATCHES

MODULE = Module(fieldsets=FIELDSETS, contributions=CONTRIBUTIONS, watches=WATCHES)
