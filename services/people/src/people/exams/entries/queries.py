"""Queries of entries beyond the declared ones; each takes the actor."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.policy import EVERYBODY, Actor
from people import choices
from people.exams.candidacies.model import exam_candidacy
from people.exams.components.lists import EXAM_TITLE
from people.exams.entries.model import exam_entry
from people.exams.entries.policy import ENTRIES
from people.exams.joined import joined
from people.exams.model import RESULTS_OUT, exam, exam_series
from people.persons.model import TABLES
from people.persons.queries import contains_words, full_name

_e, _candidate, _number = exam_entry.c, TABLES["candidate"], exam_candidacy.c.number
SOURCE = (
    exam_entry.join(exam, exam.c.id == _e.exam_id)
    .join(exam_series, exam_series.c.id == exam.c.series_id)
    .join(exam_candidacy, exam_candidacy.c.id == _e.candidacy_id)
    .join(_candidate, _candidate.c.id == _e.candidate_id)
)
"""An entry with its exam, series, candidate and place in the series."""
RELEASED: sa.ColumnElement[str] = sa.case((RESULTS_OUT, _e.result_grade), else_="")
"""The result for everybody who reaches the entry, once the series has released it."""
RELEASED_MARK: sa.ColumnElement[int] = sa.case((RESULTS_OUT, _e.result_mark), else_=sa.null())
RELEASED_TO = EVERYBODY


extra = joined(
    SOURCE,
    _e.id,
    full_name(_candidate).label("candidate"),
    EXAM_TITLE.label("exam"),
    exam.c.board.label("board"),
    exam_series.c.name.label("series"),
    _number.label("number"),
    RELEASED.label("result"),
)
"""Names of candidate, exam and series, the number, and the result once it is released."""


def names(connection: sa.Connection, actor: Actor, search: str, ids: str) -> list[dict[str, Any]]:
    """Return choices for a form: `{value, label}` of current entries, newest series first (`choices.answer`)."""
    label = _number + " " + full_name(_candidate) + ": " + EXAM_TITLE
    statement = sa.select(_e.id.label("value"), label.label("label")).select_from(SOURCE)
    order = (exam_series.c.year.desc(), exam_series.c.id.desc(), _number, _e.id)
    return choices.answer(
        connection,
        statement.where(ENTRIES.where(actor)).order_by(*order),
        _e.id,
        search=search,
        ids=ids,
        matches=lambda typed: contains_words(_candidate.c.search, typed),
        offered=(_e.status != "withdrawn",),
    )
