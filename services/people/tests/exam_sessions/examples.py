"""Examples of access arrangements, exam rooms, sessions, seats and invigilation, for the conformance suite."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from services.demo.world import TODAY, build
from services.people.demo.exam_entries import entries
from services.people.demo.exam_sessions import SEATING, UNSTAFFED, seating_paper
from services.people.demo.exams import all_exams, components
from services.people.tests.exams.examples import NEEDED_DATE
from services.people.tests.persons.examples import FILES
from services.people.tests.values import FLAG, chosen, needed, text


def _paper() -> int:
    """The paper of the session whose candidates have no seats yet."""
    entered: dict[int, list[Any]] = defaultdict(list)
    for one in entries(build()):
        if one["status"] != "withdrawn":
            entered[one["exam_id"]].append(one)
    papers = [one for one in components() if one["minutes"] and one["session"]]
    return int(seating_paper(papers, {one.id: one.series_id for one in all_exams()}, entered)["id"])


def _moment(day: str) -> dict[str, Any]:
    return {"accepts": [f"{day}T09:00:00Z"], "refuses": [None, "", "noon", 5], "record": SEATING}


FIELDS: dict[str, Any] = {
    "accessArrangement": {
        "kind": chosen("colouredPaper"),
        "percent": {"accepts": [25, "50", None], "refuses": [-1, 201, "some"]},
        "note": text(2000, "Normal way of working since Year 10"),
        "evidenceIds": FILES,
        "approvedOn": {"accepts": ["2020-07-31", None], "refuses": ["31/07/2020", 5]},
        "approvedBy": text(100, "JCQ"),
        "expiresOn": {"accepts": ["2035-07-31", None], "refuses": ["31/07/2020", 5]},
    },
    "examRoom": {
        "capacity": {"accepts": [20, "19"], "refuses": [0, None, 1001, "many"]},
        "distance": {"accepts": [125, "150", None], "refuses": [49, 501, "far"]},
        "rows": {"accepts": [20, "25", None], "refuses": [0, 101, "many"]},
        "columns": {"accepts": [20, "25", None], "refuses": [0, 101, "many"]},
        "separate": FLAG,
    },
    "examSession": {
        "title": needed(200, "Morning in the hall"),
        "roomId": {"accepts": [5], "refuses": [None, "one", -1], "record": SEATING},
        "starts": _moment("2035-06-04"),
        "ends": _moment("2040-06-04"),
        "notes": text(5000, "The clock is five minutes fast"),
    },
    "examSeat": {
        "seat": {"accepts": [19], "refuses": [0, 1001, "front"], "record": 1},
        "identityChecked": FLAG,
    },
    "invigilation": {
        "role": chosen("lead", "invigilator", "reader", "scribe"),
        "minutes": {"accepts": [120, "90", None], "refuses": [-1, 1441, "long"]},
    },
    "examIncident": {},
    "examRatio": {
        "paperKind": chosen("practical"),
        "candidates": {"accepts": [15, "20"], "refuses": [0, None, 501, "many"]},
        "validFrom": NEEDED_DATE,
        "source": text(300, "JCQ ICE 2026"),
    },
}
_NONE: dict[str, Any] = {"body": {}}
MOVES: dict[str, Any] = {
    "examSession": {
        "seat": {"record": SEATING, "body": {"componentId": _paper()}},
        "roster": {"record": UNSTAFFED, "body": {}},
        "begin": _NONE,
        "finish": _NONE,
        "cancel": {"record": UNSTAFFED, "body": {}},
        "mailInvitations": _NONE,
        "moveRoom": {"record": SEATING, "body": {"roomId": 4, "reason": "Water"}},
        "admit": {"record": SEATING, "body": {"candidateId": 1, "componentId": _paper(), "reason": "No form"}},
    },
    "examSeat": dict.fromkeys(("present", "late", "absent", "expected"), _NONE),
    "invigilation": {
        "confirm": {"record": 20, "body": {}},
        "decline": {"body": {"reason": "Away"}},
        "invite": _NONE,
        "mail": _NONE,
        "approveHours": {"record": 1, "body": {}},
        "reopenHours": {"record": 2, "body": {}},
    },
}
_SEATS: dict[str, Any] = {
    "filters": {
        "status": "present,expected,late",
        "kind": "public",
        "starts": f"{TODAY}..",
        "room": "1",
        "sessionId": ",".join(str(number) for number in range(3, 30)),
        "studentId": "1,3,6,9,12,15,18,21,24,27",
        "entryId": ",".join(str(number) for number in range(1, 180)),
        "identityChecked": "true",
        "veryLate": "true",
        "ends": f"{TODAY}..",
        "componentId": ",".join(str(number) for number in range(1, 120)),
        "candidateId": ",".join(str(number) for number in range(1, 60)),
    }
}
LISTS: dict[str, Any] = {
    "accessArrangements": {
        "filters": {
            "kind": "extraTime25",
            "approved": "true",
            "approvedOn": f"..{TODAY}",
            "expiresOn": f"{TODAY}..",
            "studentId": "6,12,15,18,21,24,30",
            "candidateId": "6,7,10,12",
        }
    },
    "examRooms": {"filters": {"separate": "true"}},
    "examSessions": {
        "filters": {
            "status": "planned,running",
            "starts": f"{TODAY}..",
            "kind": "public",
            "unstaffed": "true",
            "room": "1",
            "seriesId": "1",
            "ends": f"{TODAY}..",
            "calendarDays": f"{TODAY}..",
        }
    },
    "examSeats": {"filters": _SEATS["filters"] | {"calendarDays": f"{TODAY}.."}},
    "examDay": _SEATS,
    "invigilation": {
        "filters": {
            "status": "confirmed",
            "role": "lead",
            "kind": "public",
            "starts": f"{TODAY}..",
            "ends": f"{TODAY}..",
            "sessionId": "3,4,5,6,8",
            "invigilatorId": "1,2,3",
            "calendarDays": f"{TODAY}..",
        }
    },
    "examRatios": {"filters": {"paperKind": "written"}},
}
