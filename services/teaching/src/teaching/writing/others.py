"""Names that a text about one student should not have."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import Row
from teaching.copies.model import course_student, course_tutor, person


def other_students(connection: sa.Connection, row: Row) -> list[str]:
    """Return the first names of the other students of the tutor of `row`, which has a `tutor_id` and a `student_id`."""
    on, teaches = course_student.c, course_tutor.c
    theirs = (
        sa.select(person.c.name)
        .select_from(course_student.join(course_tutor, teaches.course_id == on.course_id))
        .join(person, sa.and_(person.c.kind == "student", person.c.id == on.student_id))
        .where(teaches.tutor_id == row["tutor_id"], on.student_id != row["student_id"])
        .distinct()
    )
    return [name.split()[0] for name in connection.execute(theirs).scalars() if name]
