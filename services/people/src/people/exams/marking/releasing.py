"""Immediate release of a trial series' results, instead of at "Results from"."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.changes import writing
from kit.database import Tx, row_or_404
from kit.errors import Conflict
from people.exams.entries.model import exam_entry
from people.exams.fields import EXAM_SERIES_FIELDS
from people.exams.marking.model import trial_mark
from people.exams.marking.publishing import IS_RELEASED, MARKS_SOURCE, publish
from people.exams.model import exam_series
from people.policy import EXAMS

_s = exam_series.c
NOT_TRIAL = "Only the results of trial exams are released here"
NOTHING = "No exam of this series is marked yet"


def release(tx: Tx, series_id: int) -> dict[str, Any]:
    """Release the results of a trial series at once; return their number, and the number of entries still to be marked.
    Raises Forbidden, NotFound, Conflict."""
    EXAMS.require(tx.actor)
    series = row_or_404(tx.connection, sa.select(exam_series).where(_s.id == series_id).with_for_update())
    if series["type"] != "trial":
        raise Conflict(NOT_TRIAL)
    of_series = sa.select(trial_mark.c.status, sa.func.count().label("entries")).select_from(MARKS_SOURCE)
    states = {
        row["status"]: row["entries"]
        for row in tx.all(
            of_series.where(_s.id == series_id, exam_entry.c.status != "withdrawn").group_by(trial_mark.c.status)
        )
    }
    if not states.get("marked"):
        raise Conflict(NOTHING)
    # A time in the past stays: the results have been out since then.
    values = {"state": "released", "results_at": sa.func.least(_s.results_at, sa.func.now())}
    writing.change(tx, EXAM_SERIES_FIELDS, series, values)
    publish(tx, _s.id == series_id)
    of_released = sa.select(sa.func.count()).select_from(MARKS_SOURCE).where(_s.id == series_id, IS_RELEASED)
    waiting = sum(count for state, count in states.items() if state != "marked")
    return {"released": tx.scalar(of_released) or 0, "waiting": waiting}
