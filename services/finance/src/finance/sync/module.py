"""Declarations of the synchronisation with the accounting system."""

from finance.sync.lists import DOCUMENTS
from finance.sync.proof import EVERY_NIGHT
from finance.sync.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), lists=(DOCUMENTS,), schedules=(EVERY_NIGHT,))
