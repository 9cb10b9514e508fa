"""Examples of checklists, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.people.tests.persons.examples import FILES
from services.people.tests.values import FLAG, NEEDED_LINK, chosen, needed, text

FIELDS: dict[str, Any] = {
    "checklistTemplate": {
        "title": needed(120, "New student"),
        "about": chosen("student", "lead", "application", "agent"),
        "starts": chosen("byHand", "studentEnrolled"),
        "active": FLAG,
        "note": text(1000, "For each family"),
    },
    "checklistStep": {
        "title": needed(200, "Call the family"),
        "help": text(1000, "In the evening"),
        "owner": chosen("academicOffice", "staff"),
        "needs": chosen("none", "file", "signature"),
        "field": text(60, "parentalConsent"),
        "formId": {"accepts": [1, None], "refuses": [-1, "one"]},
        "waits": FLAG,
        "waitsFor": {"accepts": [[]], "refuses": [[999_999], "one"]},
        "dueDays": {"accepts": [7, -3, None], "refuses": [1001, -1001, "soon"]},
        "dueFrom": chosen("start", "enrolled"),
    },
    "checklist": {"templateId": NEEDED_LINK, "entityId": {"accepts": [1], "refuses": [None, 0, "one"]}},
    "checklistItem": {"evidenceIds": FILES},
}
MOVES: dict[str, Any] = {
    "checklist": {"cancel": {"body": {}}, "reopen": {"body": {}}},
    "checklistItem": {
        "done": {"body": {}, "record": 5},
        "skip": {"body": {"skippedReason": "Agreed on the telephone"}},
        "reopen": {"body": {}},
    },
}
LISTS: dict[str, Any] = {
    "checklistTemplates": {"filters": {"about": "student", "starts": "studentEnrolled", "active": "true"}},
    "checklists": {
        "filters": {
            "status": "open",
            "entityType": "student",
            "nextDue": "2020-01-01..",
            "created": "2020-01-01..",
            "templateId": "1",
            "entityId": "1",
        }
    },
    "myChecklistItems": {
        "filters": {
            "due": "2020-01-01..",
            "blocked": "false",
            "owner": "academicOffice,staff",
            "entityType": "student",
        }
    },
}
