"""Declarations of the results of trial exams."""

from kit.service import Module
from teaching.trials.events import SUBSCRIPTIONS

MODULE = Module(subscriptions=SUBSCRIPTIONS)
