"""Examples of reviews, certificates and declarations, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.people.tests.persons.examples import FILES
from services.people.tests.values import DATE, NEEDED_LINK, text

_MONEY = {"accepts": [4500, None], "refuses": [-1, "dear"]}
FIELDS: dict[str, Any] = {
    "componentMark": {
        "entryId": NEEDED_LINK,
        "componentId": NEEDED_LINK,
        "mark": {"accepts": [31, "28"], "refuses": [None, -1, 1001, "good"]},
        "maxMark": {"accepts": [80, "90", None], "refuses": [0, 1001, "many"]},
    },
    "resultReview": {
        "consentedOn": {"accepts": ["2027-08-20"], "refuses": ["31/07/2020", 5]},
        "dueOn": DATE,
        "fee": _MONEY,
        "reason": text(2000, "One mark from an A"),
        "fileIds": FILES,
    },
    "certificate": {
        "number": text(30, "AQA20200001"),
        "place": text(100, "Safe"),
        "keepUntil": DATE,
    },
}
_NONE: dict[str, Any] = {"body": {}}
MOVES: dict[str, Any] = {
    "resultReview": {
        "send": _NONE,
        "change": {"body": {"gradeAfter": "A", "outcome": "Two marks were added wrongly"}},
        "keep": {"body": {"outcome": "The marking stands"}},
        "refuse": {"body": {"outcome": "Not within the time"}},
        "withdraw": _NONE,
    },
    "certificate": {
        "receive": {"body": {"place": "Safe"}},
        "collect": {"body": {"givenTo": "Ada Lovelace", "identitySeen": True}},
        "post": {"body": {"tracking": "RM00000001GB"}},
        "return": _NONE,
        "destroy": _NONE,
    },
}
_CANDIDATES = ",".join(str(number) for number in range(1, 400))
_SERIES = ",".join(str(number) for number in range(1, 9))
LISTS: dict[str, Any] = {
    "componentMarks": {
        "filters": {
            "kind": "public",
            "source": "board,hand",
            "board": "AQA,OCR,WJEC,CAIE,Edexcel,IB",
            "series": _SERIES,
            "paperKind": "written,coursework",
            "candidateId": _CANDIDATES,
            "studentId": "1,2,3,4,5,6,7,8,9,10",
            "entryId": ",".join(str(number) for number in range(1, 2000)),
            "componentId": ",".join(str(number) for number in range(1, 300)),
        }
    },
    "resultReviews": {
        "filters": {
            "status": "asked,sent",
            "service": "appeal",
            "board": "AQA,OCR,WJEC,CAIE,Edexcel,IB",
            "dueOn": "2020-01-01..",
            "consentedOn": "2020-01-01..",
            "series": _SERIES,
            "candidateId": _CANDIDATES,
            "studentId": "1,2,3,4,5,6,7,8,9,10",
            "entryId": ",".join(str(number) for number in range(1, 600)),
        }
    },
    "certificates": {
        "filters": {
            "status": "received,posted",
            "board": "AQA,OCR,WJEC,CAIE,Edexcel,IB",
            "series": _SERIES,
            "unclaimed": "true",
            "receivedOn": "2020-01-01..",
            "keepUntil": "2020-01-01..",
            "candidateId": _CANDIDATES,
            "studentId": "1,2,3,4,5,6,7,8,9,10",
            "candidacyId": ",".join(str(number) for number in range(1, 300)),
        }
    },
    "centreDeclarations": {"filters": {"seriesId": _SERIES}},
}
