"""Examples of persons, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.people.tests.values import (
    DATE,
    EMAIL,
    FLAG,
    HOURS,
    LINK,
    NEEDED_LINK,
    PHONE,
    RICH,
    Examples,
    chosen,
    needed,
    text,
)


def _digits(count: int) -> Examples:
    return {"accepts": ["1" * count, "", None], "refuses": ["1" * (count - 1), "1" * (count + 1), "x" * count]}


MOMENT: Examples = {"accepts": ["2026-11-21T09:30:00Z", "2026-11-21T09:30:00", None], "refuses": ["noon", 5, [1]]}
FILES: Examples = {"accepts": [[1, 2], []], "refuses": ["1", [0], ["a"], [999_999]]}


def _choice(*good: str) -> Examples:
    return {"accepts": [*good, None], "refuses": ["other things", 5, ["active"]]}


PERSONAL: dict[str, Examples] = {
    "title": {"accepts": ["Ms", "Dr", "", None], "refuses": ["Emperor", "dr", 17, ["x"], "x" * 21]},
    "firstName": needed(100, "Ada", "Łucja"),
    "lastName": needed(100, "O'Brien", "van Dijk"),
    "preferredName": text(100, "Addy"),
    "birthDate": DATE,
    "nationality": text(100, "British"),
    "email": EMAIL,
    "phone": PHONE,
    "mobile": PHONE,
    "contactBy": _choice("email", "phone", "text", "post"),
    "departmentId": LINK,
    "organisationId": LINK,
    "notes": RICH,
    "documentIds": FILES,
}
CHECKS: dict[str, Examples] = {
    "dbsNumber": _digits(12),
    "dbsDate": DATE,
    "rightToWork": FLAG,
    "rightToWorkDate": DATE,
    "safeguardingTrained": DATE,
    "emergencyContacts": {
        "accepts": [[{"name": "Ann", "relation": "Aunt", "phone": "+44 1"}], [], [{}]],
        "refuses": [
            [{"name": "Ann"}],
            [{"name": "Ann", "phone": "1", "age": 3}],
            "Ann",
            [1],
            [{"name": "Ann", "phone": "1"}] * 6,
        ],
    },
}
_PERSONS = {
    "status": "active,retired",
    "department": "1,2",
    "under18": "true",
    "birthDate": "2008-01-01..",
    "created": "2026-01-01..",
    "noBirthDate": "false",
}
_GROWN = {"status": "active,retired", "department": "1,2", "created": "2025-01-01.."}
_CHECKED = {"noDbs": "false"}
FIELDS: dict[str, Any] = {
    "student": PERSONAL
    | {
        "firstLanguage": text(100, "Portuguese"),
        "passportExpires": DATE,
        "visaType": _choice("none", "student", "childStudent", "visitor", "other"),
        "visaExpires": DATE,
        "status": chosen("active", "enquiry", "alumni", "retired"),
        "studentType": _choice("asp", "supp", "fulltime"),
        "enrolled": DATE,
        "left": DATE,
        "agentId": LINK,
        "lastContact": MOMENT,
        "school": text(200, "Cherwell School"),
        "yearGroup": _choice("Year 7", "Year 13", "Gap year"),
        "destination": text(200, "Law, Durham"),
        "emergencyContacts": CHECKS["emergencyContacts"],
        "medical": text(2000, "Allergic to nuts"),
        "learningNeeds": text(2000, "Dyslexia"),
        "safeguarding": RICH | {"as": "academic"},
        "parentalConsent": DATE,
        "socialMediaRelease": FLAG,
        "socialMediaReleaseDate": DATE,
        "photoOnDocuments": FLAG,
        "socialMediaHandles": text(500, "@ada"),
    },
    "tutor": PERSONAL
    | CHECKS
    | {
        "status": chosen("active", "training", "retired"),
        "isPT": FLAG,
        "started": DATE,
        "interviewed": MOMENT,
        "qualifications": {
            "accepts": [[{"title": "BA", "institution": "Oxford", "year": "2001"}], []],
            "refuses": [[{"institution": "Oxford"}], [{"title": "BA", "year": "01"}]],
        },
        "teachesOnline": FLAG,
        "hoursPerWeek": {"accepts": [12, "7.5", None], "refuses": [-1, 61, "many", True]},
        "availableFrom": DATE,
        "availability": HOURS,
        "biography": {"accepts": ["<p>Teaches.</p>"], "refuses": [5, "x" * 4001]},
        "referencesReceived": FLAG,
        "charterAccepted": MOMENT,
    },
    "staff": PERSONAL
    | CHECKS
    | {
        "status": chosen("active", "retired"),
        "jobTitle": text(100, "Accounts"),
        "extension": _digits(4),
        "workPattern": text(200, "Mondays"),
        "availability": HOURS,
        "started": DATE,
        "left": DATE,
        "firstAider": FLAG,
    },
    "client": PERSONAL
    | {
        "status": chosen("active", "retired"),
        "company": text(200, "Lovelace & Co"),
        "invoiceEmail": EMAIL,
        "heardFrom": text(200, "A friend"),
        "newsletter": FLAG,
        "newsletterDate": DATE,
    },
    "candidate": PERSONAL
    | {
        "status": chosen("active", "alumni"),
        "examFirstName": text(100, "Augusta"),
        "examLastName": text(100, "King"),
        "uci": {"accepts": ["625010260001A", "", None], "refuses": ["625010260001", "62501-260001A", "6" * 14]},
        "uln": _digits(10),
        "centreNumber": _digits(5),
        "candidateNumber": _digits(4),
        "studentId": LINK,
        "idSeen": FLAG,
        "idSeenOn": DATE,
        "access": {"accepts": [["extraTime25", "reader"], []], "refuses": ["reader", ["everything"]]},
        "accessApproved": DATE,
        "accessUntil": DATE,
        "accessEvidenceIds": FILES,
    },
    "invigilator": PERSONAL
    | CHECKS
    | {
        "status": chosen("active", "training", "retired"),
        "started": DATE,
        "duties": {"accepts": [["lead", "scribe"], []], "refuses": [["boss"], "lead"]},
        "trained": DATE,
        "availability": HOURS,
    },
    "agent": PERSONAL
    | {
        "status": chosen("active", "retired"),
        "company": text(200, "Bridge Education"),
        "country": text(100, "Portugal"),
        "website": text(200, "bridge.example"),
        "contractFrom": DATE,
        "contractUntil": DATE,
        "commissionNote": text(2000, "10 %"),
    },
    "clientStudent": {
        "clientId": NEEDED_LINK,
        "studentId": NEEDED_LINK,
        "relation": text(50, "Mother"),
        "pays": FLAG,
    },
    "address": {
        "personType": chosen("student", "agent"),
        "personId": {"accepts": [1], "refuses": [None, 0, "one"]},
        "title": needed(100, "Home"),
        "line1": needed(200, "1 Mill Road"),
        "line2": text(200, "Flat 2"),
        "line3": text(200, "Jericho"),
        "city": text(100, "Oxford"),
        "postcode": needed(20, "OX1 1AA"),
        "country": text(100, "United Kingdom"),
        "primary": {"accepts": [True, "true"], "refuses": ["yes", 1, [True]]},
    },
}
LISTS: dict[str, Any] = {
    "students": {"filters": _PERSONS | {"studentType": "asp,supp", "socialMediaRelease": "true"}},
    "studentsSocialMediaRelease": {"filters": _PERSONS | {"studentType": "asp"}},
    "tutors": {"filters": _GROWN | _CHECKED | {"isPT": "true", "teachesOnline": "false"}},
    "staff": {"filters": _GROWN | _CHECKED | {"firstAider": "true"}},
    "clients": {"filters": _GROWN},
    "candidates": {"filters": _PERSONS | {"status": "alumni"}},
    "invigilators": {"filters": _GROWN | _CHECKED},
    "agents": {"filters": _GROWN},
}
