"""Declarations of corrections of addresses."""

from kit.service import Module
from support.corrections.events import SUBSCRIPTIONS

MODULE = Module(subscriptions=SUBSCRIPTIONS)
"""It comes before the directory, whose copy of a person still has the address from before."""
