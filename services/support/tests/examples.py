"""Examples for the suite that walks all declarations (`kit.testing.conformance`)."""

from typing import Any

FIELDS: dict[str, Any] = {}
"""A report is kept as it was sent; only its tracking status changes, by moves."""

MOVES: dict[str, Any] = {
    "error": {
        "investigate": {"body": {}},
        "complete": {"body": {}},
        "reject": {"body": {}},
        "reopen": {"body": {}},
    }
}

LISTS = {
    "errors": {
        "filters": {
            "trackingStatus": "submitted,investigating",
            "status": "500",
            "app": "staff",
            "date": "2020-01-01..",
            "latest": "true",
            "fault": "1",
        }
    }
}
