"""Declarations of what people do with documents of the library."""

from files.shelf.reviewing import REMINDERS
from files.shelf.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), reminders=REMINDERS)
