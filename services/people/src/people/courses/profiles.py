"""Courses and subjects in the profile of a person."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.policy import Actor, Row
from kit.records import Contribution
from people.courses.model import course, tutor_subject
from people.courses.policy import COURSES
from people.enrolment.model import course_student, course_tutor

_COURSE = (
    course.c.id, course.c.board, course.c.level, course.c.subject, course.c.type, course.c.status,
    course.c.academic_year_id.label("academicYearId"),
)  # fmt: skip


def _courses_of_student(connection: sa.Connection, actor: Actor, row: Row) -> list[dict[str, Any]]:
    cws = course_student.c
    rows = connection.execute(
        sa.select(
            *_COURSE,
            cws.id.label("cwsId"),
            cws.status.label("studentStatus"),
            cws.reach_grade.label("reachGrade"),
            cws.match_grade.label("matchGrade"),
            cws.safety_grade.label("safetyGrade"),
            cws.previous_grade.label("previousGrade"),
        )
        .select_from(course.join(course_student, cws.course_id == course.c.id))
        .where(cws.student_id == row["id"], COURSES.where(actor))
        .order_by(course.c.id.desc())
    )
    return [dict(entry) for entry in rows.mappings()]


def _courses_of_tutor(connection: sa.Connection, actor: Actor, row: Row) -> list[dict[str, Any]]:
    joined = course.join(course_tutor, course_tutor.c.course_id == course.c.id)
    rows = connection.execute(
        sa.select(*_COURSE)
        .select_from(joined)
        .where(course_tutor.c.tutor_id == row["id"], COURSES.where(actor))
        .order_by(course.c.id.desc())
    )
    return [dict(entry) for entry in rows.mappings()]


def _subjects_of_tutor(connection: sa.Connection, actor: Actor, row: Row) -> list[dict[str, Any]]:
    c = tutor_subject.c
    rows = connection.execute(
        sa.select(c.id, c.board, c.level, c.subject, c.note)
        .where(c.tutor_id == row["id"])
        .order_by(c.subject, c.level, c.board)
    )
    return [dict(entry) for entry in rows.mappings()]


CONTRIBUTIONS = (
    Contribution("student", "courses", _courses_of_student),
    Contribution("tutor", "courses", _courses_of_tutor),
    Contribution("tutor", "subjects", _subjects_of_tutor),
)
