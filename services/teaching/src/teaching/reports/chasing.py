"""Chase late reports by hand: a reminder for those that the office chooses."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from teaching.reports import reminding, rules
from teaching.reports.model import report

NOBODY = "None of these reports is waited for"
_c = report.c


def remind(tx: Tx, ids: Sequence[int]) -> dict[str, int]:
    """Tell the tutors of these reports, in one notice each; answers the reports and the tutors. Raises Invalid where
    nobody is told."""
    late = sa.cast(sa.func.floor(sa.extract("epoch", sa.func.now() - _c.deadline) / 3600), sa.Integer).label("late")
    rows = tx.all(sa.select(_c.id.label("record_id"), late).where(_c.id.in_(ids), _c.status.in_(rules.WRITTEN)))
    if not rows:
        raise Invalid(NOBODY, fields={"ids": NOBODY})
    return {"reports": len(rows), "writers": reminding.tell_tutors(tx, rows)}
