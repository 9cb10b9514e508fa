"""`GET /slip/{id}/warnings`: warnings for a reviewer, shown next to the comments (`writing/texts.py`)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, row_or_404
from kit.policy import Actor
from kit.values import richtext
from teaching.copies.model import person
from teaching.slips.model import slip
from teaching.slips.policy import STANDING
from teaching.writing import texts
from teaching.writing.others import other_students

_c = slip.c
_COMMENTS = ("comment", "comment2", "comment3")
_COMPARED = 150
"""Number of earlier slips, by the same tutor or about the same student, with which a slip is compared."""


def warnings(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    """Return the warnings about a slip, in three statements. Raises NotFound."""
    student = sa.and_(person.c.kind == "student", person.c.id == _c.student_id)
    row = row_or_404(
        connection,
        sa.select(slip, person.c.title)
        .select_from(slip.outerjoin(person, student))
        .where(_c.id == record, STANDING.where(actor)),
    )
    warned = texts.check(
        {name: plain for name in _COMMENTS if (plain := richtext.plain(row[name]))},
        row["student_name"],
        row["title"] or "",
        other_students(connection, row),
        _earlier(connection, row),
    )
    return [one.answer("slipId") for one in warned]


def _earlier(connection: sa.Connection, row: Any) -> list[texts.Earlier]:
    """Return the comments of earlier slips by the tutor, and of those about the student."""
    columns = (_c.id, _c.student_id, _c.student_name, _c.tutorial_start, *(_c[name] for name in _COMMENTS))
    before = sa.and_(_c.tutorial_start < row["tutorial_start"], _c.status != "deleted")
    newest = _c.tutorial_start.desc()
    by_tutor, of_student = (
        sa.select(*columns).where(before, column == row[column.name]).order_by(newest).limit(_COMPARED).subquery()
        for column in (_c.tutor_id, _c.student_id)
    )
    rows = all_rows(connection, sa.union(sa.select(by_tutor), sa.select(of_student)))
    same = {row["student_id"]: "this student"}
    return [
        texts.Earlier(one["id"], same.get(one["student_id"], one["student_name"]), plain)
        for one in sorted(rows, key=lambda other: other["tutorial_start"], reverse=True)
        for name in _COMMENTS
        if (plain := richtext.plain(one[name]))
    ]
