"""Examples of checks, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.people.tests.persons.examples import FILES
from services.people.tests.values import DATE, chosen, text

FIELDS: dict[str, Any] = {
    "personCheck": {
        "personType": chosen("tutor"),
        "personId": {"accepts": [3], "refuses": [None, 0, "one"]},
        "type": chosen("identity", "section128"),
        "outcome": chosen("clear", "pending", "concern"),
        "date": {"accepts": ["2026-01-31"], "refuses": [None, "31/01/2026", "2199-01-01"]},
        "expires": DATE | {"accepts": ["2199-01-01", None]},
        "number": {"accepts": ["0042", "", None], "refuses": ["123", "12345", "abcd"]},
        "reason": text(300, "Never lived abroad"),
        "seenBy": text(100, "Anna Wood"),
        "evidenceIds": FILES,
    },
}
