"""Declarations of instalments and payments."""

from finance.plans.fields import INSTALMENT
from finance.plans.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), fieldsets=(INSTALMENT,))
