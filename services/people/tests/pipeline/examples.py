"""Examples of the pipeline, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.people.tests.values import FLAG, LINK, chosen

_REASON = {"body": {"reason": "Agreed on the telephone"}}
FIELDS: dict[str, Any] = {
    "enrolment": {"departmentId": LINK, "studentId": {"accepts": [399], "refuses": [None, "one", -1]}},
    "enrolmentStage": {
        "departmentId": LINK,
        "stage": chosen("formsIn", "accepted") | {"record": 7},
        "days": {"accepts": [1, "30"], "refuses": [0, 366, None, "two"]},
        "used": FLAG,
    },
}
_STAGES = (
    *("offerSent", "accepted", "formsIn", "depositPaid", "courseAllocated", "firstTutorial", "started"),
    "withdrawn",
)
MOVES: dict[str, Any] = {"enrolment": dict.fromkeys(_STAGES, _REASON)}
LISTS: dict[str, Any] = {
    "pipeline": {
        "filters": {
            "stage": "offerSent,accepted",
            "stuck": "true",
            "department": "1",
            "studentId": "1",
            "leadId": "1",
            "since": "2020-01-01..",
            "created": "2020-01-01..",
            "formsIn": "2020-01-01..",
            "depositPaid": "2020-01-01..",
            "courseAllocated": "2020-01-01..",
            "firstTutorial": "2020-01-01..",
            "started": "2020-01-01..",
        }
    },
    "enrolmentStages": {"filters": {"stage": "formsIn,accepted", "used": "true"}},
}
