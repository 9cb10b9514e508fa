"""Declarations of exchange rates."""

from finance.rates.fields import EXCHANGE_RATE
from finance.rates.lists import EXCHANGE_RATES
from kit.service import Module

MODULE = Module(fieldsets=(EXCHANGE_RATE,), lists=(EXCHANGE_RATES,))
