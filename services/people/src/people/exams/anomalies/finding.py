"""Find anomalies: one statement opens what is wrong and takes away what is right again, for one entry or for all.

"Entered, not invoiced" is known by the candidate: people knows who has an invoice, and not what its lines are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx
from kit.database.sql import TODAY
from people.billing.model import BILLED, invoice
from people.courses.model import course
from people.enrolment.model import course_student
from people.exams.anomalies.model import exam_anomaly
from people.exams.candidacies.model import exam_candidacy
from people.exams.components.model import exam_component
from people.exams.deadlines.model import exam_deadline
from people.exams.entries.model import exam_entry
from people.exams.entries.queries import SOURCE
from people.exams.model import exam, exam_series
from people.exams.sessions.model import exam_seat
from people.persons.model import TABLES

_e, _x, _place, _a = exam_entry.c, exam.c, exam_candidacy.c, exam_anomaly.c
_candidate, _d, _paper = TABLES["candidate"].c, exam_deadline.c, exam_component.c
_MADE = _e.status.in_(("entered", "amended"))
_PUBLIC = _e.kind == "public"
_OPEN = exam_series.c.state.not_in(("released", "closed"))
_PRIVATE = _candidate.student_id.is_(None)


def _deadline(*condition: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    mine = (_d.series_id == _x.series_id, _d.board == _x.board, _d.kind == "entries")
    return sa.exists().where(*mine, *condition)


_ON_COURSE = sa.exists().where(
    course_student.c.student_id == _candidate.student_id,
    course_student.c.status != "withdrawn",
    course.c.id == course_student.c.course_id,
    course.c.subject == _x.subject,
)
_SOON = sa.exists().where(
    _paper.exam_id == _x.id,
    _paper.sitting_date.between(TODAY, TODAY + 14),
    ~sa.exists().where(exam_seat.c.entry_id == _e.id, exam_seat.c.component_id == _paper.id),
)
_SURNAME = sa.func.upper(sa.func.coalesce(sa.func.nullif(_candidate.exam_last_name, ""), _candidate.last_name))
_BILLED = sa.exists().where(
    invoice.c.person_kind == "candidate", invoice.c.person_id == _e.candidate_id, BILLED
)  # fmt: skip
WRONG: Mapping[str, sa.ColumnElement[bool]] = {
    "noUci": sa.and_(_MADE, _PUBLIC, _place.uci == ""),
    "name": sa.and_(_MADE, sa.func.split_part(_place.legal_name, ":", 1) != sa.func.left(_SURNAME, 39)),
    "uci": sa.and_(_MADE, _place.uci != "", _candidate.uci != "", _place.uci != _candidate.uci),
    "birthDate": sa.and_(_MADE, _candidate.birth_date.is_(None)),
    "identity": sa.and_(_MADE, _PRIVATE, _place.id_seen_on.is_(None)),
    "latePlanned": sa.and_(_e.status == "planned", _deadline(_d.due_on < TODAY)),
    "lateFee": sa.and_(_MADE, _e.fee_kind == "standard", _deadline(_d.due_on < _e.entered_on)),
    "noCourse": sa.and_(_MADE, ~_PRIVATE, ~_ON_COURSE),
    "noSeat": sa.and_(_MADE, _SOON),
    "retired": sa.and_(_MADE, _candidate.status != "active"),
    "notInvoiced": sa.and_(_MADE, _PUBLIC, _PRIVATE, ~_BILLED),
}
"""The faults of an entry, by kind. Series that are over are left alone."""


def statements(entries: Collection[int] | None = None) -> tuple[sa.Delete, sa.Executable]:
    """Return the statements that take away what is right again and open what is wrong, of these entries or of all."""
    mine = [] if entries is None else [_e.id.in_(entries)]
    each = [
        sa.select(_e.id.label("entry_id"), sa.literal_column(f"'{kind}'", sa.Text).label("kind"))
        .select_from(SOURCE)
        .where(_OPEN, wrong, *mine)
        for kind, wrong in WRONG.items()
    ]
    wrong_now = sa.union_all(*each).subquery("wrong_now")
    standing = [] if entries is None else [_a.entry_id.in_(entries)]
    still = sa.exists().where(wrong_now.c.entry_id == _a.entry_id, wrong_now.c.kind == _a.kind)
    opened = insert(exam_anomaly).from_select(["entry_id", "kind"], sa.select(wrong_now.c.entry_id, wrong_now.c.kind))
    return sa.delete(exam_anomaly).where(*standing, ~still), opened.on_conflict_do_nothing().returning(_a.id)


def refresh(tx: Tx, entries: Collection[int] | None = None) -> int:
    """Bring the anomalies of these entries, or of all, up to date; returns how many were opened."""
    if entries is not None and not entries:
        return 0
    ended, opened = statements(entries)
    tx.execute(ended)
    return len(tx.execute(opened).fetchall())


def refresh_session(tx: Tx, session_id: int) -> None:
    """Bring the anomalies of those up to date who are seated in a session."""
    seated = sa.select(exam_seat.c.entry_id).where(exam_seat.c.session_id == session_id)
    refresh(tx, list(tx.execute(seated).scalars()))
