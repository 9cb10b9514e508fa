"""`GET /report/{id}/warnings`: warnings about the comments of a report, as on slips (`writing/texts.py`). Short phrases
such as N/A are reported too; nothing is refused."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, row_or_404
from kit.policy import Actor, Row
from kit.values import richtext
from kit.values.days import LONDON
from kit.values.shown import shown
from teaching.copies.model import person
from teaching.reports import rules
from teaching.reports.model import report
from teaching.reports.policy import WRITTEN
from teaching.writing import texts
from teaching.writing.others import other_students

_c = report.c
_COMPARED = 40
"""Number of other reports, by the same tutor or about the same student, with which a report is compared."""


def warnings(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    """Return the warnings about a report, in three statements. Raises NotFound."""
    student = sa.and_(person.c.kind == "student", person.c.id == _c.student_id)
    row = row_or_404(
        connection,
        sa.select(report, person.c.title)
        .select_from(report.outerjoin(person, student))
        .where(_c.id == record, WRITTEN.where(actor)),
    )
    warned = texts.check(
        _comments(row),
        row["student_name"],
        row["title"] or "",
        other_students(connection, row),
        _others(connection, row),
        called="report",
        subject="the term",
    )
    return [one.answer("reportId") for one in warned]


def _comments(row: Row) -> dict[str, str]:
    return {name: plain for name in rules.FIELDS if (plain := richtext.plain(row[name]))}


def _others(connection: sa.Connection, row: Row) -> list[texts.Earlier]:
    """Return the comments of the latest reports by the tutor, including those of the same term, and about the
    student."""
    columns = (_c.id, _c.student_id, _c.student_name, _c.date_to, *(_c[name] for name in rules.FIELDS))
    others = sa.and_(_c.id != row["id"], _c.date_to <= row["date_to"])
    by_tutor, of_student = (
        sa.select(*columns)
        .where(others, column == row[column.name])
        .order_by(_c.date_to.desc(), _c.id.desc())
        .limit(_COMPARED)
        .subquery()
        for column in (_c.tutor_id, _c.student_id)
    )
    rows = {one["id"]: one for one in all_rows(connection, sa.union_all(sa.select(by_tutor), sa.select(of_student)))}
    return [
        texts.Earlier(one["id"], _about(one, row), plain)
        for one in sorted(rows.values(), key=lambda other: other["date_to"], reverse=True)
        for plain in _comments(one).values()
    ]


def _about(one: Row, row: Row) -> str:
    """Return `this student, to 12/12/26`, or the name of another one."""
    if one["student_id"] == row["student_id"]:
        return f"this student, to {shown(one['date_to'].astimezone(LONDON).date())}"
    return str(one["student_name"])
