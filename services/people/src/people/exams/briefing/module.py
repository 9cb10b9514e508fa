"""Declarations of the briefing."""

from kit.service import Module
from people.exams.briefing.routes import routes

MODULE = Module(routes=(routes,))
