"""Examples of paying an invoice, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "bankAccount": {
        "organisationId": {"accepts": [3], "refuses": [None, "Oxford", 99], "record": 1},
        "currency": {"accepts": ["EUR"], "refuses": ["USD", None], "record": 2},
        "holder": {"accepts": ["Staffroom Ltd"], "refuses": [None, "", "x" * 101]},
        "bank": {"accepts": ["Bank of Oxford", ""], "refuses": ["x" * 101]},
        "sortCode": {"accepts": ["20-00-00"], "refuses": ["x" * 13]},
        "accountNumber": {"accepts": ["12345678"], "refuses": ["x" * 31]},
        "iban": {"accepts": ["GB33BUKB20201555555555"], "refuses": ["x" * 43]},
        "bic": {"accepts": ["BUKBGB22"], "refuses": ["x" * 12]},
        "onlineUrl": {"accepts": ["https://pay.example.org/oxford", ""], "refuses": ["http://pay.example.org", "pay"]},
    },
}
LISTS: dict[str, Any] = {
    "bankAccounts": {"filters": {"orgId": "1", "currency": "GBP"}},
}
