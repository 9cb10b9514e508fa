"""Rights on term reports: staff read and review all; a tutor reads and writes their own; a student, their clients and
their agent read approved ones (`teaching.md 6`)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import Actor, Reach, Row, Rule, Scope, has_role, reading, staff
from teaching.copies import family
from teaching.reports.model import report

_c = report.c
_APPROVED = _c.status == "approved"
REACH = Reach(staff, tutor=_c.tutor_id, student=(_c.student_id, _APPROVED))
_WRITERS = REACH.of("tutor")
_OF_STUDENTS = {kind: sa.and_(mine, _APPROVED) for kind, mine in family.students_of(_c.student_id).items()}
SCOPE = Scope(everything=staff, own={**REACH.scope.own, **_OF_STUDENTS})
_approved = Rule("approved", lambda _, row: row is None or row["status"] == "approved", frozenset({"status"}))
reads = REACH.rule | ((family.client | family.agent) & _approved)
writes = _WRITERS.own
reviews = staff
WRITTEN = _WRITERS.scope
"""Reports whose mocks a caller sees and adds to: all for staff, their own for a tutor."""
plans = has_role("academicOffice")
"""Those who compare predicted grades."""
OWN_WORK = "You cannot approve your own work"


@reading("tutor_id", "submitted_by_id")
def refuse_own_work(row: Row, actor: Actor) -> str | None:
    """Refuse a check or an approval by an author, or by the person who handed the report in."""
    handed_in = row["submitted_by_id"] is not None and row["submitted_by_id"] in {actor.user_id, actor.acting_user_id}
    return OWN_WORK if handed_in or writes(actor, row) else None
