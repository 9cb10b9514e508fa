"""Rights on homework. Staff and the tutors of its course set and mark it. A student and their clients read the
student's own once it is set, and its marks once they are released (`teaching.md 6`, `docs/client.md`)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.policy import Actor, Row, Rule, Scope, is_a, me, staff
from teaching.copies import family
from teaching.copies.model import course_tutor
from teaching.homework.model import given, homework


def _of_my_courses(column: sa.Column[Any]) -> sa.ColumnElement[bool]:
    return column.in_(sa.select(course_tutor.c.course_id).where(course_tutor.c.tutor_id == me("tutor")))


def _teaches(actor: Actor, row: Row | None) -> bool:
    """Return whether the actor is a tutor of a record in their scope. A tutor may not mark their own work as a student.
    A tutor who is also a client marks only homework that they set, since the record may be their child's."""
    tutor, mine = actor.person("tutor"), actor.person("student")
    if tutor is None or row is None:
        return tutor is not None
    if actor.person("client") is not None and row["tutor_id"] != tutor:
        return False
    return mine is None or row["student_id"] != mine


def _own(actor: Actor, row: Row | None) -> bool:
    mine = actor.person("student")
    return mine is not None and (row is None or row["student_id"] == mine)


tutors = Rule("tutor of the course", _teaches, frozenset({"student_id", "tutor_id"}))
writes = staff | tutors
sets = staff | is_a("tutor", "tutor of the course")
"""The same rule for homework as set, which belongs to no single student."""
hands_in = Rule("own student", _own, frozenset({"student_id"}))
_released = Rule("released", lambda _, row: row is None or bool(row["released"]), frozenset({"released"}))
sees_marks = writes | ((hands_in | family.client) & _released)

SET_SCOPE = Scope(everything=staff, own={"tutor": _of_my_courses(homework.c.course_id)})
"""Homework as set: students read it with their own record."""
_IS_SET = given.c.status != "saved"
_OF_FAMILY = {
    "student": sa.and_(given.c.student_id == me("student"), _IS_SET),
    "client": sa.and_(family.students_of(given.c.student_id)["client"], _IS_SET),
}
SCOPE = Scope(everything=staff, own={"tutor": _of_my_courses(given.c.course_id), **_OF_FAMILY})
HAND_IN_SCOPE = Scope(everything=staff, own={"student": _OF_FAMILY["student"]})
"""Those who add files to the work: the student, and the office for them. Files of the marks are separate."""
TASK_SCOPE = Scope(
    everything=staff,
    own={
        **SET_SCOPE.own,
        **{kind: homework.c.id.in_(sa.select(given.c.homework_id).where(its)) for kind, its in _OF_FAMILY.items()},
    },
)
"""Those who see the files of homework as set."""
reads = SCOPE.reached
