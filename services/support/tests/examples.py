"""Examples for the suite that walks all declarations (`kit.testing.conformance`)."""

from typing import Any

FIELDS: dict[str, Any] = {
    "emailTemplate": {
        "name": {"accepts": ["Welcome to a new year"], "refuses": ["", "n" * 101, 5]},
        "about": {"accepts": ["person", "invoice"], "refuses": ["", "course"]},
        "subject": {"accepts": ["Hello {{firstName}}"], "refuses": ["", "Hello {{nickname}}", "s" * 251]},
        "body": {
            "accepts": ["<p>Dear {{ title }} {{lastName}}</p>"],
            "refuses": ["", "<p>{{<b>firstName</b>}}</p>", "<p>{{firstName</p>", "<p>{{nickname}}</p>"],
        },
        "fileIds": {"accepts": [[7, 8], []], "refuses": ["7", [0], list(range(1, 22))]},
    }
}
"""A report is kept as it was sent; only its tracking status changes, by moves. A mail of the log never changes."""

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
    },
    "emailTemplates": {"filters": {"about": "invoice"}},
    "sentEmails": {
        "filters": {
            "state": "sent,failed",
            "templateId": "1",
            "entityType": "student",
            "entityTypeId": "1",
            "date": "2020-01-01..",
        }
    },
}
