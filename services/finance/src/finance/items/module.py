"""Declarations of lines and texts."""

from finance.items.fields import ITEM
from finance.items.routes import routes
from finance.items.texts import TEXT
from kit.service import Module

MODULE = Module(routes=(routes,), fieldsets=(ITEM, TEXT))
