"""Setting of homework for students of a course, and the copies on their own records."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, row_or_404
from kit.database.tables import version_values
from kit.errors import Conflict, Invalid
from kit.policy import staff
from kit.records import Change
from teaching.copies.events import course_title
from teaching.copies.model import course, course_student, course_tutor, event
from teaching.copies.shown import names
from teaching.homework import notices
from teaching.homework.attributes import TO_SET
from teaching.homework.model import given
from teaching.homework.naming import name_files
from teaching.homework.of_slips import check_slip

CLOSED = "This homework was marked or written off for every student. It cannot be changed"
_NOT_ON_COURSE = "Please choose students of the course"
_SHOWN = {"title": "title", "type": "type", "dueDate": "due"}
"""Fields of homework that the record of a student copies, with the column of both."""


def begin(tx: Tx, values: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of new homework beyond its fields. Raises NotFound for a course of another caller; Invalid
    with the popup of the first failed check."""
    its = _course(tx, values["course_id"])
    students = _students(tx, values)
    due = values.get("due")
    if due is None and values["dueOption"] == "tutorial":
        due = _next_tutorial(tx, values["course_id"])
    on = [one["student_id"] for one in students]
    check_slip(tx, "slipSetId", values.get("slip_set_id"), values["course_id"], on)
    TO_SET.refuse("set", TO_SET.given(values | {"due": due}, studentIds=on))
    return {
        "due": due,
        "department_id": values.get("department_id") or its["department_id"] or None,
        "tutor_id": _tutor(tx, values["course_id"]),
        "set_by_id": tx.actor.acting_user_id,
        "set_by_name": tx.actor.name,
    }


def begun(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """Assign the homework to the students."""
    its = _course(tx, values["course_id"])
    tutor = values["tutor_id"]
    shared = {
        "homework_id": record,
        "status": values["status"] or "set",
        "tutor_id": tutor,
        "tutor_name": names(tx, "tutor", [tutor]).get(tutor, ""),
        "course_id": values["course_id"],
        "course_title": course_title(its),
        "title": values["title"],
        "type": values["type"],
        "due": values["due"],
        "slip_set_id": values.get("slip_set_id"),
    }
    students = _students(tx, values)
    called = names(tx, "student", [one["student_id"] for one in students])
    rows = [
        shared
        | {"cws_id": one["id"], "student_id": one["student_id"], "student_name": called.get(one["student_id"], "")}
        for one in students
    ]
    tx.execute(sa.insert(given), rows)
    if values.get("file_ids"):
        name_files(tx, "homework", record, "fileIds", values["file_ids"])
    if shared["status"] == "set":
        notices.tell_set(tx, record, shared, [one["student_id"] for one in rows])


def check_change(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Refuse to empty a required field, or to change homework that is over for all students. Raises Invalid,
    Conflict."""
    now = {**change.row, change.field.column.name: change.new}
    TO_SET.refuse("set", TO_SET.given(now, studentIds=[]), of=change.field.name)
    of_it = given.c.homework_id == change.row["id"]
    still = sa.select(given.c.id).where(of_it, given.c.status.not_in(("marked", "writeOff"))).limit(1)
    if tx.scalar(still) is None:
        raise Conflict(CLOSED, code="closed")
    return {}


def changed(tx: Tx, change: Change) -> None:
    """Copy the change to the records of the students, except postponed due dates of their own."""
    column = _SHOWN[change.field.name]
    of_it = given.c.homework_id == change.row["id"]
    if column == "due":
        of_it = sa.and_(of_it, given.c.status.in_(("saved", "set")))
    tx.execute(sa.update(given).where(of_it).values({column: change.new} | version_values(given)))


def files_changed(tx: Tx, change: Change) -> None:
    """Let the students see the files."""
    name_files(tx, "homework", change.row["id"], "fileIds", change.new)


def marked_files_changed(tx: Tx, change: Change) -> None:
    """Let the readers of the marks see the files of the marks."""
    name_files(tx, "studentHomework", change.row["id"], "tutorFiles", change.new)


def _course(tx: Tx, number: int) -> dict[str, Any]:
    mine = sa.select(course).where(course.c.id == number)
    if not staff(tx.actor):
        teaches = sa.select(course_tutor.c.course_id).where(course_tutor.c.tutor_id == tx.actor.person("tutor"))
        mine = mine.where(course.c.id.in_(teaches))
    return row_or_404(tx.connection, mine)


def _students(tx: Tx, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the students of the homework: the named ones, or all on the course. Raises Invalid for others."""
    on = course_student.c
    course_students = sa.select(on.id, on.student_id).where(on.course_id == values["course_id"]).order_by(on.id)
    if values["allStudents"]:
        return tx.all(course_students.where(on.status == "active"))
    wanted = values["studentIds"] or []
    students = tx.all(course_students.where(on.student_id.in_(wanted), on.status != "withdrawn"))
    if {one["student_id"] for one in students} != set(wanted):
        raise Invalid(_NOT_ON_COURSE, title="Missing students", fields={"studentIds": _NOT_ON_COURSE})
    return students


def _tutor(tx: Tx, course_id: int) -> int | None:
    """Return the tutor who sets it: the caller, or the first tutor of the course if the office does."""
    mine = tx.actor.person("tutor")
    of_course = sa.select(course_tutor.c.tutor_id).where(course_tutor.c.course_id == course_id)
    tutors = list(tx.execute(of_course.order_by(course_tutor.c.tutor_id)).scalars())
    return mine if mine in tutors else next(iter(tutors), None)


def _next_tutorial(tx: Tx, course_id: int) -> dt.datetime | None:
    """Return the start of the next tutorial of the course."""
    coming = (event.c.course_id == course_id, event.c.status == "active", event.c.starts > sa.func.now())
    starts: dt.datetime | None = tx.scalar(sa.select(sa.func.min(event.c.starts)).where(*coming))
    return starts
