"""Examples of exam fees, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "examFee": {
        "examId": {"accepts": [9_000], "refuses": [None, -1, "French"]},
        "boardFee": {"accepts": [6_100, 0], "refuses": [None, -1, "61.00"]},
        "boardSubAccountId": {"accepts": [1, 3], "refuses": [None, 4, 100]},
        "perPaperFee": {"accepts": [4_000], "refuses": [None, -1]},
        "ownSubAccountId": {"accepts": [1, 100], "refuses": [None, 4, 999_999]},
        "speaking": {"accepts": [True, False], "refuses": ["perhaps"]},
    },
}
LISTS: dict[str, Any] = {
    "examFees": {"filters": {"board": "AQA"}},
    "examBillings": {
        "filters": {
            "status": "open,notEntered",
            "entryStatus": "entered",
            "board": "AQA",
            "candidateId": "1",
            "examId": "1",
            "entryId": "1,2,3,4,5,6,7,8,9",
        }
    },
    "examLinesNotEntered": {"filters": {"board": "AQA"}},
}
