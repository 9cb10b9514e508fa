"""Conditions about the option of an entry, and about two entries of one candidate."""

from __future__ import annotations

import sqlalchemy as sa

from people.exams.entries.model import exam_entry
from people.exams.model import exam
from people.exams.options.model import exam_disallowed, exam_option

_e, _x, _o, _d = exam_entry.c, exam.c, exam_option.c, exam_disallowed.c
other_entry, other_exam = exam_entry.alias("other_entry"), exam.alias("other_exam")


def entered_option(entry: sa.FromClause, of: sa.FromClause) -> sa.ColumnElement[str]:
    """Return the entry code of an entry: its own, else that of its exam."""
    return sa.func.coalesce(sa.func.nullif(entry.c.option, ""), of.c.option)


OPTION: sa.ColumnElement[str] = entered_option(exam_entry, exam)
STANDS = _e.status != "withdrawn"
ENTERED: sa.ColumnElement[int] = (
    sa.select(sa.func.count())
    .select_from(exam_entry.join(exam, _x.id == _e.exam_id))
    .where(_x.id == _o.exam_id, _o.code == OPTION, STANDS)
    .correlate(exam_option)
    .scalar_subquery()
)
"""The number of current entries for an option."""


def option_of(*condition: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Return the condition that the option of an entry is known and satisfies `condition`."""
    return sa.exists().where(_o.exam_id == _x.id, _o.code == OPTION, *condition)


HAS_OPTIONS = sa.exists().where(_o.exam_id == _x.id)
"""Condition that the basedata of the exam is known; without it there are no faults about options."""
_OTHERS = (
    other_entry.c.candidate_id == _e.candidate_id,
    other_entry.c.id != _e.id,
    other_entry.c.status != "withdrawn",
    other_exam.c.id == other_entry.c.exam_id,
)
_theirs = entered_option(other_entry, other_exam)
DISALLOWED_PAIR = sa.exists().where(
    *_OTHERS,
    other_exam.c.series_id == _x.series_id,
    _d.series_id == _x.series_id,
    _d.board == _x.board,
    other_exam.c.board == _x.board,
    sa.or_(sa.and_(_d.option == OPTION, _d.other == _theirs), sa.and_(_d.other == OPTION, _d.option == _theirs)),
)
"""Condition that the candidate is entered for another option that the board does not accept together with this one."""
