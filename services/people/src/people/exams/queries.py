"""Queries of exams beyond the declared ones; each takes the actor."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.policy import Actor
from people import choices
from people.exams.joined import joined
from people.exams.model import exam, exam_series
from people.policy import OF_STAFF

extra = joined(
    exam_series, exam_series.c.id, exam_series.c.name.label("series"), exam_series.c.type.label("kind"), by="series_id"
)
"""Name and kind of the series of an exam."""


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
