"""Declarations of bug reports."""

from kit.service import Module
from support.reports.routes import routes

MODULE = Module(routes=(routes,))
