"""Queries of the papers of trial exams for other rooms."""

from __future__ import annotations

import sqlalchemy as sa

from people.exams.components.model import exam_component
from people.exams.entries.model import exam_entry
from people.exams.trialpapers.model import trial_paper

_p, _c, _e = trial_paper.c, exam_component.c, exam_entry.c


def maximum_of(connection: sa.Connection, entry_id: int) -> int | None:
    """Return the marks of all question papers of an entry's exam; None where none says it."""
    papers = trial_paper.join(exam_component, _c.id == _p.component_id).join(exam_entry, _e.exam_id == _c.exam_id)
    total = sa.select(sa.func.sum(_p.max_mark)).select_from(papers)
    found: int | None = connection.scalar(total.where(_e.id == entry_id, _p.kind == "question"))
    return found
