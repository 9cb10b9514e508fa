"""The list of the papers of trial exams."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.lists import Column, Filter, ListSpec, Tab
from people.exams.components.lists import EXAM_TITLE
from people.exams.components.model import exam_component
from people.exams.entries.model import exam_entry
from people.exams.marking.model import trial_mark
from people.exams.model import exam, exam_series
from people.exams.trialpapers.attributes import TRIAL_PAPER
from people.exams.trialpapers.fields import PAPER_FIELDS
from people.exams.trialpapers.model import trial_paper

_p, _c, _x, _s, _e = trial_paper.c, exam_component.c, exam.c, exam_series.c, exam_entry.c


def _of_mark(values: Any) -> sa.ColumnElement[bool]:
    """Return the papers of the exam that a mark is about."""
    marked = sa.select(_e.exam_id).join(trial_mark, trial_mark.c.entry_id == _e.id)
    return _x.id.in_(marked.where(trial_mark.c.id == sa.func.any(values)))


TRIAL_PAPERS = ListSpec(
    name="trialPapers",
    path="/trialexams/papers",
    title="Papers of trial exams",
    one="paper",
    naming="title",
    source=trial_paper.join(exam_component, _c.id == _p.component_id)
    .join(exam, _x.id == _c.exam_id)
    .join(exam_series, _s.id == _x.series_id),
    columns=TRIAL_PAPER.columns(
        Column(name="id", expression=_p.id, type="id", hidden=True, width=70),
        "title",
        "kind",
        Column(name="exam", expression=EXAM_TITLE, width=190),
        Column(name="code", expression=_c.code, title="Paper", width=100),
        *("maxMark", "releasedFrom"),
        Column(name="series", expression=_s.name, width=190),
    ),
    filters=TRIAL_PAPER.filters(
        "kind",
        Filter(name="examId", expression=_x.id, hidden=True, column="exam"),
        Filter(name="markId", expression=trial_mark.c.id, hidden=True, condition=_of_mark),
        Filter(name="seriesId", expression=_s.id, hidden=True, column="series"),
    ),
    tabs=[Tab(filter="kind", with_all=True)],
    default_sort="title",
    target="/trialexams/papers/{id}",
    edit=PAPER_FIELDS,
)
LISTS = (TRIAL_PAPERS,)
