"""Which persons a caller reaches: staff all, everybody themselves, a tutor own students, a client own children, an
agent the students who came through them."""

from __future__ import annotations

import sqlalchemy as sa

from kit.sql import Scope, me
from people.courses.model import course_student, course_tutor
from people.persons.model import TABLES, client_student, student
from people.policy import STAFF

TAUGHT = sa.exists(
    sa.select(1)
    .select_from(course_student.join(course_tutor, course_tutor.c.course_id == course_student.c.course_id))
    .where(
        course_student.c.student_id == student.c.id,
        course_student.c.status != "withdrawn",
        course_tutor.c.tutor_id == me("tutor"),
    )
)
"""Students of a course the caller teaches."""
CHILDREN = sa.exists(
    sa.select(1).where(client_student.c.student_id == student.c.id, client_student.c.client_id == me("client"))
)
"""Students the caller is the client of."""

_FURTHER = {"student": {"tutor": TAUGHT, "client": CHILDREN, "agent": student.c.agent_id == me("agent")}}


def scope_of(kind: str) -> Scope:
    """The scope of a kind's table. A member of staff reaches their own record as staff."""
    own = {kind: TABLES[kind].c.id == me(kind)} | _FURTHER.get(kind, {})
    return Scope(everything=STAFF, own=own)


SCOPES = {kind: scope_of(kind) for kind in TABLES}
