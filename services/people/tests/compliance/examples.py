"""Examples of compliance, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.demo.world import TODAY, build
from services.people.demo.compliance import lapsed
from services.people.tests.values import NEEDED_LINK, text

_WORLD = build()
_COURSE = lapsed(_WORLD)
_NO_CONTACT = next(one.id for one in _WORLD.people["student"] if one.status == "active" and one.id % 23 == 5)
_NO_SYLLABUS = next(one.id for one in _WORLD.courses if one.status == "active" and one.id % 3 == 0)
_YOUNG = TODAY.replace(day=1, year=TODAY.year - 18)
_LOOKED = next(one.id for one in _WORLD.people["student"] if one.id % 29 == 0 and one.birth > _YOUNG)
_CLERK = _WORLD.by_username["academic"].user_id
_MISSING = {
    "status": "open",
    "severity": "legal,required,advised",
    "mender": "academicOffice,examsOffice",
    "department": "1,2,3,4,5",
    "since": "2020-01-01..",
    "waivedUntil": "2020-01-01..",
}
_CHECKS = {"mender": "affiliateCompliance,tutorSupport"}
FIELDS: dict[str, Any] = {
    "safeguardingReader": {"staffId": NEEDED_LINK, "why": text(200, "Nurse")},
}
MOVES: dict[str, Any] = {
    "gap": {
        "waive": {"body": {"waivedUntil": "2199-01-01", "waivedReason": "The family is abroad"}},
        "endWaiver": {"body": {}},
    },
}
LISTS: dict[str, Any] = {
    "studentsMissing": {"filters": _MISSING | {"requirementId": "1", "studentId": str(_NO_CONTACT)}},
    "tutorsMissing": {"filters": _MISSING | _CHECKS | {"requirementId": "9", "tutorId": "11"}},
    "staffMissing": {"filters": _MISSING | _CHECKS | {"requirementId": "11", "staffId": "33,34"}},
    "coursesMissing": {"filters": _MISSING | {"requirementId": "14", "courseId": str(_NO_SYLLABUS)}},
    "missingByDay": {
        "filters": {
            "on": "2020-01-01..",
            "kind": "student",
            "severity": "legal",
            "mender": "academicOffice",
            "requirementId": "1",
        }
    },
    "children": {
        "filters": {
            "studentType": "asp,supp,fulltime",
            "noConsent": "true",
            "noGuardian": "false",
            "noContact": "true",
            "unchecked": "true",
            "department": "1,2",
            "birthDate": "2000-01-01..",
        }
    },
    "centralRecord": {"filters": {"personType": "tutor", "without": "overseas", "nextExpiry": "2020-01-01.."}},
    "checkExceptions": {
        "filters": {"courseId": str(_COURSE.id), "tutorId": str(_COURSE.tutors[0]), "created": "2020-01-01.."}
    },
    "looked": {
        "filters": {
            "studentId": str(_LOOKED),
            "userId": str(_CLERK),
            "created": "2020-01-01..",
            "withReason": "true",
        }
    },
    "safeguardingReaders": {"filters": {}},
}
