"""Results of trial exams as mocks of reports, the same for term reports and collection reports.

A report gets each result once: `trial_entry_ids` stores the entries that it has had. A mock that its tutor removed does
not come back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.database import Tx
from kit.database.constraints import unique
from teaching.copies.model import course, course_student, trial_result

_t, _c = trial_result.c, course.c
AS_TOLD = ("month", "mark", "max_mark", "grade", "comment")
"""Columns of a mock that a result fills."""
_GONE = ("withdrawn", "deleted")
_TWICE = "This report already has this result of a trial exam"


def taken_column() -> sa.Column[Any]:
    """Return the column of a report that stores the entries whose results it has had."""
    return sa.Column(
        "trial_entry_ids",
        ARRAY(sa.BigInteger),
        nullable=False,
        server_default="{}",
        comment="entries for trial exams whose results it has had",
    )


def mock_columns(table: str, owner: str) -> tuple[sa.Column[Any], sa.UniqueConstraint]:
    """Return the column of a mock that names the entry it comes from, once a report."""
    column = sa.Column("trial_entry_id", sa.BigInteger, comment="of people; null where it was entered by hand")
    return column, unique(f"uq_{table}_trial", _TWICE, owner, "trial_entry_id")


@dataclass(frozen=True, kw_only=True)
class Reports:
    """A kind of report that takes results. `owner` is the column of its mocks with its id; `is_open` is the condition
    that it is still open, `begins` and `ends` are the days of its period."""

    table: sa.Table
    owner: sa.Column[Any]
    is_open: sa.ColumnElement[bool]
    begins: sa.ColumnElement[Any]
    ends: sa.ColumnElement[Any]

    @property
    def mocks(self) -> sa.Table:
        table: sa.Table = self.owner.table
        return table


def _fits(student: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Return a course of the subject: that of the exam's level, or any if the student attends none of that level."""
    attended = course.alias("attended")
    of_level = sa.exists(
        sa.select(1)
        .select_from(course_student.join(attended, attended.c.id == course_student.c.course_id))
        .where(
            course_student.c.student_id == student,
            course_student.c.status.not_in(_GONE),
            attended.c.subject == _t.subject,
            attended.c.level == _t.level,
        )
    )
    return sa.and_(_c.subject == _t.subject, sa.or_(_c.level == _t.level, ~of_level))


def open_reports(tx: Tx, kind: Reports, result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Lock the open reports of the student of a stored result; each row says whether the result `belongs` in it, and
    has the entries whose results it has had."""
    r = kind.table.c
    belongs = sa.and_(_fits(r.student_id), kind.begins <= _t.released_on)
    statement = (
        sa.select(r.id, r.trial_entry_ids, sa.func.coalesce(belongs, sa.false()).label("belongs"))
        .select_from(kind.table.join(trial_result, _t.id == result["id"]).outerjoin(course, _c.id == r.course_id))
        .where(r.student_id == result["student_id"], kind.is_open)
        .order_by(r.id)
        .with_for_update(of=kind.table)
    )
    return tx.all(statement)


def fill(tx: Tx, kind: Reports, reports: Sequence[int]) -> None:
    """Give new reports the results that were released in their periods, the earliest first."""
    if not reports:
        return
    r = kind.table.c
    rows = tx.all(
        sa.select(r.id.label("report_id"), trial_result)
        .select_from(kind.table.join(course, _c.id == r.course_id).join(trial_result, _t.student_id == r.student_id))
        .where(
            r.id.in_(reports),
            ~_t.withdrawn,
            _t.released_on.between(kind.begins, kind.ends),
            _fits(r.student_id),
        )
        .order_by(r.id, _t.released_on, _t.id)
    )
    for row in rows:
        add(tx, kind, row["report_id"], row)


def add(tx: Tx, kind: Reports, report: int, result: Mapping[str, Any]) -> dict[str, Any]:
    """Add a result to a report as a mock; return the row of the mock."""
    values = {name: result[name] for name in AS_TOLD} | {"trial_entry_id": result["id"], kind.owner.name: report}
    now = tx.one(sa.insert(kind.mocks).values(values).returning(*kind.mocks.c))
    assert now is not None
    _keep(tx, kind, report, sa.func.array_append(kind.table.c.trial_entry_ids, result["id"]))
    return now


def forget(tx: Tx, kind: Reports, report: int, entry: int) -> None:
    """Let a report take the result of an entry again, after it was withdrawn and may be released once more."""
    _keep(tx, kind, report, sa.func.array_remove(kind.table.c.trial_entry_ids, entry))


def _keep(tx: Tx, kind: Reports, report: int, entries: sa.ColumnElement[Any]) -> None:
    tx.execute(sa.update(kind.table).where(kind.table.c.id == report).values(trial_entry_ids=entries))
