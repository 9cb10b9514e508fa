"""Coming sessions with candidates and invigilators, for tests."""

from __future__ import annotations

import datetime as dt
from typing import Any

from kit.database import Database
from services.people.tests.builders import make_exam, make_series
from services.people.tests.exam_sessions.builders import enter, make_paper, make_room, plan

AHEAD = dt.datetime.now(dt.UTC).replace(microsecond=0) + dt.timedelta(days=10)


def seated_session(office: Any, database: Database, candidates: int = 1) -> tuple[int, int]:
    """Insert a coming session with candidates of GCSE Mathematics; return its id and that of a candidate."""
    series = make_series(database)
    exam = make_exam(database, series)
    paper = make_paper(database, exam)
    last = [enter(office, database, exam)[0] for _ in range(candidates)][-1]
    session = plan(office, series, make_room(database, capacity=40), AHEAD).json()["data"]["id"]
    office.post(f"/api/v1/exams/sessions/{session}/seat", json={"componentId": paper})
    return session, last


def invite(office: Any, session: int, invigilator: int, **more: Any) -> Any:
    """Put an invigilator on a session; return the response."""
    body = {"sessionId": session, "invigilatorId": invigilator, "role": "invigilator"}
    return office.post("/api/v1/exams/invigilation", json=body | more)
