"""Predicted grades in reports of both kinds, and the reason of a change.

This room names the tables, which belong to higher rooms, because a report of either kind needs the last grade of the
other kind.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any, TypedDict

import sqlalchemy as sa

from kit.attributes import Attribute
from kit.completeness import Part
from kit.database import first_row
from kit.policy import Actor, Readers, Row
from kit.values import Text
from kit.values.conditions import Requirement
from kit.values.days import LONDON
from kit.values.schemas import Moment
from teaching.writing.grades import NOT_AVAILABLE

REPORT, COLLECTION = "Term report", "Collection report"
REASON = "Please say why the predicted grade changes"
LONGEST = 500
NO_GRADE = ("", NOT_AVAILABLE)
_SHARED = ("id", "cws_id", "status", "predicted_grade", "predicted_reason")
_report = sa.table("report", *map(sa.column, (*_SHARED, "date_to", "tutor_name")))
_collection = sa.table("collection_report", *map(sa.column, (*_SHARED, "submitted", "date", "interviewer_names")))
_r, _h = _report.c, _collection.c
_MOMENT = sa.DateTime(timezone=True)
_DAY = sa.func.timezone(LONDON.key, sa.cast(_h.date, sa.DateTime))
"""The day of an interview as a timestamp."""


def _prediction(
    of: Any, at: sa.ColumnElement[Any], by: sa.ColumnElement[Any], source: str
) -> sa.Select[int, str, dt.datetime, str, str, int, str]:
    return sa.select(
        sa.type_coerce(of.cws_id, sa.BigInteger).label("cws_id"),
        sa.type_coerce(of.predicted_grade, sa.Text).label("grade"),
        sa.type_coerce(at, _MOMENT).label("at"),
        sa.type_coerce(by, sa.Text).label("by"),
        sa.literal(source, sa.Text).label("source"),
        sa.type_coerce(of.id, sa.BigInteger).label("source_id"),
        sa.type_coerce(of.predicted_reason, sa.Text).label("reason"),
    ).where(of.predicted_grade.not_in(NO_GRADE))


PREDICTIONS = sa.union_all(
    _prediction(_r, _r.date_to, _r.tutor_name, REPORT).where(_r.status.in_(("submitted", "checked", "approved"))),
    _prediction(_h, sa.func.coalesce(_DAY, _h.submitted), _h.interviewer_names, COLLECTION).where(_h.status != "draft"),
)
"""A predicted grade: for a student on a course, with its time, author, source and reason of the change. A term report
counts at the end of its period, a collection report on the day of its interview."""


class PredictedBefore(TypedDict):
    """The last predicted grade of the student on the course, with its author and kind of report."""

    grade: str
    at: Moment | None
    by: str
    source: str


def attribute(readers: Readers) -> Attribute:
    """Declare the reason of a changed grade, an attribute of either kind of report."""
    return Attribute(
        name="predictedReason",
        type=Text(max_length=LONGEST, multiline=True),
        title="Reason for the change",
        help="A mock, the work of the term: the reason is shown next to the grade in the list of predicted grades",
        section="assessment",
        readers=readers,
    )


def before(connection: sa.Connection, source: str, row: Row) -> dict[str, Any] | None:
    """Find the last predicted grade: in this report if it was submitted before, else in another report of the student
    on the course; None if nobody has predicted one."""
    earlier = row.get("said_grade", "")
    if earlier not in NO_GRADE:
        return {"grade": earlier, "at": row["submitted"], "by": row["submitted_by_name"], "source": source}
    all_ = PREDICTIONS.subquery()
    other = sa.not_(sa.and_(all_.c.source == source, all_.c.source_id == row["id"]))
    newest = sa.select(all_.c.grade, all_.c.at, all_.c.by, all_.c.source).where(all_.c.cws_id == row["cws_id"], other)
    return first_row(connection, newest.order_by(all_.c.at.desc(), all_.c.source_id.desc()).limit(1))


def needs_reason(source: str, moves: Sequence[str], *, title: str, before_check: str = "") -> Part:
    """Declare the part of a report that a change of its predicted grade needs: its reason. The first grade of a student
    on a course needs none, and neither does N/A. It is checked before `before_check`, by default last."""

    def is_explained(connection: sa.Connection, _: Actor, row: Row) -> bool | None:
        grade = row["predicted_grade"]
        if grade in NO_GRADE or row["predicted_reason"].strip():
            return True
        last = before(connection, source, row)
        return True if last is None or last["grade"] == grade else None

    needed = [Requirement(moves=moves, title=title, text=REASON)]
    return Part("predictedReason", needed, before=before_check, at="isChangeExplained", read=is_explained)
