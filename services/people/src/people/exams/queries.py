"""Queries of exams beyond the declared ones; each takes the actor."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import first_row
from kit.policy import Actor, Row
from people import choices
from people.exams.model import exam, exam_series
from people.policy import OF_STAFF


def extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the name and the kind of the series of an exam."""
    columns = (exam_series.c.name.label("series"), exam_series.c.type.label("kind"))
    return first_row(connection, sa.select(*columns).where(exam_series.c.id == row["series_id"])) or {}


def names(connection: sa.Connection, actor: Actor, search: str, ids: str) -> list[dict[str, Any]]:
    """Return choices for a form: `{value, label}` of exams, newest series first (`choices.answer`)."""
    c = exam.c
    label = sa.func.concat_ws(" ", exam_series.c.name + ":", c.board, c.level, c.subject, sa.func.nullif(c.code, ""))
    statement = (
        sa.select(c.id.label("value"), label.label("label"))
        .select_from(exam.join(exam_series, exam_series.c.id == c.series_id))
        .where(OF_STAFF.where(actor))
        .order_by(exam_series.c.year.desc(), exam_series.c.id.desc(), c.level, c.subject, c.id)
    )
    return choices.answer(connection, statement, c.id, search=search, ids=ids, matches=choices.words_in(label))
