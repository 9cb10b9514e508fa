"""Examples of error reports, for the conformance suite. A report is stored as sent: only its moves change it."""

from __future__ import annotations

from typing import Any

MOVES: dict[str, Any] = {
    "error": {
        "investigate": {"body": {}},
        "complete": {"body": {}},
        "reject": {"body": {}},
        "reopen": {"body": {}},
    },
}
LISTS: dict[str, Any] = {
    "errors": {
        "filters": {
            "trackingStatus": "submitted,investigating",
            "status": "500",
            "app": "staff",
            "date": "2020-01-01..",
            "latest": "true",
            "fault": "1",
        }
    },
}
