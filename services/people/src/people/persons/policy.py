"""Scopes of persons: staff reach all, others themselves; a tutor also their students, a client their children, an agent
the students whom they referred."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import Scope, me
from people.enrolment.model import course_student, course_tutor
from people.persons.model import TABLES, client_student, student
from people.policy import STAFF

# Aliases, so that a condition never correlates with a table that the outer query happens to join.
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
"""Students on a course that the caller teaches."""
CHILDREN = sa.exists(
    sa.select(1).where(_mine.c.student_id == student.c.id, _mine.c.client_id == me("client")).correlate(student)
)
"""Students of whom the caller is a client."""
CHILD_IDS = sa.select(_mine.c.student_id).where(_mine.c.client_id == me("client"))
"""Ids of the caller's students, for records that belong to a student."""

_FURTHER = {"student": {"tutor": TAUGHT, "client": CHILDREN, "agent": student.c.agent_id == me("agent")}}


def scope_of(kind: str) -> Scope:
    """Return the scope of a kind's table. A member of staff reaches their own record as staff."""
    own = {kind: TABLES[kind].c.id == me(kind)} | _FURTHER.get(kind, {})
    return Scope(everything=STAFF, own=own)


SCOPES = {kind: scope_of(kind) for kind in TABLES}
OWN = {kind: Scope(everything=STAFF, own={kind: TABLES[kind].c.id == me(kind)}) for kind in TABLES}
"""Persons to whom a caller may attach files: all for staff; for others themselves, except tutors and clients."""
