"""Deletion of the contents of board files, some months after their series is closed (Setup, Rules of exams). Hash, name
and rows stay as the log of the exchange."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.database.sql import TODAY
from kit.jobs import Job, JobContext, Schedule
from kit.policy import as_service
from people.exams.files.model import exam_file
from people.exams.model import exam_series
from people.exams.rules.model import holds

_f, _s = exam_file.c, exam_series.c
_SINCE = sa.func.make_interval(0, holds("fileMonths", TODAY))


def empty(tx: Tx) -> int:
    """Empty the files of series that were closed long enough ago; return their number."""
    over = sa.select(_s.id).where(_s.state == "closed", _s.closed_on + _SINCE <= sa.func.now())
    values = {"content": "", "emptied": sa.func.now(), "version": _f.version + 1}
    statement = sa.update(exam_file).where(_f.series_id.in_(over), _f.content != "").values(values)
    return len(tx.all(statement.returning(_f.id)))


def _run(context: JobContext) -> dict[str, Any]:
    with context.db.transaction(as_service("people")) as tx:
        return {"emptied": empty(tx)}


EMPTY = Job("people.emptyExamFiles", _run)
EVERY_NIGHT = Schedule(
    "emptyExamFiles", "FREQ=DAILY;BYHOUR=3;BYMINUTE=50", EMPTY, title="Empty files of boards of closed series"
)
