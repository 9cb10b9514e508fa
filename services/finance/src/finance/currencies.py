"""The currencies of invoices and accounts."""

from __future__ import annotations

from kit.values import options

STERLING = "GBP"
CURRENCY_OPTIONS = options(STERLING, "EUR")
FOREIGN_OPTIONS = tuple(option for option in CURRENCY_OPTIONS if option.value != STERLING)
"""The currencies whose VAT is also shown in sterling."""
