"""Examples of rules, registers, rosters and plans of exams, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.demo.world import TODAY
from services.people.demo.exam_day import FRESH_RULE
from services.people.tests.exams.examples import NEEDED_DATE
from services.people.tests.values import FLAG, chosen, needed, text

_LATER = {"refuses": [None, "", "noon", 5]}
FIELDS: dict[str, Any] = {
    "examRule": {
        "rule": {**chosen("late"), "record": FRESH_RULE},
        "number": {"accepts": [15, "20"], "refuses": [None, -1, 1001, "many"]},
        "validFrom": NEEDED_DATE,
        "source": text(300, "JCQ ICE 2026"),
    },
    "invigilatorRelative": {"relation": needed(100, "godmother", "stepfather")},
    "invigilatorAway": {
        "starts": {"accepts": ["2020-06-04T09:00:00Z"]} | _LATER,
        "ends": {"accepts": ["2040-06-04T09:00:00Z"]} | _LATER,
        "note": text(200, "Dentist"),
    },
    "dutySwap": {},
    "examDayPlan": {
        "papers": needed(1000, "09:00 Mathematics, 11:00 Physics"),
        "supervision": needed(1000, "Mrs Amsel, room 4"),
        "overnight": FLAG,
        "agreedBy": text(200, "Candidate and mother"),
    },
}
_NONE: dict[str, Any] = {"body": {}}
MOVES: dict[str, Any] = {"dutySwap": {"take": _NONE, "refuse": _NONE, "withdraw": _NONE}}
_PEOPLE = "1,2,3,4,5,6,7,8,9,10"
LISTS: dict[str, Any] = {
    "examRules": {"filters": {"rule": "veryLate,distance"}},
    "examMarks": {
        "filters": {
            "mark": "present,identity",
            "at": f"{TODAY.year - 1}-01-01..",
            "counted": "true",
            "seatId": ",".join(str(number) for number in range(1, 300)),
        }
    },
    "invigilatorRelatives": {"filters": {"invigilatorId": _PEOPLE, "candidateId": _PEOPLE}},
    "invigilatorAways": {"filters": {"invigilatorId": _PEOPLE, "starts": f"{TODAY}..", "ends": f"{TODAY}.."}},
    "dutySwaps": {"filters": {"status": "asked", "fromId": _PEOPLE, "toId": _PEOPLE}},
    "invigilationHours": {
        "filters": {
            "role": "lead",
            "kind": "public",
            "starts": f"{TODAY.year - 1}-01-01..",
            "approved": "true",
            "ends": f"{TODAY.year - 1}-01-01..",
            "sessionId": ",".join(str(number) for number in range(1, 40)),
            "invigilatorId": _PEOPLE,
            "status": "confirmed",
        }
    },
    "examDayPlans": {
        "filters": {"candidateId": _PEOPLE, "day": f"{TODAY.year - 1}-01-01..", "overnight": "true"},
    },
}
