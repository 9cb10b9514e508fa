"""Anomalies of the records of result files: one exists as long as its record has a fault."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx
from people.exams.anomalies.model import exam_anomaly
from people.exams.files.model import exam_file_row

_a, _r = exam_anomaly.c, exam_file_row.c


def refresh_rows(tx: Tx, file_id: int) -> None:
    """Update the anomalies of a file's records."""
    of_file = sa.select(_r.id).where(_r.file_id == file_id)
    still = sa.exists().where(_r.id == _a.row_id, _r.fault == _a.kind)
    tx.execute(sa.delete(exam_anomaly).where(_a.row_id.in_(of_file), ~still))
    faults = sa.select(_r.id, _r.fault).where(_r.file_id == file_id, _r.fault.is_not(None))
    tx.execute(insert(exam_anomaly).from_select(["row_id", "kind"], faults).on_conflict_do_nothing())
