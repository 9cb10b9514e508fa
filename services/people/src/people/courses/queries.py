"""Queries of courses beyond the declared ones; each takes the actor."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import aggregate_order_by

from kit.database import all_rows
from kit.database.nested import json_object
from kit.policy import Actor, Row
from people import choices
from people.courses.model import course
from people.courses.policy import COURSES, STUDENTS_ON_COURSES
from people.enrolment.attributes import ON_COURSE
from people.enrolment.model import course_student, course_tutor
from people.persons.model import student, tutor
from people.persons.queries import contains_words, full_name, under_18
from people.policy import STAFF
from people.reference.model import department
from people.requirements import guard

COURSE_TITLE: sa.ColumnElement[str] = course.c.level + " " + course.c.subject
"""The title of a course in lists: `A-level Physics`."""


def extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the parts of a course profile beyond its fields: title, department, students with their grades, tutors."""
    return {
        "title": " ".join(filter(None, [row["board"], row["level"], row["subject"]])),
        "department": connection.execute(
            sa.select(department.c.title).where(department.c.id == row["department_id"])
        ).scalar(),
        "students": _students(connection, actor, row["id"]),
        "tutors": _tutors(connection, actor, row["id"]),
    }


_NAMES_LENGTH = 40
"""Maximum characters of students' names in the label of a course."""
_ON_IT = course_student.c.status != "withdrawn"


def _last_names(link: sa.Table, person: sa.Table, also: sa.ColumnElement[bool]) -> sa.ColumnElement[str]:
    """Return the last names of the persons that a course's links name; null if there are none."""
    every = sa.func.string_agg(person.c.last_name, aggregate_order_by(sa.literal_column("', '"), person.c.last_key))
    joined = sa.select(every).select_from(link.join(person))
    return joined.where(link.c.course_id == course.c.id, also).correlate(course).scalar_subquery()


def names(connection: sa.Connection, actor: Actor, search: str, ids: str) -> list[dict[str, Any]]:
    """Return choices for a form: `{value, label}` of proposed and active courses (`choices.answer`). The label has the
    names that distinguish two courses of one title: `A-level Physics, AQA: Moreau with Silva, Wang`."""
    c = course.c
    tutors, students = _last_names(course_tutor, tutor, sa.true()), _last_names(course_student, student, _ON_IT)
    first = sa.func.left(students, _NAMES_LENGTH)
    cut = sa.case((first != students, first + "…"), else_=students)
    who = sa.func.nullif(sa.func.concat_ws(" with ", tutors, cut), "")
    label = COURSE_TITLE + sa.func.coalesce(", " + c.board, "") + sa.func.coalesce(": " + who, "")
    statement = sa.select(c.id.label("value"), label.label("label"))
    return choices.answer(
        connection,
        statement.where(COURSES.where(actor)).order_by(c.subject, c.level, c.id),
        c.id,
        search=search,
        ids=ids,
        offered=(c.status.in_(ON_COURSE),),
        matches=lambda typed: contains_words(c.search, typed),
    )


def _students(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    """Return the students on the course, in the actor's scope; `grades` as in `teaching.md 3`."""
    cws = course_student.c
    grades = {name: cws[f"{name}_grade"] for name in ("reach", "match", "safety", "previous")}
    columns = (
        *(cws.student_id.label("id"), cws.id.label("cwsId"), full_name(student).label("name"), cws.status),
        *(under_18(student.c.birth_date).label("under18"), cws.syllabus, cws.option),
        json_object(**grades, syllabusCode=cws.syllabus, optionCode=cws.option).label("grades"),
    )
    return all_rows(
        connection,
        sa.select(*columns)
        .select_from(course_student.join(student))
        .where(cws.course_id == record, STUDENTS_ON_COURSES.where(actor))
        .order_by(student.c.last_key, student.c.first_key, cws.id),
    )


def _tutors(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    rows = all_rows(
        connection,
        sa.select(
            *(tutor.c.id, full_name(tutor).label("name"), course_tutor.c.id.label("linkId"), tutor.c.status),
            course_tutor.c.offer,
        )
        .select_from(course_tutor.join(tutor))
        .where(course_tutor.c.course_id == record)
        .order_by(course_tutor.c.id),
    )
    if not STAFF(actor) or not guard.has_child(connection, record):
        return [row | {"missingChecks": [], "exception": None} for row in rows]
    exceptions = guard.exceptions(connection, record)
    for row in rows:
        names, text = exceptions.get(row["id"], (frozenset[str](), ""))
        row["missingChecks"] = guard.missing_checks(connection, row["id"])
        row["exception"] = text if row["missingChecks"] and names.issuperset(row["missingChecks"]) else None
    return rows
