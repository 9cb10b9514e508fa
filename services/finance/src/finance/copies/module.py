"""Declarations of the read models."""

from finance.copies.events import SUBSCRIPTIONS
from kit.service import Module

MODULE = Module(subscriptions=SUBSCRIPTIONS)
