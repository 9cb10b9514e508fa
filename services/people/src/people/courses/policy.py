"""Which courses a caller reaches: staff all, a tutor those they teach, a student and their client those they attend."""

from __future__ import annotations

import sqlalchemy as sa

from kit.sql import Scope, me
from people.courses.model import course, course_student, course_tutor, tutor_subject
from people.persons.model import client_student
from people.policy import STAFF


def _scope(course_id: sa.ColumnElement[int]) -> Scope:
    taught = sa.select(1).where(course_tutor.c.course_id == course_id, course_tutor.c.tutor_id == me("tutor"))
    attends = sa.select(1).where(course_student.c.course_id == course_id, course_student.c.student_id == me("student"))
    mine = client_student.alias("mine")
    child = (
        sa.select(1)
        .select_from(course_student.join(mine, mine.c.student_id == course_student.c.student_id))
        .where(course_student.c.course_id == course_id, mine.c.client_id == me("client"))
    )
    own = {"tutor": sa.exists(taught), "student": sa.exists(attends), "client": sa.exists(child)}
    return Scope(everything=STAFF, own=own)


COURSES = _scope(course.c.id)

_taught = course_tutor.alias("taught")
STUDENTS_ON_COURSES = Scope(
    everything=STAFF,
    own={
        "tutor": sa.exists(
            sa.select(1).where(_taught.c.course_id == course_student.c.course_id, _taught.c.tutor_id == me("tutor"))
        ),
        "student": course_student.c.student_id == me("student"),
        "client": sa.exists(
            sa.select(1).where(
                client_student.c.student_id == course_student.c.student_id, client_student.c.client_id == me("client")
            )
        ),
    },
)
TUTORS_ON_COURSES = Scope(everything=STAFF, own={"tutor": course_tutor.c.tutor_id == me("tutor")})
TUTOR_SUBJECTS = Scope(everything=STAFF, own={"tutor": tutor_subject.c.tutor_id == me("tutor")})
