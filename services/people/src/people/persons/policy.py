"""Which persons a caller reaches: staff all, everybody themselves, a tutor own students, a client own children, an
agent the students who came through them."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import Scope, me
from people.enrolment.model import course_student, course_tutor
from people.persons.model import TABLES, client_student, student
from people.policy import STAFF

# Aliases of their own: a condition must never be tied to a table the query around it happens to join.
_attends, _teaches, _mine = course_student.alias("attends"), course_tutor.alias("teaches"), client_student.alias("mine")

TAUGHT = sa.exists(
    sa.select(1)
    .select_from(_attends.join(_teaches, _teaches.c.course_id == _attends.c.course_id))
    .where(
        _attends.c.student_id == student.c.id,
        _attends.c.status != "withdrawn",
        _teaches.c.tutor_id == me("tutor"),
    )
    .correlate(student)
)
"""Students of a course the caller teaches."""
CHILDREN = sa.exists(
    sa.select(1).where(_mine.c.student_id == student.c.id, _mine.c.client_id == me("client")).correlate(student)
)
"""Students the caller is the client of."""

_FURTHER = {"student": {"tutor": TAUGHT, "client": CHILDREN, "agent": student.c.agent_id == me("agent")}}


def scope_of(kind: str) -> Scope:
    """The scope of a kind's table. A member of staff reaches their own record as staff."""
    own = {kind: TABLES[kind].c.id == me(kind)} | _FURTHER.get(kind, {})
    return Scope(everything=STAFF, own=own)


SCOPES = {kind: scope_of(kind) for kind in TABLES}
OWN = {kind: Scope(everything=STAFF, own={kind: TABLES[kind].c.id == me(kind)}) for kind in TABLES}
"""The right to attach files to a person: staff, and the person. Those who teach them or pay for them have it not."""
