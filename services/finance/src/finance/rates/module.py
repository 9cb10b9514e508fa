"""Declarations of exchange rates."""

from finance.rates.fields import EXCHANGE_RATE_FIELDS
from finance.rates.lists import EXCHANGE_RATES
from kit.service import Module

MODULE = Module(fieldsets=(EXCHANGE_RATE_FIELDS,), lists=(EXCHANGE_RATES,))
