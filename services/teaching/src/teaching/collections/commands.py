"""Requests for collection reports: one, or many of a term."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx
from kit.errors import Invalid
from teaching.collections import notices, people
from teaching.collections.model import collection
from teaching.collections.trials import COLLECTIONS
from teaching.copies.events import COURSE_TITLE
from teaching.copies.model import course, course_student, person
from teaching.writing import trials

NO_STUDENT = "There is no such student on a course"
NOT_CALLED = "This student is no longer on the course"
NOBODY = "Please choose courses or students"
_GONE = ("withdrawn", "deleted")
_s = course_student.c


def begin(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    """Return the columns of a new report that follow from its student on a course and its interviewers. Raises
    Invalid."""
    students = _students(tx, _s.id == values["cwsId"])
    refusal = NO_STUDENT if not students else NOT_CALLED if students[0]["status"] in _GONE else ""
    if refusal:
        raise Invalid(refusal, fields={"cwsId": refusal})
    return _about(students[0]) | people.kept(people.known(tx, values.get("interviewers") or []))


def begun(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """Store and notify the interviewers of a new report, and give it the results of the term's trial exams."""
    trials.fill(tx, COLLECTIONS, [record])
    them = people.known(tx, values.get("interviewers") or [])
    people.write(tx, record, them)
    row = {**values, "id": record}
    for one in them:
        notices.tell_called(tx, one["kind"], one["id"], [row])


def call(tx: Tx, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Request the reports of students on courses in a term: return a row for each, in the order of course and student.
    Existing reports are returned unchanged. Raises Invalid."""
    if not asked["courseIds"] and not asked["cwsIds"]:
        raise Invalid(NOBODY, fields={"courseIds": NOBODY})
    them = people.known(tx, asked["interviewers"])
    chosen = sa.or_(_s.course_id.in_(asked["courseIds"]), _s.id.in_(asked["cwsIds"]))
    shared = {
        "academic_year_id": asked["academicYearId"],
        "term": asked["term"],
        "date": asked["date"],
        "interviewers": asked["interviewers"],
        **people.kept(them),
    }
    rows: list[dict[str, Any]] = []
    new_reports: list[dict[str, Any]] = []
    for student in _students(tx, chosen):
        if student["status"] in _GONE and student["id"] not in asked["cwsIds"]:
            continue
        record, is_new = (None, False) if student["status"] in _GONE else _call_one(tx, student, shared)
        if record is not None and is_new:
            people.write(tx, record, them)
            new_reports.append({**_about(student), **shared, "id": record})
        rows.append(
            {
                "cwsId": student["id"],
                "courseId": student["course_id"],
                "student": student["student_name"],
                "course": student["course_title"],
                "id": record,
                "isNew": is_new,
                "error": "" if record else NOT_CALLED,
            }
        )
    _missing(rows, asked)
    trials.fill(tx, COLLECTIONS, [one["id"] for one in new_reports])
    if new_reports:
        for one in them:
            notices.tell_called(tx, one["kind"], one["id"], new_reports)
    return rows


def _missing(rows: list[dict[str, Any]], asked: Mapping[str, Any]) -> None:
    """Add rows for requested students who do not exist, and for courses without students."""
    courses = {row["courseId"] for row in rows}
    nothing = {"student": "", "course": "", "id": None, "isNew": False}
    rows += [
        {"cwsId": 0, "courseId": number, **nothing, "error": "Nobody is on this course"}
        for number in asked["courseIds"]
        if number not in courses
    ]
    there = {row["cwsId"] for row in rows}
    rows += [
        {"cwsId": number, "courseId": 0, **nothing, "error": NO_STUDENT}
        for number in asked["cwsIds"]
        if number not in there
    ]


def _call_one(tx: Tx, student: Mapping[str, Any], shared: Mapping[str, Any]) -> tuple[int | None, bool]:
    """Return the report of a student on a course in the term, and whether it is new."""
    values = {**_about(student), **shared}
    added = insert(collection).values(values).on_conflict_do_nothing(constraint="uq_collection_report_term")
    record = tx.scalar(added.returning(collection.c.id))
    if record is not None:
        return record, True
    key = {name: values[name] for name in ("cws_id", "academic_year_id", "term")}
    return tx.scalar(sa.select(collection.c.id).filter_by(**key)), False


def _students(tx: Tx, where: sa.ColumnElement[bool]) -> Sequence[dict[str, Any]]:
    """Return the students on courses, by course and name."""
    named = sa.and_(person.c.kind == "student", person.c.id == _s.student_id)
    student_name = sa.func.coalesce(person.c.name, "").label("student_name")
    columns = (
        _s.id,
        _s.course_id,
        _s.student_id,
        _s.status,
        student_name,
        COURSE_TITLE.label("course_title"),
        course.c.organisation_id,
        course.c.department_id,
    )
    rows = sa.select(*columns).select_from(
        course_student.join(course, course.c.id == _s.course_id).outerjoin(person, named)
    )
    return tx.all(rows.where(where).order_by(COURSE_TITLE, _s.course_id, student_name, _s.id))


def _about(student: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a report that its student on a course determines."""
    names = ("course_id", "student_id", "student_name", "course_title", "organisation_id", "department_id")
    return {"cws_id": student["id"], **{name: student[name] for name in names}}
