"""Examples of the marks and papers of trial exams, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.people.tests.exams.examples import MOMENT
from services.people.tests.values import LINK, needed, text

_NUMBERS = ",".join(str(number) for number in range(1, 600))
_MARK = {"accepts": [61, "58", None], "refuses": [-1, 10_001, "good"]}
FIELDS: dict[str, Any] = {
    "trialMark": {
        "markerId": LINK,
        "mark": _MARK,
        "maxMark": {"accepts": [80, "90", None], "refuses": [0, 10_001, "good"]},
        "grade": text(5, "A*"),
        "comment": text(2000, "Clear working"),
    },
    "trialPaper": {
        "title": needed(200, "Paper 1, questions"),
        "maxMark": {"accepts": [80, "90", None], "refuses": [0, 10_001, "good"]},
        "releasedFrom": {**MOMENT, "record": 1},
    },
}
MOVES: dict[str, Any] = {
    "trialMark": {
        "mark": {"body": {}, "record": 3},
        "return": {"body": {"returnReason": "Please add up question 4 again"}},
    },
}
_SUBJECTS = "Physics,French,Art,Latin,History,Biology,Chemistry,Economics,English,Mathematics,Spanish"
LISTS: dict[str, Any] = {
    "trialMarks": {
        "filters": {
            "status": "waiting,marked",
            "markerId": "1",
            "markedOn": "2020-01-01..",
            "subject": _SUBJECTS,
            "assigned": "true",
            "seriesId": "3",
            "examId": _NUMBERS,
            "entryId": _NUMBERS,
        }
    },
    "trialResults": {
        "filters": {"subject": _SUBJECTS, "seriesId": "8", "candidateId": _NUMBERS, "studentId": _NUMBERS}
    },
    "trialPapers": {
        "filters": {
            "markId": _NUMBERS,
            "kind": "question,scheme",
            "componentId": _NUMBERS,
            "examId": _NUMBERS,
            "seriesId": "3",
        }
    },
}
