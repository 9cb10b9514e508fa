"""Access to the marks of components: they are part of the result, so only the office reads them before the release."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import Scope
from people.exams.entries.model import exam_entry
from people.exams.marks.model import component_mark
from people.exams.model import exam, exam_series
from people.exams.policy import of_candidate

_m, _of_entry, _exam, _series = component_mark.c, exam_entry.alias("of_entry"), exam.alias("x"), exam_series.alias("s")
RELEASED = sa.exists().where(
    _of_entry.c.id == _m.entry_id,
    _exam.c.id == _of_entry.c.exam_id,
    _series.c.id == _exam.c.series_id,
    _series.c.results_at <= sa.func.now(),
)
_reached = of_candidate(_m.candidate_id)
MARKS = Scope(
    everything=_reached.everything, own={kind: sa.and_(mine, RELEASED) for kind, mine in _reached.own.items()}
)
