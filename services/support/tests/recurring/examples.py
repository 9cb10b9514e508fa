"""Examples of recurring tasks, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "recurringTicket": {
        "title": {"accepts": ["Check the backups"], "refuses": ["", "t" * 201, 5]},
        "templateId": {
            "where": {"title": "Read the backup log"},
            "accepts": [1, 2],
            "refuses": [None, 999_999, "first"],
        },
        "responsibleStaff": {
            "where": {"title": "Read the backup log"},
            "accepts": [9, None],
            "refuses": [11, 999_999, "me"],
        },
        "repeats": {"accepts": ["monthly", "daily"], "refuses": ["", "hourly"]},
        "days": {"accepts": [["Sunday"], []], "refuses": [["Sonntag"], "Monday"]},
        "monthDay": {"accepts": [28, -1], "refuses": [0, 29, "last"]},
        "month": {"accepts": [12, 1], "refuses": [0, 13, "May"]},
        "at": {"accepts": ["17:45"], "refuses": ["", "25:00"]},
        "paused": {"accepts": [True, False], "refuses": ["perhaps"]},
    },
}
LISTS: dict[str, Any] = {"recurringTickets": {"filters": {"repeats": "weekly,weekdays", "paused": "true"}}}
