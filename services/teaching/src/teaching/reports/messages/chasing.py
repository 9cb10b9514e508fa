"""Manual reminders of late reports: of those that the office selects, or of all."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from teaching.reports import rules
from teaching.reports.messages import reminding
from teaching.reports.model import report

NOBODY = "None of these reports is outstanding"
_c = report.c


_RECENT = sa.text("interval '60 days'")
"""As far back as the list counts missing reports."""


def remind(tx: Tx, ids: Sequence[int]) -> dict[str, int]:
    """Notify the tutors of these reports, in one notice each; return the numbers of reports and tutors. Raises Invalid
    if nobody is notified."""
    return _remind(tx, _c.id.in_(ids), "ids")


def remind_late(tx: Tx) -> dict[str, int]:
    """Notify the tutors of all late reports of the last 60 days; return as `remind`."""
    return _remind(tx, sa.and_(_c.deadline < sa.func.now(), _c.deadline > sa.func.now() - _RECENT))


def _remind(tx: Tx, which: sa.ColumnElement[bool], field: str = "") -> dict[str, int]:
    late = sa.cast(sa.func.floor(sa.extract("epoch", sa.func.now() - _c.deadline) / 3600), sa.Integer).label("late")
    rows = tx.all(sa.select(_c.id.label("record_id"), late).where(which, _c.status.in_(rules.WRITTEN)))
    if not rows:
        raise Invalid(NOBODY, fields={field: NOBODY} if field else {})
    return {"reports": len(rows), "writers": reminding.tell_tutors(tx, rows)}
