"""Declarations of the statistics of tickets."""

from kit.service import Module
from support.statistics.lists import TICKET_STATISTICS

MODULE = Module(lists=(TICKET_STATISTICS,))
