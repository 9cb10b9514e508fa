"""Examples of the calendar, for the conformance suite."""

from __future__ import annotations

import datetime as dt
from typing import Any

from services.demo.calendar import Calendar
from services.demo.world import build
from services.people.tests.values import (
    FLAG,
    HOURS,
    LINK,
    RICH,
    chosen,
    needed,
    text,
)


def _first_event(minutes: int) -> str:
    """A time within an hour of the first event of the demo data, at which all its persons are free."""
    first = next(Calendar(build()).events())
    return (first.starts + dt.timedelta(minutes=minutes)).isoformat()


_EVENTS = {
    "type": "tutorial,busy",
    "status": "active",
    "start": "2020-01-01..",
    "end": "2020-01-01..",
    "locationId": "2",
    "courseId": "1",
    "departmentId": "1",
    "seriesId": "1",
    "userId": "41,42",
    "tutorId": "1",
    "studentId": "1",
    "from": "2020-01-01",
    "to": "2100-01-01",
    "calendarDays": "2020-01-01..",
}
_MY_EVENTS = {name: value for name, value in _EVENTS.items() if name != "studentId"} | {
    "type": "meeting",
    "seriesId": str(Calendar(build()).series[-1].id),
    "userId": "1",
}
FIELDS: dict[str, Any] = {
    "workingHours": {"hours": HOURS},
    "event": {
        "title": needed(200, "Physics"),
        "type": chosen("tutorial", "invigilation session"),
        "start": {"record": 1, "accepts": [_first_event(minutes=5)], "refuses": [None, "", "noon", 5, [1]]},
        "end": {"record": 1, "accepts": [_first_event(minutes=55)], "refuses": [None, "", "noon", 5, [1]]},
        "allDay": FLAG,
        "locationId": {"accepts": [2, 0, None], "refuses": ["one", -1, True]},
        "zoomTutorId": LINK,
        "courseId": LINK,
        "departmentId": LINK,
        "notes": RICH,
        "overrideReason": text(200, "She knows"),
    },
    "eventPerson": {
        "eventId": {"accepts": [1], "refuses": [None, 0, "one"]},
        "kind": chosen("tutor", "student"),
        "personId": {"accepts": [1], "refuses": [None, 0, "one"]},
        "cwsId": {"accepts": [1, None], "refuses": [0, "one"]},
        "status": chosen("invited", "accepted", "declined"),
    },
    "eventSeries": {
        "title": needed(200, "Physics"),
        "type": chosen("tutorial", "meeting"),
        "rule": needed(300, "FREQ=WEEKLY;COUNT=3"),
        "firstDay": {"accepts": ["2026-09-07"], "refuses": [None, "tomorrow", 5]},
        "time": needed(5, "09:30"),
        "minutes": {"accepts": [60, "45"], "refuses": [None, -1, "long"]},
        "locationId": {"accepts": [2, 0, None], "refuses": ["one", -1, True]},
        "zoomTutorId": LINK,
        "courseId": LINK,
        "departmentId": LINK,
    },
}
MOVES: dict[str, Any] = {
    "event": {"cancel": {"body": {"reason": "The tutor is ill", "scope": "this"}}, "restore": {"body": {}}},
}
LISTS: dict[str, Any] = {
    "events": {"filters": _EVENTS},
    "myEvents": {"filters": _MY_EVENTS},
    "mySessions": {
        "filters": {name: _EVENTS[name] for name in ("start", "end", "from", "to")},
        "reader": "invigilator",
    },
    "masterEvents": {
        "filters": {
            "type": "tutorial,meeting",
            "firstDay": "2020-01-01..",
            "locationId": "2",
            "courseId": "1",
            "departmentId": "1",
        }
    },
}
