"""Entries that block the declaration of a centre assessed series."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from people.exams.entries.model import exam_entry
from people.exams.model import exam

_e = exam_entry.c
NO_GRADE = "{count} entries have no grade or no rank"
NOT_AGREED = "{count} entries wait for the second assessor"
NOT_RANKED = "The ranks of {exam}, grade {grade}, do not run from 1 to {count}"
MOST = 3
"""Maximum exams named in one refusal."""


def missing(tx: Tx, series_id: int) -> list[str]:
    """Return sentences about missing data; none for a series that can be declared."""
    of_series = sa.and_(exam.c.series_id == series_id, _e.status != "withdrawn")
    source = exam_entry.join(exam, exam.c.id == _e.exam_id)
    counts = tx.one(
        sa.select(
            sa.func.count().filter(sa.or_(_e.assessed_grade == "", _e.rank.is_(None))).label("bare"),
            sa.func.count().filter(_e.assessed_grade != "", _e.agreed_on.is_(None)).label("single"),
        )
        .select_from(source)
        .where(of_series)
    )
    assert counts is not None
    lacks = [
        text.format(count=counts[name]) for name, text in (("bare", NO_GRADE), ("single", NOT_AGREED)) if counts[name]
    ]
    count = sa.func.count()
    gaps = tx.all(
        sa.select(exam.c.name.label("exam"), _e.assessed_grade.label("grade"), count.label("count"))
        .select_from(source)
        .where(of_series, _e.assessed_grade != "", _e.rank.is_not(None))
        .group_by(exam.c.id, exam.c.name, _e.assessed_grade)
        .having(sa.or_(sa.func.count(_e.rank.distinct()) != count, sa.func.max(_e.rank) != count))
        .order_by(exam.c.name, _e.assessed_grade)
        .limit(MOST)
    )
    return lacks + [NOT_RANKED.format(**gap) for gap in gaps]
