"""Examples of requirements, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.people.tests.values import DATE, FLAG, chosen, needed, text

FIELDS: dict[str, Any] = {
    "dataRequirement": {
        "title": needed(120, "Passport"),
        "measure": chosen("student.field.school"),
        "formId": {"accepts": [1, None], "refuses": [999_999, "one"]},
        "statuses": {"accepts": [["active"], []], "refuses": [["lost"], "active"]},
        "ageBelow": {"accepts": [18, None], "refuses": [0, 101, "young"]},
        "studentType": {"accepts": ["asp", None], "refuses": ["lost", 5]},
        "courseType": {"accepts": ["group", None], "refuses": ["lost", 5]},
        "activeFrom": DATE,
        "severity": chosen("legal", "required", "advised"),
        "mender": chosen("examsOffice", "staff"),
        "why": text(1000, "We ask before we act."),
        "source": text(300, "KCSIE"),
        "active": FLAG,
    },
}
LISTS: dict[str, Any] = {
    "requirements": {
        "filters": {
            "kind": "student",
            "what": "field",
            "severity": "legal",
            "mender": "academicOffice",
            "active": "true",
        }
    },
}
