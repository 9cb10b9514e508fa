"""Examples of mails, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "emailTemplate": {
        "name": {"accepts": ["Welcome to a new year"], "refuses": ["", "n" * 101, 5]},
        "about": {"accepts": ["person", "invoice"], "refuses": ["", "course"]},
        "sentTo": {
            "where": {"about": "person"},
            "accepts": [["tutor"], ["student", "client"], []],
            "refuses": ["tutor", ["invoice"], [1]],
        },
        "subject": {"accepts": ["Hello {{firstName}}"], "refuses": ["", "Hello {{nickname}}", "s" * 251]},
        "body": {
            "accepts": ["<p>Dear {{ title }} {{lastName}}</p>"],
            "refuses": ["", "<p>{{<b>firstName</b>}}</p>", "<p>{{firstName</p>", "<p>{{nickname}}</p>"],
        },
        "contractual": {"accepts": [False, True], "refuses": ["perhaps", 2]},
        "fileIds": {"accepts": [[7, 8], []], "refuses": ["7", [0], list(range(1, 22)), [999_999]]},
    },
}
MOVES: dict[str, Any] = {
    "mailSending": {"pause": {"body": {}}, "continue": {"body": {}}, "cancel": {"body": {}}},
}
LISTS: dict[str, Any] = {
    "emailTemplates": {"filters": {"about": "invoice", "sentTo": "tutor", "contractual": "false"}},
    "sentEmails": {
        "filters": {
            "state": "sent,failed",
            "templateId": "1",
            "sendingId": "1",
            "entityType": "student",
            "entityTypeId": "1",
            "date": "2020-01-01..",
        }
    },
    "mailSendings": {"filters": {"state": "done,paused", "entityType": "student", "created": "2020-01-01.."}},
    "bouncedAddresses": {"filters": {"address": "old.address@example.org"}},
    "unsubscribedAddresses": {},
}
