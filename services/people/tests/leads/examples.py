"""Examples of enquiries, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.people.tests.values import (
    DATE,
    EMAIL,
    FLAG,
    LINK,
    PHONE,
    Examples,
    chosen,
    needed,
    text,
)

MOMENT: Examples = {"accepts": ["2026-11-30T12:00:00Z"], "refuses": ["tomorrow", 5]}
IDS: Examples = {"accepts": [[1], []], "refuses": ["one", [0], ["x"]]}
PENCE: Examples = {"accepts": [120000, "5", None], "refuses": [-1, "ten", True]}

FIELDS: dict[str, Any] = {
    "enquiry": {
        "firstName": needed(100, "Ada"),
        "lastName": needed(100, "Lovelace"),
        "email": EMAIL,
        "phone": PHONE,
        "leadStatus": chosen("completed", "declined", "noResponse"),
        "enquirer": {"accepts": ["parent", "self", None], "refuses": ["uncle", 5]},
        "phone2": PHONE,
        "ownerId": LINK,
        "nextStep": {"accepts": ["Call again"], "refuses": [17, ["x"], "x" * 201]},
        "nextDue": MOMENT,
        "value": PENCE,
        "kind": {"accepts": ["exams", "other", None], "refuses": ["lost", 5]},
        "levelIds": IDS,
        "subjectIds": IDS,
        "boardIds": IDS,
        "hours": {"accepts": [2, "1.5", None], "refuses": ["two", -1, True]},
        "starting": DATE,
        "budget": PENCE,
        "place": {"accepts": ["online", "either", None], "refuses": ["moon", 5]},
        "words": text(4000, "Two hours a week please"),
        "departmentId": LINK,
        "organisationId": LINK,
        "originId": LINK,
        "originDetail": text(300, "Autumn campaign"),
    },
    "leadStudent": {
        "firstName": needed(100, "Byron"),
        "lastName": text(100, "Lovelace"),
        "birthDate": DATE,
        "yearGroup": text(30, "Year 11"),
        "school": text(150, "Cherwell School"),
    },
    "leadReason": {"title": needed(100, "Price"), "status": chosen("declined", "completed"), "archived": FLAG},
    "leadOrigin": {"title": needed(100, "Letter"), "archived": FLAG},
    "leadRota": {
        "departmentId": LINK,
        "kind": {"accepts": ["exams", None], "refuses": ["lost", 5]},
        "userId": {"accepts": [7, "8"], "refuses": [None, "one", -1]},
        "weight": {"accepts": [1, "3"], "refuses": [0, 11, None, "two"]},
        "active": FLAG,
    },
    "leadConsentWording": {"text": needed(2000, "You may write to me"), "note": text(200, "First version")},
    "leadForm": {
        "slug": {"accepts": ["autumn-2027"], "refuses": ["", None, "Autumn 2027", "x" * 61, 5]},
        "title": needed(150, "Autumn courses"),
        "intro": text(1000, "We call you"),
        "organisationId": LINK,
        "departmentId": LINK,
        "kind": {"accepts": ["exams", None], "refuses": ["lost", 5]},
        "replySubject": text(200, "Your enquiry"),
        "reply": text(4000, "Dear {firstName}"),
        "archived": FLAG,
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
NEXT = {"nextStep": "Call again", "nextDue": "2027-01-04T12:00:00Z"}
MOVES: dict[str, Any] = {
    "enquiry": {
        **{name: {"body": NEXT} for name in ("called", "incontact", "interested", "inprogress", "new")},
        "decline": {"body": {"reasonId": 2}},
        "noResponse": {"body": {"reasonId": 7}},
        "fail": {"body": {"reasonId": 10}},
        "complete": {"body": {"reasonId": 13}},
    }
}
_DUE = {"leadStatus": "new,called", "ownerId": "1", "owned": "true", "nextDue": "2020-01-01.."}
_COUNTED = {
    "created": "2020-01-01..",
    "leadStatus": "new,completed",
    "outcome": "open,won",
    "kind": "exams,supp",
    "ownerId": "1",
    "department": "1",
    "organisation": "1",
    "origin": "1",
    "campaign": "Autumn campaign",
    "reason": "1",
    "enquirer": "parent",
    "answered": "hour,later",
    "conversion": "days30,later",
    "convertedAt": "2020-01-01..",
}
LISTS: dict[str, Any] = {
    "leadReminders": {"filters": _DUE},
    "myLeadReminders": {"filters": _DUE},
    "leadContacts": {
        "filters": {
            "kind": "call,note",
            "outcome": "reached",
            "at": "2020-01-01..",
            "leadId": "1",
            "byId": "1",
            "direction": "out",
        },
    },
    "leadStatistics": {"filters": _COUNTED},
    "leadWishes": {"filters": _COUNTED | {"subjectId": "1", "levelId": "1"}},
    "leadStays": {
        "filters": {
            "status": "new,called",
            "still": "true",
            "ownerId": "1",
            "began": "2020-01-01..",
            "created": "2020-01-01..",
            "kind": "exams,supp",
        }
    },
    "leads": {
        "filters": {
            "leadStatus": "new,declined",
            "created": "2020-01-01..",
            "ownerId": "1",
            "nextDue": "2020-01-01..",
            "kind": "exams,supp",
            "department": "1",
            "organisation": "1",
            "origin": "1",
            "reason": "1",
            "enquirer": "parent",
            "statusSince": "2020-01-01..",
            "lastContact": "2020-01-01..",
            "convertedAt": "2020-01-01..",
            "clientId": "1",
            "owned": "true",
            "ownerLeft": "true",
        }
    },
    "myLeads": {
        "filters": {
            "leadStatus": "new,declined",
            "created": "2020-01-01..",
            "nextDue": "2020-01-01..",
            "kind": "exams,supp",
            "department": "1",
            "organisation": "1",
            "origin": "1",
            "enquirer": "parent",
            "statusSince": "2020-01-01..",
            "lastContact": "2020-01-01..",
            "convertedAt": "2020-01-01..",
        }
    },
    "examConversions": {
        "filters": {
            "step": "lead,candidate",
            "created": "2020-01-01..",
            "status": "new,completed",
            "organisation": "1",
            "ownerId": "1",
            "origin": "1",
        }
    },
    "leadForms": {"filters": {"kind": "exams", "archived": "false"}},
    "leadReasons": {"filters": {"status": "declined", "archived": "false"}},
    "leadOrigins": {"filters": {"archived": "false"}},
    "leadRota": {"filters": {"kind": "exams", "active": "true"}},
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
