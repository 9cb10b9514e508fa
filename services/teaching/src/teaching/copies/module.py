"""Declarations of the read models."""

from kit.service import Module
from teaching.copies import events, letterheads, users

MODULE = Module(subscriptions=(*events.SUBSCRIPTIONS, *users.SUBSCRIPTIONS, *letterheads.SUBSCRIPTIONS))
