"""Declarations of the statistics."""

from kit.service import Module
from teaching.statistics.lists import LISTS
from teaching.statistics.offered import STATISTICS
from teaching.statistics.routes import routes

MODULE = Module(routes=(routes,), lists=LISTS, statistics=STATISTICS)
