"""Examples of samples, for the conformance suite."""

from __future__ import annotations

from typing import Any

_OXFORD_SAMPLE = {"kind": "item", "organisation_id": 1}
FIELDS: dict[str, Any] = {
    "invoiceSample": {
        "kind": {"accepts": ["footer"], "refuses": [None, "page"]},
        "title": {"accepts": ["Deposit"], "refuses": [None, "x" * 101]},
        "organisationId": {"accepts": [1, None], "refuses": ["Oxford"]},
        "description": {"accepts": ["<p>Deposit</p>"], "refuses": [None, ""]},
        "metaType": {"accepts": ["subitem", None], "refuses": ["line"], "where": {"kind": "item"}},
        "type": {"accepts": ["exams", None], "refuses": ["tuition"], "where": {"kind": "item"}},
        "accountId": {"accepts": [101, None], "refuses": [200, 999_999], "where": _OXFORD_SAMPLE},
        "subAccountId": {"accepts": [2, None], "refuses": [999_999, "B1"], "where": _OXFORD_SAMPLE},
        "amount": {"accepts": [5_000, None], "refuses": ["1.50"], "where": {"kind": "item"}},
    },
}
LISTS: dict[str, Any] = {
    "invoiceSamples": {"filters": {"kind": "item,footer"}},
}
