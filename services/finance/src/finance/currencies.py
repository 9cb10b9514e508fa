"""Currencies, and amounts as people read them."""

from __future__ import annotations

from kit.values import options

CURRENCY_OPTIONS = options("GBP", "EUR")
_SIGNS = {"GBP": "£", "EUR": "€"}


def money(amount: int, currency: str) -> str:
    """`123456` → `£1,234.56` (en-GB, `money.md 9`)."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{_SIGNS[currency]}{abs(amount) // 100:,}.{abs(amount) % 100:02d}"
