"""Declarations of the search."""

from kit.service import Module
from people.search.routes import routes

MODULE = Module(routes=(routes,))
