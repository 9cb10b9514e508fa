"""The maximum of an exam's marks: the sum of its question papers, until the marker has entered one."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from kit.database.tables import version_values
from kit.policy import Row
from kit.records import Watch
from people.exams.components.model import exam_component
from people.exams.entries.model import exam_entry
from people.exams.marking.attributes import OPEN
from people.exams.marking.model import trial_mark
from people.exams.trialpapers.model import trial_paper

_m, _e, _p, _c = trial_mark.c, exam_entry.c, trial_paper.c, exam_component.c
_MARKS = (
    sa.select(sa.func.sum(_p.max_mark))
    .join(exam_component, _c.id == _p.component_id)
    .where(_c.exam_id == _e.exam_id, _p.kind == "question")
    .correlate(exam_entry)
    .scalar_subquery()
)


def fill(tx: Tx, where: sa.ColumnElement[bool]) -> None:
    """Set the maximum of the marks of these entries that nobody has begun."""
    unmarked = sa.and_(_m.entry_id == _e.id, _m.status.in_(OPEN), _m.mark.is_(None), _MARKS.is_not(None))
    tx.execute(sa.update(trial_mark).where(unmarked, where).values(max_mark=_MARKS, **version_values(trial_mark)))


def _paper(tx: Tx, before: Row | None, now: Row | None) -> None:
    row = now or before
    if row is not None:
        exam_id = sa.select(_c.exam_id).where(_c.id == row["component_id"]).scalar_subquery()
        fill(tx, _e.exam_id == exam_id)


WATCHES = (Watch("trialPaper", _paper),)
