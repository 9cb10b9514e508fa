"""Anomalies, found by one statement for one entry or for all: it opens new ones and removes resolved ones.

Finance decides about "Entered, not invoiced". For an entry that finance does not know yet, the candidate's invoices
decide, because people does not know their lines.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, insert

from kit.database import Tx
from kit.database.sql import TODAY
from people.billing.model import BILLED, exam_billing, invoice
from people.courses.model import course
from people.enrolment.model import course_student
from people.exams.anomalies.model import exam_anomaly
from people.exams.candidacies.model import exam_candidacy
from people.exams.components.model import exam_component
from people.exams.deadlines.model import exam_deadline
from people.exams.entries.model import exam_entry
from people.exams.entries.queries import SOURCE
from people.exams.files.model import exam_exchange, exam_file, exam_file_row
from people.exams.model import RESULTS_OUT, exam, exam_series
from people.exams.options.model import exam_option
from people.exams.options.queries import DISALLOWED_PAIR, HAS_OPTIONS, option_of, other_entry
from people.exams.sessions.model import exam_seat
from people.persons.model import TABLES

_e, _x, _place, _a = exam_entry.c, exam.c, exam_candidacy.c, exam_anomaly.c
_row, _STANDS = exam_file_row.c, _e.status != "withdrawn"
_candidate, _d, _paper = TABLES["candidate"].c, exam_deadline.c, exam_component.c
_MADE = _e.status.in_(("entered", "amended"))
_PUBLIC = _e.kind == "public"
_OPEN = exam_series.c.state.not_in(("released", "closed"))
_PRIVATE = _candidate.student_id.is_(None)


def _deadline(*condition: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    mine = (_d.series_id == _x.series_id, _d.board == _x.board, _d.kind == "entries")
    return sa.exists().where(*mine, *condition)


def _billing(*condition: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Return the condition that finance knows the entry and `condition` holds."""
    return sa.exists().where(exam_billing.c.id == _e.id, *condition)


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
_age = sa.func.age(
    sa.select(sa.func.min(_paper.sitting_date)).where(_paper.exam_id == _x.id).scalar_subquery(), _candidate.birth_date
)
_YEARS = sa.cast(sa.extract("year", _age), sa.Integer)
_mine, _theirs = exam_component.alias("mine").c, exam_component.alias("theirs").c
_CLASH = sa.exists().where(
    _mine.exam_id == _x.id,
    other_entry.c.candidate_id == _e.candidate_id,
    other_entry.c.id != _e.id,
    other_entry.c.status != "withdrawn",
    _theirs.exam_id == other_entry.c.exam_id,
    _theirs.sitting_date == _mine.sitting_date,
    _theirs.session == _mine.session,
    _mine.sitting_date >= TODAY,
)
"""Two papers in one session need supervision, or another time that the board agrees to."""
_TOLD = (
    sa.select(_row.outcome)
    .select_from(exam_file_row.join(exam_file, exam_file.c.id == _row.file_id))
    .where(
        _row.entry_id == _e.id,
        exam_file.c.direction == "out",
        exam_file.c.kind.in_(("entries", "amendments")),
        _row.sent_as != "",
        exam_file.c.status != "refused",
    )
    .order_by(_row.id.desc())
    .limit(1)
    .correlate(exam_entry)
    .scalar_subquery()
)
_IN_FILES = sa.exists().where(exam_exchange.c.board == _x.board)
_BILLED = sa.exists().where(invoice.c.person_kind == "candidate", invoice.c.person_id == _e.candidate_id, BILLED)
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
    "notInvoiced": sa.or_(
        _billing(exam_billing.c.status == "open"), sa.and_(_MADE, _PUBLIC, _PRIVATE, ~_BILLED, ~_billing())
    ),
    "invoicedOnly": _billing(exam_billing.c.status == "notEntered"),
    "unknownOption": sa.and_(_STANDS, _PUBLIC, HAS_OPTIONS, ~option_of()),
    "optionGone": sa.and_(_STANDS, option_of(exam_option.c.withdrawn)),
    "tier": sa.and_(_STANDS, _e.tier.is_not(None), option_of(exam_option.c.tier != _e.tier)),
    "disallowed": sa.and_(_STANDS, DISALLOWED_PAIR),
    "clash": sa.and_(_STANDS, _CLASH),
    "young": sa.and_(_STANDS, _x.minimum_age > _YEARS),
    "noFee": sa.and_(_MADE, option_of(exam_option.c.fee.is_(None))),
    "boardFee": sa.and_(
        _MADE, _e.fee_kind == "standard", _e.board_fee.is_not(None), option_of(exam_option.c.fee != _e.board_fee)
    ),
    "boardRefused": sa.and_(_STANDS, sa.func.coalesce(_TOLD, "") == "refused"),
    "noResult": sa.and_(_MADE, _PUBLIC, _e.result_grade == "", RESULTS_OUT),
    "unsent": sa.and_(_MADE, _PUBLIC, _IN_FILES, _TOLD.is_(None), _deadline(_d.due_on < TODAY)),
}
"""Faults of an entry, by kind. Closed series are ignored."""
OF_SEATS = ("noSeat",)
"""Faults that depend on seats."""


def statements(
    entries: Collection[int] | None = None, kinds: Collection[str] = tuple(WRONG)
) -> tuple[sa.Delete, sa.Executable]:
    """Return the statements that remove resolved anomalies and open new ones, for these entries or for all; `kinds` are
    those that may have changed."""
    # One array, because thousands of parameters take longer than the search.
    these = sa.func.any(sa.literal(list(entries or ()), ARRAY(sa.BigInteger)))
    mine = [] if entries is None else [_e.id == these]
    each = [
        sa.select(_e.id.label("entry_id"), sa.literal_column(f"'{kind}'", sa.Text).label("kind"))
        .select_from(SOURCE)
        .where(_OPEN, wrong, *mine)
        for kind, wrong in WRONG.items()
        if kind in kinds
    ]
    wrong_now = sa.union_all(*each).subquery("wrong_now")
    standing = [_a.kind.in_(kinds), *([] if entries is None else [_a.entry_id == these])]
    still = sa.exists().where(wrong_now.c.entry_id == _a.entry_id, wrong_now.c.kind == _a.kind)
    opened = insert(exam_anomaly).from_select(["entry_id", "kind"], sa.select(wrong_now.c.entry_id, wrong_now.c.kind))
    return sa.delete(exam_anomaly).where(*standing, ~still), opened.on_conflict_do_nothing().returning(_a.id)


def refresh(tx: Tx, entries: Collection[int] | None = None, kinds: Collection[str] = tuple(WRONG)) -> int:
    """Update the anomalies of these entries or of all; return the number opened."""
    if entries is not None and not entries:
        return 0
    ended, opened = statements(entries, kinds)
    tx.execute(ended)
    return len(tx.execute(opened).fetchall())


def refresh_session(tx: Tx, session_id: int) -> None:
    """Update the anomalies of the candidates who are seated in a session."""
    seated = sa.select(exam_seat.c.entry_id).where(exam_seat.c.session_id == session_id)
    refresh(tx, list(tx.execute(seated).scalars()), kinds=OF_SEATS)
