"""Examples of reminders of what is overdue, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "reminderRung": {
        "enabled": {"accepts": [True, False, "true"], "refuses": [None, "", "maybe", 1]},
        "days": {"accepts": [-60, "21", 365], "refuses": [None, "", -61, 366, "1.5", True]},
        "since": {"accepts": ["2026-12-21", None], "refuses": ["21/12", 5]},
    },
}
LISTS: dict[str, Any] = {
    "invoiceReminders": {"filters": {"rung": "due,after7", "refused": "true", "due": "2020-01-01.."}},
    "reminderStops": {"filters": {"clientId": "1,2"}},
}
