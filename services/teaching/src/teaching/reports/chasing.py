"""Chase late reports by hand: a reminder for those that the office chooses, or for all that are late."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from teaching.reports import reminding, rules
from teaching.reports.model import report

NOBODY = "None of these reports is waited for"
_c = report.c


_RECENT = sa.text("interval '60 days'")
"""As far back as the list counts what is missing."""


def remind(tx: Tx, ids: Sequence[int]) -> dict[str, int]:
    """Tell the tutors of these reports, in one notice each; answers the reports and the tutors. Raises Invalid where
    nobody is told."""
    return _remind(tx, _c.id.in_(ids), "ids")


def remind_late(tx: Tx) -> dict[str, int]:
    """Tell the tutors of all reports that are late, of the last 60 days; answers as `remind`."""
    return _remind(tx, sa.and_(_c.deadline < sa.func.now(), _c.deadline > sa.func.now() - _RECENT))


def _remind(tx: Tx, which: sa.ColumnElement[bool], field: str = "") -> dict[str, int]:
    late = sa.cast(sa.func.floor(sa.extract("epoch", sa.func.now() - _c.deadline) / 3600), sa.Integer).label("late")
    rows = tx.all(sa.select(_c.id.label("record_id"), late).where(which, _c.status.in_(rules.WRITTEN)))
    if not rows:
        raise Invalid(NOBODY, fields={field: NOBODY} if field else {})
    return {"reports": len(rows), "writers": reminding.tell_tutors(tx, rows)}
