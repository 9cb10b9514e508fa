"""Declarations of the comparison of versions."""

from files.comparing.jobs import READ_TEXT
from files.comparing.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), jobs=(READ_TEXT,))
