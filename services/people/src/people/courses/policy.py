"""Scopes of courses: staff reach all, a tutor those they teach, a student and their client the student's own."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import Scope, me, nobody
from people.courses.model import course, tutor_subject
from people.enrolment.model import course_student, course_tutor
from people.persons.policy import CHILD_IDS
from people.policy import STAFF

# Aliases, so that a condition never correlates with a table that the outer query happens to join.
_attends, _teaches = course_student.alias("attends"), course_tutor.alias("teaches")


def _taught(course_id: sa.Column[int]) -> sa.ColumnElement[bool]:
    """Return the condition that the caller teaches the course."""
    return sa.exists(
        sa.select(1)
        .where(_teaches.c.course_id == course_id, _teaches.c.tutor_id == me("tutor"))
        .correlate(course_id.table)
    )


def _attended(by: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    return sa.exists(sa.select(1).where(_attends.c.course_id == course.c.id, by).correlate(course))


COURSES = Scope(
    everything=STAFF,
    own={
        "tutor": _taught(course.c.id),
        "student": _attended(_attends.c.student_id == me("student")),
        "client": _attended(_attends.c.student_id.in_(CHILD_IDS)),
    },
)
TAUGHT_COURSES = Scope(everything=STAFF, own={"tutor": _taught(course.c.id)})
"""Courses to which a caller may attach files: all for staff, those they teach for tutors."""
STUDENTS_ON_COURSES = Scope(
    everything=STAFF,
    own={
        "tutor": _taught(course_student.c.course_id),
        "student": course_student.c.student_id == me("student"),
        "client": course_student.c.student_id.in_(CHILD_IDS),
    },
)
ATTENDED = Scope(everything=nobody, own={kind: STUDENTS_ON_COURSES.own[kind] for kind in ("student", "client")})
"""Courses that the caller or their child attends."""
TUTORS_ON_COURSES = Scope(everything=STAFF, own={"tutor": course_tutor.c.tutor_id == me("tutor")})
TUTOR_SUBJECTS = Scope(everything=STAFF, own={"tutor": tutor_subject.c.tutor_id == me("tutor")})
