"""Declarations of closed periods."""

from finance.periods.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,))
