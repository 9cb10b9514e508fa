"""Examples of enquiries, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.people.tests.values import (
    EMAIL,
    LINK,
    PHONE,
    chosen,
    needed,
)

FIELDS: dict[str, Any] = {
    "enquiry": {
        "firstName": needed(100, "Ada"),
        "lastName": needed(100, "Lovelace"),
        "email": EMAIL,
        "phone": PHONE,
        "leadStatus": chosen("called", "declined", "noResponse"),
    },
    "enquiryWithType": {
        "enquiryId": {"accepts": [1], "refuses": [None, 0, "one"]},
        "type": chosen("asp", "exams", "other"),
        "status": chosen("interested", "failed"),
        "organisationId": LINK,
        "studentId": LINK,
        "candidateId": LINK,
        "clientId": LINK,
    },
}
LISTS: dict[str, Any] = {
    "leads": {"filters": {"leadStatus": "new,declined", "created": "2020-01-01.."}},
    "enquiriesWithType": {
        "filters": {
            "status": "completed,called",
            "type": "exams",
            "kind": "enquiry,candidate",
            "organisation": "1",
            "enquiryId": "1",
            "studentId": "1",
            "candidateId": "1",
            "clientId": "1",
        }
    },
}
