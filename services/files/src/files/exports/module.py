"""Declarations of files produced within the call."""

from files.exports.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,))
