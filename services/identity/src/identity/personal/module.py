"""Declarations of personal choices."""

from identity.personal.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,))
