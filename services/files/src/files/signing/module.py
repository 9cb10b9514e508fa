"""Declarations of read and sign."""

from files.signing.events import SUBSCRIPTIONS
from files.signing.lists import LISTS
from files.signing.reminding import REMINDERS
from files.signing.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), lists=LISTS, subscriptions=SUBSCRIPTIONS, reminders=REMINDERS)
