"""Queries of candidates in a series beyond the declared ones; each takes the actor."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.policy import Actor
from people import choices
from people.exams.candidacies.model import exam_candidacy
from people.exams.model import exam_series
from people.exams.policy import of_candidate
from people.persons.model import TABLES
from people.persons.queries import contains_words, full_name

_c, _s, _candidate = exam_candidacy.c, exam_series.c, TABLES["candidate"]
CANDIDACIES = of_candidate(_c.candidate_id)


def names(connection: sa.Connection, actor: Actor, search: str, ids: str) -> list[dict[str, Any]]:
    """Return choices for a form: `{value, label}` of candidates in series, newest series first (`choices.answer`)."""
    label = _s.name + ": " + _c.number + " " + full_name(_candidate)
    source = exam_candidacy.join(exam_series, _s.id == _c.series_id).join(
        _candidate, _candidate.c.id == _c.candidate_id
    )
    statement = sa.select(_c.id.label("value"), label.label("label")).select_from(source)
    statement = statement.where(CANDIDACIES.where(actor)).order_by(_s.year.desc(), _s.id.desc(), _c.number, _c.id)
    return choices.answer(
        connection,
        statement,
        _c.id,
        search=search,
        ids=ids,
        matches=lambda typed: contains_words(_candidate.c.search, typed),
    )
