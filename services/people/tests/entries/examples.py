"""Examples of entries, requests and links of forms, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.demo.exams import SERIES
from services.demo.world import build
from services.people.demo.forms import BEGUN, TRIP
from services.people.tests.values import needed, text

_COURSE = build().courses[0].id
FIELDS: dict[str, Any] = {
    "formRequest": {
        "deadline": {"accepts": ["2030-01-31T12:00:00Z"], "refuses": [None, "", "noon", 5]},
        "note": text(1_000, "Before the first lesson"),
    },
    "formLink": {"purpose": needed(300, "Consent for the museum")},
}
MOVES: dict[str, Any] = {
    "formEntry": {
        "submit": {"record": BEGUN, "body": {}},
        "review": {"body": {}},
        "accept": {"body": {}},
        "return": {"body": {"reason": "Please name the doctor and the practice"}},
        "reopen": {"body": {}},
    },
    "formRequest": {"remind": {"body": {}}, "withdraw": {"body": {}}},
    "formLink": {"revoke": {"body": {}}},
}
LISTS: dict[str, Any] = {
    "formLooks": {"filters": {"looked": "2020-01-01..", "way": "page,list", "formId": "1"}},
    "unallocatedPaqs": {"filters": {"lacks": "student,course", "submitted": "2020-01-01..", "formId": "1"}},
    "formEntries": {
        "record": "/form/entry/{id}",
        "filters": {
            "formId": f"{TRIP}",
            "kind": "consent,paq",
            "status": "received,accepted",
            "submitted": "2020-01-01..",
            "studentId": "9,12",
        },
    },
    "formRequests": {
        "filters": {
            "formId": "1,2",
            "status": "open,done",
            "deadline": "2020-01-01..",
            "overdue": "true",
            "groupName": SERIES[0][1],
            "courseId": str(_COURSE),
            "seriesId": str(SERIES[0][0]),
        },
    },
    "formLinks": {"filters": {"formId": f"{TRIP}", "status": "active"}},
}
