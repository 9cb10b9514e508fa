"""Deadlines for calendars of other programs."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.http import core
from kit.http.fastapi import Call, Routes
from kit.policy import Actor
from kit.values.days import LONDON
from people.calendar import ics
from people.exams.deadlines.attributes import KINDS
from people.exams.deadlines.lists import MISSING
from people.exams.deadlines.model import exam_deadline
from people.exams.model import exam_series
from people.policy import OF_STAFF, STAFF

routes = Routes()
_d, _s = exam_deadline.c, exam_series.c
_TITLES = {option.value: option.label for option in KINDS}


@routes.get("/exams/deadlines.ics", may=STAFF, answers=ics.MEDIA_TYPE)
def as_calendar(call: Call) -> core.Answer:
    """Download the deadlines of open series as a calendar: an entry of a whole day for each"""
    content = ics.calendar(call.read(_deadlines))
    headers = {"Content-Disposition": 'attachment; filename="exam-deadlines.ics"', "Cache-Control": "private, no-cache"}
    return core.Answer(content, 200, ics.MEDIA_TYPE, headers)


def _deadlines(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    columns = (_d.id, _d.version, _d.modified, _d.kind, _d.board, _d.due_on, _s.name, MISSING.label("missing"))
    rows = all_rows(
        connection,
        sa.select(*columns)
        .join(exam_series, _s.id == _d.series_id)
        .where(OF_STAFF.where(actor), _s.state.not_in(("released", "closed")))
        .order_by(_d.due_on, _d.id),
    )
    return [_entry(row) for row in rows]


def _entry(row: dict[str, Any]) -> dict[str, Any]:
    starts = dt.datetime.combine(row["due_on"], dt.time(), LONDON)
    return {
        # The numbers of deadlines are apart from those of events.
        "id": f"examdeadline-{row['id']}", "version": row["version"], "modified": row["modified"],
        "title": f"{_TITLES[row['kind']]}: {row['board']}, {row['name']}", "starts": starts,
        "ends": starts + dt.timedelta(days=1), "all_day": True, "status": "active", "cancel_reason": "",
        "location": "", "course": f"{row['missing']} missing" if row["missing"] else "",
    }  # fmt: skip
