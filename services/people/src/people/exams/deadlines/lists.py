"""The list of deadlines, each with the number of entries that still lack the data."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database.sql import TODAY
from kit.lists import By, Calendar, Column, Figures, Filter, ListSpec, Tab
from people.exams.attributes import TYPES
from people.exams.components.model import exam_component
from people.exams.deadlines.attributes import DEADLINE
from people.exams.deadlines.fields import DEADLINE_FIELDS
from people.exams.deadlines.model import exam_deadline
from people.exams.entries.model import exam_entry
from people.exams.marks.model import component_mark
from people.exams.model import exam, exam_series

_d, _s, _e, _entry = exam_deadline.c, exam_series.c, exam.c, exam_entry.c
_c, _m = exam_component.c, component_mark.c
_DUE = sa.cast(_d.due_on - TODAY, sa.Integer)
_COURSEWORK = (_c.exam_id == _e.id, _c.kind == "coursework")
_NO_MARK = ~sa.exists().where(_m.entry_id == _entry.id, _m.component_id == _c.id).correlate(exam_entry, exam_component)
_NO_COURSEWORK_MARK = sa.and_(
    _entry.coursework_mark.is_(None),
    sa.or_(
        sa.exists().where(*_COURSEWORK, _NO_MARK).correlate(exam, exam_entry),
        ~sa.exists().where(_c.exam_id == _e.id).correlate(exam, exam_entry),
    ),
)
"""An entry without a coursework mark: the total, or that of a coursework paper. Exams whose papers are not known yet
count as having coursework."""
LACKS = sa.case(
    (_d.kind.in_(("entries", "late", "veryLate")), _entry.status == "planned"),
    (_d.kind == "forecasts", sa.and_(_entry.status.in_(("entered", "amended")), _entry.forecast_grade == "")),
    (_d.kind == "coursework", sa.and_(_entry.status.in_(("entered", "amended")), _NO_COURSEWORK_MARK)),
    else_=sa.false(),
)
"""An entry without the data that a deadline of its series and board requires."""
MISSING: sa.ColumnElement[int] = (
    sa.select(sa.func.count())
    .select_from(exam_entry.join(exam, _e.id == _entry.exam_id))
    .where(_e.series_id == _d.series_id, _e.board == _d.board, LACKS)
    .correlate(exam_deadline)
    .scalar_subquery()
)

DEADLINES = ListSpec(
    name="examDeadlines",
    path="/exams/deadlines",
    title="Exam deadlines",
    one="deadline",
    naming="series",
    source=exam_deadline.join(exam_series, _s.id == _d.series_id),
    columns=DEADLINE.columns(
        Column(name="id", expression=_d.id, type="id", hidden=True, width=70),
        Column(name="series", expression=_s.name, width=180),
        *("board", "kind", "dueOn"),
        Column(name="days", expression=_DUE, title="Days left", type="integer", width=95),
        Column(name="missing", expression=MISSING, title="Still missing", type="integer", width=115),
        "source",
    ),
    filters=DEADLINE.filters(
        *("kind", "board", "dueOn"),
        Filter(name="seasonKind", expression=_s.type, title="Kind of season", options=TYPES),
    ),
    tabs=[Tab(filter="kind", with_all=True)],
    views=(Calendar(title="series", lines=("board", "kind"), start="dueOn"),),
    default_sort="dueOn",
    figures=Figures(by=("kind", By("board", text="board"), "dueOn")),
    edit=DEADLINE_FIELDS,
)
LISTS = (DEADLINES,)


def lacks_for(values: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that an entry lacks the data that one of these deadlines requires."""
    mine = (_e.id == _entry.exam_id, _d.series_id == _e.series_id, _d.board == _e.board)
    return sa.exists().where(*mine, _d.id == sa.func.any(values), LACKS).correlate(exam_entry, exam)
