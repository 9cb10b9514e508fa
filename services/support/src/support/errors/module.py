"""Declarations of error reports."""

from kit.service import Module
from support.errors.fields import ERROR
from support.errors.lists import ERRORS
from support.errors.routes import routes

MODULE = Module(routes=(routes,), fieldsets=(ERROR,), lists=(ERRORS,))
