"""Examples of deadlines, candidates in series and entries, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.demo.world import TODAY
from services.people.demo.exam_entries import LAST_DEADLINE
from services.people.tests.exams.examples import NEEDED_DATE
from services.people.tests.values import DATE, NEEDED_LINK, chosen, needed, text

_BOARD = {"accepts": ["OCR"], "refuses": [None, "", 5, "Nobody"], "record": LAST_DEADLINE}
_NUMBER = {"accepts": [3, "2", None], "refuses": [-1, 10_001, "many"]}
FIELDS: dict[str, Any] = {
    "examDeadline": {
        "seriesId": NEEDED_LINK,
        "board": _BOARD,
        "kind": {**chosen("forecasts"), "record": LAST_DEADLINE},
        "dueOn": NEEDED_DATE,
        "feePercent": {"accepts": [200, "150", None], "refuses": [-1, 1001, "double"]},
        "source": text(300, "AQA, key dates"),
        "note": text(1000, "By the portal alone"),
    },
    "examCandidacy": {
        "candidateId": NEEDED_LINK,
        "legalName": needed(40, "LOVELACE: ADA AUGUSTA"),
        "uci": {"accepts": ["625010260003A", "", None], "refuses": ["62501026", "6250102600031", 5]},
        "centreNumber": {"accepts": ["62501", "", None], "refuses": ["625", "sixty"]},
        "idSeenOn": DATE,
    },
    "examUciLetter": {
        "letter": {"accepts": ["A", "", None], "refuses": ["AB", "-"]},
        "source": text(300, "JCQ, calculator"),
    },
    "examEntry": {
        "tier": {"accepts": ["foundation", "higher", None], "refuses": ["middle", 5]},
        "carriedForward": text(200, "8700/C, summer"),
        "option": {"accepts": ["", None], "refuses": ["x" * 11, 5, "ZZ"]},
        "forecastGrade": text(5, "A*"),
        "courseworkMark": {"accepts": [61, "58", None], "refuses": [-1, 1001, "good"]},
        "assessedGrade": text(5, "A"),
        "rank": {"accepts": [3, "2", None], "refuses": [0, 10_001, "first"]},
        "resultGrade": text(5, "A"),
        "resultMark": {"accepts": [161, "158", None], "refuses": [-1, 10_001, "good"]},
    },
}
_WHY = {"body": {"reason": "The tier was wrong"}}
MOVES: dict[str, Any] = {
    "examEntry": {
        "enter": {"body": {}},
        "amend": _WHY,
        "amendAgain": _WHY,
        "withdraw": _WHY,
        "plan": {"body": {}},
        "agree": {"body": {}},
    },
}
LISTS: dict[str, Any] = {
    "examDeadlines": {
        "filters": {
            "kind": "entries,late",
            "board": "AQA",
            "dueOn": f"{TODAY}..",
            "seriesId": "2",
            "seasonKind": "public",
        }
    },
    "examCandidacies": {
        "filters": {
            "type": "internal,private",
            "kind": "trial",
            "idSeen": "true",
            "uciLetter": "checked,unchecked",
            "candidateId": "1",
            "seriesId": "1",
        }
    },
    "examEntries": {
        "filters": {
            "status": "entered",
            "kind": "public",
            "feeKind": "late",
            "board": "AQA,OCR,WJEC",
            "level": "GCSE,A-level,IGCSE,AS",
            "subject": "Physics,French,Art,Latin,History",
            "series": "1",
            "enteredOn": f"..{TODAY}",
            "candidateId": "1",
            "examId": "1,2,3,4,5,6",
            "studentId": "1",
            "candidacyId": "1",
            "centre": "62501",
            "missingFor": ",".join(map(str, range(1, 60))),
        }
    },
}
