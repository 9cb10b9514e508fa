"""Declarations of the read models."""

from kit.service import Module
from support.directory.events import SUBSCRIPTIONS

MODULE = Module(subscriptions=SUBSCRIPTIONS)
