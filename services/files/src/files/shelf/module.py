"""Declarations of actions on library documents."""

from files.shelf.reviewing import REMINDERS
from files.shelf.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), reminders=REMINDERS)
