"""Declarations of annotations."""

from files.annotations.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,))
