"""Publication of the results of trial exams: after the release, when they change, and when they are withdrawn.

A row stores the result as published. Every write that may change a result compares it in its transaction. A job does so
every five minutes, because "Results from" passes without a write.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Database, Tx
from kit.jobs import Job, Schedule
from kit.policy import Row, as_service
from kit.records import Watch
from kit.values.days import LONDON
from people.events import TRIAL_RESULT_RELEASED
from people.exams.components.lists import EXAM_TITLE
from people.exams.components.model import exam_component
from people.exams.entries.model import exam_entry
from people.exams.entries.queries import SOURCE
from people.exams.marking.model import trial_mark
from people.exams.marking.preparing import prepare
from people.exams.model import RESULTS_OUT, exam, exam_series
from people.persons.model import TABLES

_m, _e, _x, _s = trial_mark.c, exam_entry.c, exam.c, exam_series.c
_candidate = TABLES["candidate"].c
MARKS_SOURCE = trial_mark.join(SOURCE, _e.id == _m.entry_id)
"""A mark with its entry, exam, series and candidate."""
STANDS = sa.and_(_m.status == "marked", _e.status != "withdrawn", _e.result_grade != "")
IS_RELEASED: sa.ColumnElement[bool] = sa.and_(STANDS, RESULTS_OUT)
"""Condition that the candidate and their parents see the result."""
_LAST_SITTING = (
    sa.select(sa.func.max(exam_component.c.sitting_date))
    .where(exam_component.c.exam_id == _x.id)
    .correlate(exam)
    .scalar_subquery()
)
MONTH: sa.ColumnElement[str] = sa.func.to_char(sa.func.coalesce(_LAST_SITTING, _m.marked_on), "FMMonth", type_=sa.Text)
"""The month in which the last paper was sat; without a day, the month in which it was marked."""
_DAY = sa.func.timezone("Europe/London", _s.results_at, type_=sa.DateTime())
_SAYS = sa.func.concat_ws(
    "|",
    _m.mark,
    _m.max_mark,
    MONTH,
    sa.cast(_DAY, sa.Date),
    _candidate.student_id,
    _e.result_grade,
    _m.comment,
    type_=sa.Text,
)
RESULT = sa.case((sa.and_(IS_RELEASED, _candidate.student_id.is_not(None)), _SAYS), else_="")
"""The result of an entry for publication; empty without a current one, or if the candidate is not a student."""


def publish(tx: Tx, where: sa.ColumnElement[bool]) -> int:
    """Publish the results among the entries of `where` that differ from the last publication; return their number."""
    columns = (
        _m.id.label("mark_id"),
        _e.id,
        _m.mark,
        _m.max_mark,
        _m.comment,
        _e.result_grade,
        MONTH.label("month"),
        _x.level,
        _x.subject,
        EXAM_TITLE.label("exam"),
        _s.name.label("series"),
        _s.results_at,
        _candidate.student_id,
        RESULT.label("result"),
    )
    statement = sa.select(*columns).select_from(MARKS_SOURCE).where(where, _m.told != RESULT).order_by(_m.id)
    # The lock makes two writers of one entry publish one after the other, the later state last.
    rows = tx.all(statement.with_for_update(of=trial_mark))
    for row in rows:
        tx.execute(sa.update(trial_mark).where(_m.id == row["mark_id"]).values(told=row["result"]))
    tx.publish_each(TRIAL_RESULT_RELEASED, rows, _payload)
    return len(rows)


def _payload(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": row["id"],
        "studentId": row["student_id"] or 0,
        "level": row["level"],
        "subject": row["subject"],
        "exam": row["exam"],
        "series": row["series"],
        "month": row["month"] or "",
        "mark": row["mark"] or 0,
        "maxMark": row["max_mark"] or 0,
        "grade": row["result_grade"],
        "comment": row["comment"],
        "releasedOn": row["results_at"].astimezone(LONDON).date().isoformat() if row["results_at"] else "",
        "withdrawn": row["result"] == "",
    }


def follow(database: Database) -> dict[str, Any]:
    """Publish the results that changed without a write; return their number."""
    with database.transaction(as_service("people")) as tx:
        return {"told": publish(tx, sa.true())}


FOLLOW = Job("people.trialResults", lambda context: follow(context.db))
OFTEN = Schedule("trialResults", "FREQ=MINUTELY;INTERVAL=5", FOLLOW, title="Release the results of trial exams")


def _entry(tx: Tx, before: Row | None, now: Row | None) -> None:
    if now is None or now["kind"] != "trial":
        return
    if before is None:
        prepare(tx, [now["id"]])
    publish(tx, _e.id == now["id"])


def _series(tx: Tx, before: Row | None, now: Row | None) -> None:
    if now is not None and now["type"] == "trial":
        publish(tx, _s.id == now["id"])


WATCHES = (Watch("examEntry", _entry), Watch("examSeries", _series))
