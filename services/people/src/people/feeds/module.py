"""Declarations of feeds."""

from kit.service import Module
from people.feeds.feed import SUBSCRIPTIONS
from people.feeds.routes import routes

MODULE = Module(routes=(routes,), subscriptions=SUBSCRIPTIONS)
