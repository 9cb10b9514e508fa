"""Declarations of the statistics."""

from finance.statistics.offered import STATISTICS
from finance.statistics.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), statistics=STATISTICS)
