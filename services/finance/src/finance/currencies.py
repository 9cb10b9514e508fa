"""The currencies of invoices and accounts."""

from __future__ import annotations

from kit.values import options

CURRENCY_OPTIONS = options("GBP", "EUR")
