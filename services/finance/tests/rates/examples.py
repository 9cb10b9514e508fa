"""Examples of exchange rates, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "exchangeRate": {
        "currency": {"accepts": ["EUR"], "refuses": ["GBP", "USD", None]},
        "month": {"accepts": ["2019-06-01"], "refuses": [None, "June", "1999-06-01"]},
        "rate": {"accepts": [1.1534, "1.2"], "refuses": [None, 0, -1, "much"]},
        "source": {"accepts": ["market", "hmrc"], "refuses": ["newspaper"]},
    },
}
LISTS: dict[str, Any] = {
    "exchangeRates": {"filters": {"currency": "EUR", "month": "2026-01-01.."}},
}
