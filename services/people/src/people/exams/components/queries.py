"""Queries of components beyond the declared ones."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.policy import Actor
from people import choices
from people.exams.components.lists import EXAM_TITLE
from people.exams.components.model import exam_component
from people.exams.model import exam, exam_series
from people.policy import OF_STAFF


def names(connection: sa.Connection, actor: Actor, search: str, ids: str) -> list[dict[str, Any]]:
    """Return choices for a form: `{value, label}` of papers, those of the newest series first (`choices.answer`)."""
    c = exam_component.c
    label = sa.func.concat_ws(" ", exam_series.c.name + ":", exam.c.board, EXAM_TITLE, c.code, type_=sa.Text)
    statement = sa.select(c.id.label("value"), label.label("label")).where(OF_STAFF.where(actor))
    statement = statement.join(exam, exam.c.id == c.exam_id).join(exam_series, exam_series.c.id == exam.c.series_id)
    order = (exam_series.c.year.desc(), exam_series.c.id.desc(), exam.c.level, exam.c.subject, c.code)
    statement = statement.order_by(*order)
    return choices.answer(connection, statement, c.id, search=search, ids=ids, matches=choices.words_in(label))
