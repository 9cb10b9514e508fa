"""Queries of candidates in a series beyond the declared ones; each takes the actor."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.policy import Actor
from people.exams.candidacies.model import exam_candidacy
from people.exams.model import exam_series
from people.exams.policy import of_candidate
from people.exams.queries import NAMES_MOST
from people.persons.model import TABLES
from people.persons.queries import contains_words, full_name

_c, _s, _candidate = exam_candidacy.c, exam_series.c, TABLES["candidate"]
CANDIDACIES = of_candidate(_c.candidate_id)


def names(connection: sa.Connection, actor: Actor, search: str) -> list[dict[str, Any]]:
    """Choices for a form: `{value, label}` of candidates in series, newest series first, at most 1000."""
    label = _s.name + ": " + _c.number + " " + full_name(_candidate)
    source = exam_candidacy.join(exam_series, _s.id == _c.series_id).join(
        _candidate, _candidate.c.id == _c.candidate_id
    )
    statement = sa.select(_c.id.label("value"), label.label("label")).select_from(source)
    statement = statement.where(CANDIDACIES.where(actor))
    if search:
        statement = statement.where(*contains_words(_candidate.c.search, search))
    return all_rows(connection, statement.order_by(_s.year.desc(), _s.id.desc(), _c.number, _c.id).limit(NAMES_MOST))
