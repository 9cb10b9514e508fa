"""Records of entries for tests."""

from __future__ import annotations

import datetime as dt
from typing import Any

from kit.database import Database
from kit.values.days import today
from people.exams.deadlines.model import exam_deadline
from services.people.tests.builders import insert, make_person


def make_candidate(database: Database, **values: Any) -> int:
    """Insert Ada Lovelace, a candidate."""
    return make_person(database, "candidate", **values)


def make_deadline(database: Database, series: int, kind: str, days: int) -> int:
    """Insert a deadline of AQA, the given number of days from today."""
    due = today() + dt.timedelta(days=days)
    return insert(database, exam_deadline, {"series_id": series, "board": "AQA", "kind": kind, "due_on": due})
