"""Declarations of the drafts of converted leads."""

from finance.conversions.drafting import SUBSCRIPTIONS
from kit.service import Module

MODULE = Module(subscriptions=SUBSCRIPTIONS)
