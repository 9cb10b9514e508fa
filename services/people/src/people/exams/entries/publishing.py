"""The event of an entry: its candidate and cost, for billing."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from kit.database import Tx
from people.events import EXAM_ENTRY_CHANGED
from people.exams.entries.model import exam_entry
from people.exams.model import exam
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.reference.model import department

_e, _candidate = exam_entry.c, TABLES["candidate"]
_student = TABLES["student"].alias("of_student")


def _of_department(of: sa.FromClause) -> sa.ColumnElement[int | None]:
    return sa.select(department.c.organisation_id).where(department.c.id == of.c.department_id).scalar_subquery()


_ORGANISATION = sa.func.coalesce(
    _candidate.c.organisation_id, _student.c.organisation_id, _of_department(_candidate), _of_department(_student), 0
)
"""The organisation that bills the entry: that of the candidate, else of the student, else of their department."""


def publish(tx: Tx, entries: Sequence[int]) -> None:
    """Publish the current state of entries for public exams; entries of other seasons are not billed."""
    if not entries:
        return
    columns = (
        _e.id,
        _e.candidate_id,
        _e.exam_id,
        _e.status,
        _e.fee_kind,
        _e.option,
        _e.version,
        _e.board_fee,
        exam.c.series_id,
        full_name(_candidate).label("candidate"),
        _candidate.c.student_id,
        _ORGANISATION.label("organisation_id"),
    )
    source = (
        exam_entry.join(exam, exam.c.id == _e.exam_id)
        .join(_candidate, _candidate.c.id == _e.candidate_id)
        .outerjoin(_student, _student.c.id == _candidate.c.student_id)
    )
    rows = tx.all(sa.select(*columns).select_from(source).where(_e.id.in_(entries), _e.kind == "public"))
    tx.publish_each(
        EXAM_ENTRY_CHANGED,
        rows,
        lambda row: {
            "id": row["id"],
            "candidateId": row["candidate_id"],
            "candidate": row["candidate"],
            "studentId": row["student_id"] or 0,
            "organisationId": row["organisation_id"],
            "examId": row["exam_id"],
            "seriesId": row["series_id"],
            "status": row["status"],
            "feeKind": row["fee_kind"],
            "option": row["option"],
            "boardFee": row["board_fee"] or 0,
            "version": row["version"],
            "userId": tx.actor.user_id,
            "userName": tx.actor.name,
        },
    )
