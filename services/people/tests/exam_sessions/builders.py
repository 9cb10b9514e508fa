"""Exam rooms, sessions, papers and entries for tests."""

from __future__ import annotations

import datetime as dt
from typing import Any

from kit.database import Database
from people.exams.access.model import access_arrangement
from people.exams.components.model import exam_component
from people.exams.sessions.model import exam_room
from people.places.model import location
from services.people.tests.builders import insert
from services.people.tests.exam_entries.builders import make_candidate

MORNING = dt.datetime(2027, 6, 7, 8, tzinfo=dt.UTC)
"""09:00 in London."""


def make_room(database: Database, **values: Any) -> int:
    """Insert a room of 20 seats."""
    place = insert(database, location, {"title": "Hall", "type": "room"})
    return insert(database, exam_room, {"location_id": place} | values)


def make_paper(database: Database, exam: int, **values: Any) -> int:
    """Insert a written paper of 90 minutes, on the morning of 7 June 2027."""
    given = {"exam_id": exam, "code": "8300/1", "minutes": 90, "sitting_date": MORNING.date(), "session": "am"}
    return insert(database, exam_component, given | values)


def make_arrangement(database: Database, candidate: int, kind: str, **values: Any) -> int:
    """Insert an arrangement that was approved in 2026."""
    given = {"candidate_id": candidate, "kind": kind, "approved_on": dt.date(2026, 9, 1)}
    return insert(database, access_arrangement, given | values)


def enter(office: Any, database: Database, exam: int, **values: Any) -> tuple[int, int]:
    """Insert a new candidate with an entry; return the ids of both."""
    candidate = make_candidate(database, **values)
    answer = office.post("/api/v1/exams/entries", json={"candidateId": candidate, "examId": exam})
    return candidate, answer.json()["data"]["id"]


def plan(office: Any, series: int, room: int, starts: dt.datetime = MORNING, **values: Any) -> Any:
    """Plan a session of 90 minutes; return the response."""
    body = {
        "seriesId": series,
        "title": "Morning",
        "roomId": room,
        "starts": starts.isoformat(),
        "ends": (starts + dt.timedelta(minutes=90)).isoformat(),
    }
    return office.post("/api/v1/exams/sessions", json=body | values)
