"""Declarations of what is produced in the call itself."""

from files.exports.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,))
