"""Certificates of a whole series."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx, row_or_404
from kit.errors import Conflict
from people.exams.certificates.model import certificate
from people.exams.entries.attributes import MADE
from people.exams.entries.model import exam_entry
from people.exams.model import RESULTS_OUT, exam, exam_series
from people.exams.policy import EXAMS_OFFICE

NOT_RELEASED = "The results of this series are not released yet"


def expect(tx: Tx, series_id: int) -> dict[str, Any]:
    """Add a certificate for each candidate and board of the series with a result. Raises Forbidden, NotFound; and
    Conflict before the release, because an expected certificate reveals that there is a result."""
    EXAMS_OFFICE.require(tx.actor)
    released = RESULTS_OUT.label("released")
    series = row_or_404(tx.connection, sa.select(released).where(exam_series.c.id == series_id))
    if not series["released"]:
        raise Conflict(NOT_RELEASED)
    _e = exam_entry.c
    with_result = (
        sa.select(_e.candidacy_id, _e.candidate_id, exam.c.board)
        .join(exam, exam.c.id == _e.exam_id)
        .where(exam.c.series_id == series_id, _e.status.in_(MADE), _e.result_grade != "")
        .distinct()
    )
    added = insert(certificate).from_select(["candidacy_id", "candidate_id", "board"], with_result)
    ids = tx.all(added.on_conflict_do_nothing(constraint="uq_certificate").returning(certificate.c.id))
    return {"added": len(ids)}
