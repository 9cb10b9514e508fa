"""Examples of entries, requests and links of forms, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.people.demo.forms import TRIP

MOVES: dict[str, Any] = {
    "formEntry": {
        "submit": {"body": {}}, "review": {"body": {}}, "accept": {"body": {}},
        "return": {"body": {"reason": "Please name the doctor and the practice"}}, "reopen": {"body": {}},
    },
    "formRequest": {"remind": {"body": {}}, "withdraw": {"body": {}}},
    "formLink": {"revoke": {"body": {}}},
}  # fmt: skip
LISTS: dict[str, Any] = {
    "formEntries": {
        "filters": {
            "formId": f"{TRIP}", "kind": "consent,paq", "status": "received,accepted", "submitted": "2020-01-01..",
            "studentId": "9,12",
        },
    },
    "formRequests": {
        "filters": {"formId": "1,2", "status": "open,done", "deadline": "2020-01-01..", "overdue": "true"},
    },
    "formLinks": {"filters": {"formId": f"{TRIP}", "status": "active"}},
}  # fmt: skip
