"""Examples of tutor applications, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.people.demo.applications import INTERVIEWED, MISSING_REFERENCE, READY
from services.people.tests.persons.examples import FILES
from services.people.tests.values import DATE, FLAG, HOURS, LINK, PHONE, chosen, needed, text

_MAIL = {"accepts": ["ada@example.org"], "refuses": ["ada at example", "a@b", 5, None, ""]}
_WORD = {"accepts": ["Physics"], "refuses": [None, "", 5, "Alchemy"]}
FIELDS: dict[str, Any] = {
    "application": {
        "firstName": needed(100, "Ada", "Łucja"),
        "lastName": needed(100, "O'Brien"),
        "email": _MAIL,
        "phone": PHONE,
        "birthDate": DATE,
        "departmentId": LINK,
        "origin": text(200, "A colleague"),
        "livedOverseas": FLAG,
        "qualifications": {
            "accepts": [[{"title": "BA", "institution": "Oxford", "year": "2001"}], []],
            "refuses": [[{"institution": "Oxford"}], [{"title": "BA", "year": "01"}]],
        },
        "experience": text(5000, "Three years of small groups"),
        "teachesOnline": FLAG,
        "hoursPerWeek": {"accepts": [12, "7.5", None], "refuses": [-1, 61, "many", True]},
        "availableFrom": DATE,
        "availability": HOURS,
        "cvIds": FILES,
        "documentIds": FILES,
    },
    "applicationSubject": {
        "subject": _WORD,
        "level": {"accepts": ["GCSE"], "refuses": [None, "", 5, "Ninth"]},
        "board": {"accepts": ["AQA", None], "refuses": [5, "Nobody"]},
    },
    "applicationInterview": {
        "at": {"accepts": ["2030-01-31T12:00:00Z"], "refuses": [None, "", "noon", 5]},
        "minutes": {"accepts": [60, "30", None], "refuses": [4, 481, "long", True]},
        "way": chosen("inPerson", "online", "phone"),
        "place": text(300, "Room 3"),
        "interviewerIds": {"accepts": [[1, 2]], "refuses": ["1", [0], ["a"], [999_999], []]},
    },
    "applicationReference": {
        "name": needed(200, "Dr Ruth Amsel"),
        "position": text(200, "Head of department"),
        "organisation": text(200, "Wychwood School"),
        "email": _MAIL,
        "phone": PHONE,
    },
    "applicationMessage": {"subject": needed(200, "Your application"), "body": needed(10_000, "Please call us")},
}
_NOTE = {"body": {}}
MOVES: dict[str, Any] = {
    "application": {
        **{name: {"body": {}} for name in ("receive", "screen", "invite", "trial", "askReferences", "check")},
        "offer": {"body": {"offerRate": 4200, "offerNote": "From January"}},
        "accept": {"prefers": READY, "body": {}},
        "override": {"prefers": MISSING_REFERENCE, "body": {"overrideReason": "The second referee is abroad"}},
        "decline": {"body": {"declinedReason": "subject", "endedNote": "No need this term"}},
        "withdraw": {"body": {"endedNote": "Has another post"}},
        "reopen": _NOTE,
    },
    "scorecard": {
        "give": {
            "body": {
                "knowledge": 4,
                "explaining": 5,
                "rapport": 4,
                "reliability": 3,
                "safeguarding": 5,
                "advice": "hire",
                "words": "Explains with patience and prepares well",
            },
        }
    },
    "applicationReference": {
        "ask": {"body": {}},
        "remind": {"body": {}},
        "enter": {"body": {"rating": "yes", "words": "By telephone: a careful and kind teacher"}},
        "withdraw": {"body": {}},
        "restore": {"body": {}},
    },
}
LISTS: dict[str, Any] = {
    "applications": {
        "filters": {
            "status": "offer,checks",
            "departmentId": "1,2",
            "subject": "Mathematics",
            "needsReference": "true",
            "created": "2020-01-01..",
            "declinedReason": "subject",
            "deleteAfter": "2020-01-01..",
        }
    },
    "scorecards": {"filters": {"status": "given", "applicationId": f"{INTERVIEWED}", "staffId": "1,5"}},
}
