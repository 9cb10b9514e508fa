"""Requests for term reports, and their undo (`teaching.md 5`, Bulk request reports)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx, row_or_404
from kit.errors import Conflict, Invalid, NotFound
from kit.values.days import LONDON
from teaching.copies.events import course_title
from teaching.copies.model import course, course_student, course_tutor, person
from teaching.copies.shown import names
from teaching.reports import rules
from teaching.reports.model import report
from teaching.reports.trials import REPORTS
from teaching.writing import trials

FAILED = "Failed validation"
REQUIRED = "Please check required fields are filled out"
NOT_IN_ORDER = "Please check dates are in sequential order"
NOT_THEIR_TUTOR = "This tutor does not teach the course"
NO_STUDENTS = "Nobody is on this course"
NOT_UNDONE = "These reports can no longer be taken back"
_GONE = ("withdrawn", "deleted")


def call(tx: Tx, asked: dict[str, Any]) -> dict[str, Any]:
    """Request a report of a student on a course (`cwsId`), or of every student of a course (`courseId`), by a tutor.
    Existing reports are returned unchanged. Raises Invalid, NotFound, Conflict."""
    period = _period(asked)
    its = _course(tx, asked)
    if tx.scalar(sa.select(course_tutor.c.course_id).filter_by(course_id=its["id"], tutor_id=asked["tutorId"])) is None:
        raise Invalid(NOT_THEIR_TUTOR, title=FAILED, fields={"tutorId": NOT_THEIR_TUTOR})
    students = _students(tx, its["id"], asked["cwsId"])
    if not students:
        raise Conflict(NO_STUDENTS, code="no_students")
    about = {
        "tutor_id": asked["tutorId"],
        "tutor_name": names(tx, "tutor", [asked["tutorId"]]).get(asked["tutorId"], ""),
        "course_id": its["id"],
        "course_title": course_title(its),
        "course_level": its["level"],
        "organisation_id": its["organisation_id"],
        "department_id": its["department_id"],
        "called_by_id": tx.actor.user_id,
        "called_by_name": tx.actor.name,
        **period,
    }
    reports = [_call_one(tx, one, about) for one in students]
    trials.fill(tx, REPORTS, [one["id"] for one in reports if one["isNew"]])
    return {"id": reports[0]["id"], "reports": reports}


def undo(tx: Tx, ids: Sequence[int]) -> dict[str, int]:
    """Delete reports that the caller requested within the last minute and that nobody has changed. Raises Conflict if
    there are none."""
    c = report.c
    mine = sa.and_(c.id.in_(ids), c.called_by_id == tx.actor.user_id, c.status == "called", c.version == 1)
    recent = c.created > sa.func.now() - rules.UNDO_CALL
    gone = tx.execute(sa.delete(report).where(mine, recent)).rowcount
    if not gone:
        raise Conflict(NOT_UNDONE, code="too_late")
    return {"reports": gone}


def _period(asked: dict[str, Any]) -> dict[str, dt.datetime]:
    """Return the period from 00:01 to 23:59 in London, and the deadline. Raises Invalid with the spec's texts."""
    missing = [name for name in ("dateFrom", "dateTo", "deadline") if asked[name] is None]
    if missing:
        raise Invalid(REQUIRED, title=FAILED, fields=dict.fromkeys(missing, REQUIRED))
    begins = dt.datetime.combine(asked["dateFrom"], dt.time(0, 1), LONDON)
    ends = dt.datetime.combine(asked["dateTo"], dt.time(23, 59), LONDON)
    due = asked["deadline"]
    for name, in_order in (("dateTo", begins < ends), ("deadline", ends < due)):
        if not in_order:
            raise Invalid(NOT_IN_ORDER, title=FAILED, fields={name: NOT_IN_ORDER})
    if due.minute % rules.DUE_STEP or due.second or due.microsecond:
        text = f"Please choose a time in steps of {rules.DUE_STEP} minutes"
        raise Invalid(text, title=FAILED, fields={"deadline": text})
    return {"date_from": begins, "date_to": ends, "deadline": due}


def _course(tx: Tx, asked: dict[str, Any]) -> dict[str, Any]:
    """Return the course of the request. Raises Invalid, NotFound."""
    number = asked["courseId"]
    if asked["cwsId"] is not None:
        number = tx.scalar(sa.select(course_student.c.course_id).where(course_student.c.id == asked["cwsId"]))
        if number is None:
            raise NotFound("There is no such student on a course")
    if number is None or asked["tutorId"] is None:
        name = "cwsId" if number is None else "tutorId"
        raise Invalid(REQUIRED, title=FAILED, fields={name: REQUIRED})
    return row_or_404(tx.connection, sa.select(course).where(course.c.id == number), "There is no such course")


def _students(tx: Tx, course_id: int, cws_id: int | None) -> list[dict[str, Any]]:
    """Return the students on the course, by name; with `cws_id` only that one."""
    on = course_student.c
    which = on.id == cws_id if cws_id is not None else on.status.not_in(_GONE)
    named = sa.and_(person.c.kind == "student", person.c.id == on.student_id)
    columns = (on.id, on.student_id, sa.func.coalesce(person.c.name, "").label("name"), person.c.birth_date)
    rows = sa.select(*columns).select_from(course_student.outerjoin(person, named))
    return tx.all(rows.where(on.course_id == course_id, which).order_by(person.c.name, on.id))


def _call_one(tx: Tx, student: dict[str, Any], about: dict[str, Any]) -> dict[str, Any]:
    """Return the report of one student; a repeated request returns the existing one."""
    values = {
        **about,
        "cws_id": student["id"],
        "student_id": student["student_id"],
        "student_name": student["name"],
        "year_group": rules.year_group(student["birth_date"], about["date_to"].date()),
    }
    statement = (
        insert(report).values(values).on_conflict_do_nothing(constraint="uq_report_period").returning(report.c.id)
    )
    record = tx.scalar(statement)
    is_new = record is not None
    if not is_new:
        key = {name: values[name] for name in ("cws_id", "tutor_id", "date_from", "date_to")}
        record = tx.scalar(sa.select(report.c.id).filter_by(**key))
    return {"id": record, "student": student["name"], "isNew": is_new}
