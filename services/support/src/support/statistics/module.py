"""Declarations of the statistics of tickets."""

from kit.service import Module
from support.statistics.lists import TICKET_STATISTICS
from support.statistics.offered import STATISTICS

MODULE = Module(lists=(TICKET_STATISTICS,), statistics=STATISTICS)
