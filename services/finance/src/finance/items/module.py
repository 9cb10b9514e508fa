"""Declarations of lines and texts."""

from finance.items.fields import ITEM_FIELDS
from finance.items.routes import routes
from finance.items.texts import TEXT_FIELDS
from kit.service import Module

MODULE = Module(routes=(routes,), fieldsets=(ITEM_FIELDS, TEXT_FIELDS))
