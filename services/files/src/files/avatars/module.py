"""Declarations of pictures of users."""

from files.avatars.events import SUBSCRIPTIONS
from files.avatars.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), subscriptions=SUBSCRIPTIONS)
