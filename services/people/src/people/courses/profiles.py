"""Courses and subjects in the profile of a person."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.policy import Actor, Row
from kit.records import Contribution
from people.courses.attributes import COURSE, TUTOR_SUBJECT
from people.courses.model import course, tutor_subject
from people.courses.policy import COURSES
from people.enrolment.attributes import COURSE_STUDENT
from people.enrolment.model import course_student, course_tutor


def _courses(
    connection: sa.Connection, actor: Actor, link: sa.Table, whose: sa.ColumnElement[bool], *more: sa.Label[Any]
) -> list[dict[str, Any]]:
    """Return the courses that the rows `whose` of `link` name, with `more` of its columns, the newest first."""
    columns = COURSE.select("board", "level", "subject", "type", "status", "academicYearId")
    return all_rows(
        connection,
        sa.select(course.c.id, *columns, *more)
        .select_from(course.join(link))
        .where(whose, COURSES.where(actor))
        .order_by(course.c.id.desc()),
    )


def _courses_of_student(connection: sa.Connection, actor: Actor, row: Row) -> list[dict[str, Any]]:
    cws = course_student.c
    grades = COURSE_STUDENT.select("reachGrade", "matchGrade", "safetyGrade", "previousGrade")
    place = (cws.id.label("cwsId"), cws.status.label("studentStatus"), *grades)
    return _courses(connection, actor, course_student, cws.student_id == row["id"], *place)


def _courses_of_tutor(connection: sa.Connection, actor: Actor, row: Row) -> list[dict[str, Any]]:
    return _courses(connection, actor, course_tutor, course_tutor.c.tutor_id == row["id"])


def _subjects_of_tutor(connection: sa.Connection, actor: Actor, row: Row) -> list[dict[str, Any]]:
    c = tutor_subject.c
    statement = sa.select(c.id, *TUTOR_SUBJECT.select("board", "level", "subject", "note"))
    return all_rows(connection, statement.where(c.tutor_id == row["id"]).order_by(c.subject, c.level, c.board))


CONTRIBUTIONS = (
    Contribution("student", "courses", _courses_of_student),
    Contribution("tutor", "courses", _courses_of_tutor),
    Contribution("tutor", "subjects", _subjects_of_tutor),
)
