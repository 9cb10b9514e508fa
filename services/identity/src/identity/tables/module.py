"""Declarations of shared tables."""

from identity.tables.fields import SHARED_TABLE, TABLE_TEMPLATE
from identity.tables.lists import SHARED_TABLES, TABLE_TEMPLATES
from identity.tables.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), fieldsets=(SHARED_TABLE, TABLE_TEMPLATE), lists=(SHARED_TABLES, TABLE_TEMPLATES))
