"""Lock of grades and ranks after the declaration."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict
from kit.policy import Row
from people.exams.assessment.model import centre_declaration
from people.exams.model import exam

DECLARED = "The head of centre has declared the grades of this series. An appeal changes them"


def refuse_declared(tx: Tx, entry: Row) -> None:
    """Refuse a change of grade or rank in a declared series. Raises Conflict."""
    series = sa.select(exam.c.series_id).where(exam.c.id == entry["exam_id"]).scalar_subquery()
    if tx.scalar(sa.select(sa.exists().where(centre_declaration.c.series_id == series))):
        raise Conflict(DECLARED)
