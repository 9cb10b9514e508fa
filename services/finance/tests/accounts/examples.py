"""Examples of the chart of accounts, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "account": {
        "orgId": {"accepts": [1], "refuses": [None, "Oxford"]},
        "code": {"accepts": ["905"], "refuses": [None, "x" * 21]},
        "name": {"accepts": ["Deposits"], "refuses": [None, "x" * 151]},
    },
    "subAccount": {
        "accountId": {"accepts": [472], "refuses": [None, "B1"]},
        "code": {"accepts": ["Z9"], "refuses": [None, "x" * 21]},
        "name": {"accepts": ["Deposits"], "refuses": [None, "x" * 151]},
        "VATRate": {"accepts": [500, 0, 10_000], "refuses": [None, -1, 10_001, "20 %"]},
        "VATTreatment": {"accepts": ["exempt", "zeroRated", "outside"], "refuses": ["standard", 5]},
    },
}
LISTS: dict[str, Any] = {
    "accounts": {"filters": {"orgId": "4"}, "path": {"orgId": "1"}},
    "subAccounts": {"filters": {"orgId": "1", "accountId": "472"}, "path": {"orgId": "1"}},
}
