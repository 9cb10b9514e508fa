"""Writes that may change the anomalies of an entry, which are updated in the same transaction. A nightly job updates
all, because days pass and invoices arrive."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.jobs import Job, JobContext, Schedule
from kit.policy import Row, as_service
from kit.records import Watch
from people.exams.anomalies.finding import refresh
from people.exams.entries.model import exam_entry
from people.exams.files import results
from people.exams.files.model import exam_file, exam_file_row

_e, _f, _r = exam_entry.c, exam_file.c, exam_file_row.c
_WITH_FAULTS = (
    sa.select(exam_file)
    .where(_f.content != "", sa.exists().where(_r.file_id == _f.id, _r.fault.is_not(None)))
    .order_by(_f.id)
)


def _run(context: JobContext) -> dict[str, Any]:
    with context.db.transaction(as_service("people")) as tx:
        # The candidate or the entry for which a result was refused may exist now.
        read = sum(results.read_again(tx, file) for file in tx.all(_WITH_FAULTS))
        return {"opened": refresh(tx), "read": read}


FIND = Job("people.examAnomalies", _run)
EVERY_NIGHT = Schedule("examAnomalies", "FREQ=DAILY;BYHOUR=4;BYMINUTE=20", FIND, title="Find anomalies of exam entries")


def _entry(tx: Tx, before: Row | None, now: Row | None) -> None:
    """Update the anomalies of an entry, and of those whose combination with it changes."""
    if now is not None:
        _of(_e.candidate_id, tx, now["candidate_id"])


def _of(column: sa.Column[int], tx: Tx, record: int) -> None:
    refresh(tx, list(tx.execute(sa.select(_e.id).where(column == record)).scalars()))


def _candidate(tx: Tx, before: Row | None, now: Row | None) -> None:
    if now is not None:
        _of(_e.candidate_id, tx, now["id"])


def _candidacy(tx: Tx, before: Row | None, now: Row | None) -> None:
    if now is not None:
        _of(_e.candidacy_id, tx, now["id"])


def _seat(tx: Tx, before: Row | None, now: Row | None) -> None:
    row = now or before
    if row is not None:
        refresh(tx, [row["entry_id"]])


WATCHES = (
    Watch("examEntry", _entry),
    Watch("candidate", _candidate),
    Watch("examCandidacy", _candidacy),
    Watch("examSeat", _seat),
)
