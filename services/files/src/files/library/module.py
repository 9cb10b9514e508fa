"""Declarations of the document library."""

from files.library.fields import FIELDSETS
from files.library.lists import LISTS
from files.library.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS)
