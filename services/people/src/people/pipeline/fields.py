"""Enrolments and the settings of their stages as records."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa

from kit.database import Tx, first_row
from kit.policy import Actor, Row
from kit.records import Acts, Change, Create, Delete, FieldSet
from kit.values.days import LONDON
from people.persons.model import student
from people.persons.queries import full_name
from people.pipeline.answers import EnrolmentParts
from people.pipeline.attributes import ENROLMENT, ENROLMENT_STAGE, FACTS, ORDER, PIECES
from people.pipeline.facts import ENDED, Days, first_tutorial, own_courses, refresh
from people.pipeline.model import enrolment, enrolment_stage
from people.pipeline.workflow import ENROLMENT_MOVES
from people.policy import OF_STAFF, OFFICE, STAFF

SCREENS = {
    "formsIn": "/students/{id}/forms",
    "depositPaid": "/students/{id}/invoices",
    "courseAllocated": "/students/{id}/courses",
    "firstTutorial": "/companyCalendar?new={event}",
}
"""The screen that supplies a missing piece; `{id}` is the student, `{event}` a new tutorial for them."""


def missing(connection: sa.Connection, row: Row, name: str) -> list[dict[str, Any]]:
    """Return the missing pieces of an enrolment, for the stages that its department uses."""
    if row["stage"] in ENDED:
        return []
    days = Days(connection)
    event = _event(connection, row, name)
    return [
        {
            "stage": stage,
            "title": title,
            "screen": SCREENS[stage].replace("{id}", str(row["student_id"])).replace("{event}", event),
        }
        for stage, title in PIECES.items()
        if row[FACTS[stage]] is None and days.uses(row["department_id"], stage)
    ]


def _event(connection: sa.Connection, row: Row, name: str) -> str:
    """Return a new tutorial for the student of an enrolment, as a part of an address of the calendar."""
    draft = {
        "title": f"First tutorial: {name}",
        "type": "tutorial",
        "people": [{"kind": "student", "id": row["student_id"], "name": name}],
    }
    course = connection.execute(own_courses(row["id"]).limit(1)).scalar()
    return quote(json.dumps(draft | ({"courseId": course} if course else {}), ensure_ascii=False))


def _tutorial(connection: sa.Connection, row: Row) -> dict[str, Any] | None:
    """Return the first tutorial of an enrolment with its screen; None if none is booked."""
    event = first_row(connection, first_tutorial(row["id"]))
    if event is None:
        return None
    day = event["starts"].astimezone(LONDON)
    return {"starts": event["starts"], "screen": f"/companyCalendar/day?day={day:%Y-%m-%d}&event={event['id']}"}


def _extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    name = connection.execute(sa.select(full_name(student)).where(student.c.id == row["student_id"])).scalar() or ""
    return {
        "student": name,
        "stuck": row["stuck_from"] < dt.datetime.now(dt.UTC),
        "missing": missing(connection, row, name),
        "tutorial": _tutorial(connection, row),
    }


def _complete(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Set the department of a new enrolment to that of its student if it has none."""
    if values.get("department_id"):
        return {}
    of_student = sa.select(student.c.department_id).where(student.c.id == values["student_id"])
    return {"department_id": tx.scalar(of_student)}


def _begun(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    refresh(tx, {values["student_id"]})


def _department_changed(tx: Tx, change: Change) -> None:
    refresh(tx, {change.row["student_id"]})


ENROLMENT_FIELDS = FieldSet(
    name="enrolment",
    path="/pipeline/enrolments/{id}",
    sections=ENROLMENT.sections(
        {"enrolment": "Enrolment", "facts": "What happened"},
        {"studentId": Acts(read_only=True), "departmentId": Acts(after=_department_changed)},
    ),
    may=STAFF,
    history=OFFICE,
    workflow=ENROLMENT_MOVES,
    create=Create(fields=("studentId", "departmentId"), complete=_complete, after=_begun),
    extra=_extra,
    answers=EnrolmentParts,
)


def begin(tx: Tx, student_id: int, department_id: int | None, lead_id: int | None, stage: str) -> int | None:
    """Begin the enrolment of a student from a lead, at a stage; None if one is current. Known facts move it on."""
    under_way = sa.exists().where(enrolment.c.student_id == student_id, enrolment.c.stage.not_in(ENDED))
    if tx.scalar(sa.select(under_way)):
        return None
    now = dt.datetime.now(dt.UTC)
    record = tx.insert(
        enrolment,
        {
            "student_id": student_id,
            "department_id": department_id,
            "lead_id": lead_id,
            "stage": stage,
            "since": now,
            "stuck_from": Days(tx.connection).stuck_from(department_id, stage, now),
            "reached": ORDER.index(stage),
        },
    )
    refresh(tx, {student_id})
    return record


STAGE_FIELDS = FieldSet(
    name="enrolmentStage",
    table=enrolment_stage,
    path="/pipeline/stages/{id}",
    sections=ENROLMENT_STAGE.sections({"stage": "Stage"}),
    scope=OF_STAFF,
    may=OFFICE,
    create=Create(fields=("departmentId", "stage", "days", "used")),
    delete=Delete(),
)

FIELDSETS = (ENROLMENT_FIELDS, STAGE_FIELDS)
