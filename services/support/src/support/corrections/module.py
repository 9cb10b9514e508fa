"""Declarations of corrections of addresses."""

from kit.service import Module
from support.corrections.events import SUBSCRIPTIONS

MODULE = Module(subscriptions=SUBSCRIPTIONS)
"""It precedes the directory, whose copy of a person still has the former address."""
