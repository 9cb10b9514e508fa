"""Rights on slips. Staff read and review all; a tutor and an invigilator read and write their own. A student, their
clients and their agent read the student's own once it is approved, because until then it may be returned (`teaching.md
6`, `docs/client.md`)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import Actor, Reach, Row, Rule, Scope, has_role, nobody, reading, staff
from teaching.copies import family
from teaching.slips.model import slip

_c = slip.c
_APPROVED = _c.status == "approved"
REACH = Reach(staff, tutor=_c.tutor_id, invigilator=_c.invigilator_id, student=(_c.student_id, _APPROVED))
_WRITERS = REACH.of("tutor", "invigilator")
_OF_STUDENTS = {kind: sa.and_(mine, _APPROVED) for kind, mine in family.students_of(_c.student_id).items()}
SCOPE = Scope(everything=staff, own={**REACH.scope.own, **_OF_STUDENTS})
_approved = Rule("approved", lambda _, row: row is None or row["status"] == "approved", frozenset({"status"}))
reads = REACH.rule | ((family.client | family.agent) & _approved)
_STANDS = _c.status != "deleted"
STANDING = Scope(
    everything=nobody,
    roles={"staff": _STANDS},
    own={kind: sa.and_(_STANDS, mine) for kind, mine in SCOPE.own.items()},
)
"""The same without deleted slips."""
writes = _WRITERS.own
reviews = staff
safeguards = has_role("academicOffice")
"""The safeguarding lead: the academic office, which alone releases a student's concerns."""
read_by = REACH.of("student").own
"""The student, whose reading is recorded."""
WRITTEN = _WRITERS.scope
"""Slips to which a caller may attach files: all for staff, their own for a tutor and an invigilator."""
attended = staff | REACH.of("tutor").own
"""Those who see attendance: staff, and tutors their own."""
OWN_WORK = "You cannot approve your own work"


@reading("tutor_id", "invigilator_id", "written_by_id")
def refuse_own_work(row: Row, actor: Actor) -> str | None:
    """Refuse a check, an approval or a review by the writer of the slip."""
    wrote = row["written_by_id"] is not None and row["written_by_id"] in {actor.user_id, actor.acting_user_id}
    return OWN_WORK if wrote or writes(actor, row) else None
