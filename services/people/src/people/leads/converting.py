"""The conversion of a lead: client, students, address, course and enrolments, all of them or none; finance makes the
draft of the agreed fee from its event.

A record that is there already is linked, not changed. `dry` does the same and takes it back, so that a person sees what
would be made.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.changes import history, writing
from kit.database import Tx, first_row
from kit.errors import Conflict, Invalid
from kit.policy import Row
from kit.records import crud, pipeline
from kit.values.shown import shown
from people.courses.fields import COURSE_FIELDS, COURSE_STUDENT_FIELDS, COURSE_TUTOR_FIELDS
from people.events import LEAD_CONVERTED
from people.leads import log
from people.leads.conversion_model import lead_conversion
from people.leads.fields import ENQUIRY_FIELDS, LEAD_FIELDS, LEAD_STUDENT_FIELDS
from people.leads.model import enquiry_with_type, lead_student
from people.leads.workflow import LEAD_MOVES
from people.persons.addresses import ADDRESS
from people.persons.catalogue import STUDENT_TYPES
from people.persons.fields import CLIENT_STUDENT, FIELDSETS
from people.persons.model import TABLES, client_student
from people.persons.policy import SCOPES
from people.pipeline.fields import begin

_PERSONS = {fieldset.name: fieldset for fieldset in FIELDSETS}
_TYPES = {str(one.value) for one in STUDENT_TYPES}
NO_ISSUER = "Please choose the organisation of the lead first: it issues the invoice"
NO_STUDENT = "Please name at least one student"
BEGINS = "accepted"
"""The stage of enrolment of those who come from a lead."""


class _TakenBack(Exception):
    """Ends a dry run."""


def convert(tx: Tx, lead_id: int, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a lead; with `dry` only say what would be made. Raises NotFound, Invalid, and Conflict where it was
    converted already or a tutor lacks checks."""
    records: dict[str, Any] = {}
    try:
        with tx.savepoint():
            records = _convert(tx, lead_id, asked)
            if asked["dry"]:
                raise _TakenBack
    except _TakenBack:
        pass
    return {"dry": asked["dry"], **records}


def _convert(tx: Tx, lead_id: int, asked: Mapping[str, Any]) -> dict[str, Any]:
    lead = _locked(tx, lead_id)
    if not asked["students"]:
        raise Invalid(NO_STUDENT, fields={"students": NO_STUDENT})
    client = _person(tx, "client", asked["client"], lead, "client")
    students = [_student(tx, lead, one, place, client["id"]) for place, one in enumerate(asked["students"])]
    address = _address(tx, client["id"], asked["address"]) if asked["address"] else None
    course = _course(tx, lead, students, asked["course"]) if asked["course"] else None
    for one in students:
        one["ewtId"] = _enquiry_of(tx, lead, one["id"], client["id"])
        one["enrolmentId"] = begin(tx, one["id"], lead["department_id"], lead_id, BEGINS)
    invoice = asked["invoice"] or {}
    fee = invoice.get("fee")
    if fee is not None and lead["organisation_id"] is None:
        raise Invalid(NO_ISSUER, title="Form errors", fields={"invoice.fee": NO_ISSUER})
    _complete(tx, lead, client["id"], course["id"] if course else None, fee)
    purpose = invoice.get("description") or (course["title"] if course else "")
    _publish(tx, lead, client["id"], students[0]["ewtId"], fee or 0, purpose)
    return {
        "leadId": lead_id, "client": client, "students": students, "addressId": address, "course": course, "fee": fee,
    }  # fmt: skip


def _locked(tx: Tx, lead_id: int) -> dict[str, Any]:
    """Return the lead, locked. Raises NotFound; Conflict for one that was merged or converted."""
    lead = log.lock(tx, lead_id)
    before = tx.one(sa.select(lead_conversion).where(lead_conversion.c.lead_id == lead_id))
    if before is not None:
        who = before["user_name"] or "Somebody"
        raise Conflict(f"{who} converted this lead on {shown(before['at'], 'datetime')}", code="converted_already")
    return lead


def _person(tx: Tx, kind: str, asked: Mapping[str, Any], lead: Row, field: str) -> dict[str, Any]:
    """Return the person on record, or a new one. Raises Invalid, whose fields begin with the name of the part."""
    table = TABLES[kind]
    if asked.get("id"):
        name = sa.select(table.c.id, (table.c.first_name + " " + table.c.last_name).label("name"))
        row = tx.one(name.where(table.c.id == asked["id"], SCOPES[kind].where(tx.actor)).with_for_update(read=True))
        if row is None:
            text = f"There is no such {kind}"
            raise Invalid(text, code="unknown_reference", fields={f"{field}.id": text})
        return {**row, "isNew": False}
    names = {"title", "firstName", "lastName", "email", "phone", "birthDate", "school"}
    body = {name: value for name, value in asked.items() if name in names and value not in (None, "")}
    body |= {"status": "active", "departmentId": lead["department_id"]}
    if kind == "student" and lead["kind"] in _TYPES:
        body["studentType"] = lead["kind"]
    with_names = _Fields(field)
    with with_names:
        record = crud.create(tx, _PERSONS[kind], body)
    if lead["organisation_id"] is not None:
        pipeline.update_in(tx, _PERSONS[kind], "organisationId", record, lead["organisation_id"])
    return {"id": record, "name": f"{body['firstName']} {body['lastName']}", "isNew": True}


class _Fields:
    """Puts the name of a part before the names of its faulty fields."""

    def __init__(self, part: str) -> None:
        self._part = part

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if isinstance(error, Invalid):
            fields = {f"{self._part}.{name}": text for name, text in (error.fields or {}).items()}
            raise Invalid(error.text, title=error.title, code=error.code, fields=fields) from error


def _student(tx: Tx, lead: Row, asked: Mapping[str, Any], place: int, client_id: int) -> dict[str, Any]:
    """Return a student of the lead, linked to the client and noted beside the name that was asked for."""
    part = f"students.{place}"
    student = _person(tx, "student", asked, lead, part)
    linked = (client_student.c.client_id == client_id, client_student.c.student_id == student["id"])
    if tx.scalar(sa.select(client_student.c.id).where(*linked)) is None:
        body = {"clientId": client_id, "studentId": student["id"], "relation": asked.get("relation") or "",
                "pays": True}  # fmt: skip
        crud.create(tx, CLIENT_STUDENT, body)
    row = _part_of(tx, lead, asked, student, part)
    tx.execute(sa.update(lead_student).where(lead_student.c.id == row["id"]).values(student_id=student["id"]))
    history.note(tx, LEAD_STUDENT_FIELDS.name, row["id"], "studentId", row["student_id"], student["id"])
    return student


def _part_of(tx: Tx, lead: Row, asked: Mapping[str, Any], student: Row, part: str) -> dict[str, Any]:
    """Return the prospective student of the lead, a new one where none is named. Raises Invalid."""
    s = lead_student.c
    if asked.get("leadStudentId"):
        row = tx.one(sa.select(lead_student).where(s.id == asked["leadStudentId"], s.lead_id == lead["id"]))
        if row is None:
            text = "This student is not on the lead"
            raise Invalid(text, fields={f"{part}.leadStudentId": text})
        return row
    of_student = TABLES["student"].c
    names = sa.select(of_student.first_name.label("firstName"), of_student.last_name.label("lastName"))
    named = tx.one(names.where(of_student.id == student["id"]))
    assert named is not None
    record = crud.create(tx, LEAD_STUDENT_FIELDS, named, owner=lead["id"])
    row = tx.one(sa.select(lead_student).where(s.id == record))
    assert row is not None
    return row


def _address(tx: Tx, client_id: int, asked: Mapping[str, Any]) -> int:
    body = {name: value for name, value in asked.items() if value not in (None, "")}
    with _Fields("address"):
        return crud.create(tx, ADDRESS, {"title": "Home", **body, "personType": "client", "personId": client_id})


def _course(tx: Tx, lead: Row, students: Sequence[Row], asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the course that the students are put on: a proposed one with its tutor, where one is named."""
    body = {name: asked[name] for name in ("subject", "level", "board") if asked.get(name)}
    body |= {"type": asked.get("type") or ("indiv" if len(students) == 1 else "shared"), "status": "proposed",
             "departmentId": lead["department_id"]}  # fmt: skip
    with _Fields("course"):
        record = crud.create(tx, COURSE_FIELDS, body)
    reason = {"exceptionReason": asked["exceptionReason"]} if asked.get("exceptionReason") else {}
    for one in students:
        crud.create(tx, COURSE_STUDENT_FIELDS, {"courseId": record, "studentId": one["id"], "status": "proposed"})
    if asked.get("tutorId"):
        with _Fields("course"):
            crud.create(tx, COURSE_TUTOR_FIELDS, {"courseId": record, "tutorId": asked["tutorId"], **reason})
    return {"id": record, "title": f"{body['level']} {body['subject']}"}


def _enquiry_of(tx: Tx, lead: Row, student_id: int, client_id: int) -> int:
    """Return the enquiry with type of a student of this lead, which invoices refer to: the one that is about nobody
    yet, or a new one."""
    e = enquiry_with_type.c
    of_lead = sa.select(e.id).where(e.enquiry_id == lead["id"])
    own = tx.scalar(of_lead.where(e.student_id == student_id).order_by(e.id))
    free = own or tx.scalar(of_lead.where(e.student_id.is_(None), e.candidate_id.is_(None)).order_by(e.id))
    if free is None:
        body = {
            "enquiryId": lead["id"], "type": lead["kind"] or "other", "status": "completed", "studentId": student_id,
            "clientId": client_id, "organisationId": lead["organisation_id"],
        }  # fmt: skip
        return crud.create(tx, ENQUIRY_FIELDS, body)
    for name, value in (("studentId", student_id), ("clientId", client_id), ("status", "completed")):
        pipeline.update_in(tx, ENQUIRY_FIELDS, name, free, value)
    return int(free)


def _complete(tx: Tx, lead: Row, client_id: int, course_id: int | None, fee: int | None) -> None:
    """Complete the lead, with the history of its fields, and keep who did it."""
    now = dt.datetime.now(dt.UTC)
    values = {
        "lead_status": "completed", "client_id": client_id, "course_id": course_id, "converted_at": now,
        "status_since": now, "next_step": "", "next_due": None, "reason_id": None, "reason_detail": "",
        "delete_after": None,
    }  # fmt: skip
    writing.change(tx, LEAD_MOVES, lead, values)
    tx.insert(lead_conversion, {
        "lead_id": lead["id"], "client_id": client_id, "course_id": course_id, "fee": fee,
        "user_id": tx.actor.acting_user_id, "user_name": tx.actor.name,
    })  # fmt: skip
    LEAD_FIELDS.tell_written(tx, lead["id"], lead)


def _publish(tx: Tx, lead: Row, client_id: int, ewt_id: int, fee: int, purpose: str) -> None:
    """Publish the conversion, after the records that it made: finance makes the draft from its copies of them."""
    tx.publish(LEAD_CONVERTED, lead["id"], {
        "id": lead["id"], "clientId": client_id, "enquiryWithTypeId": ewt_id, "type": lead["kind"] or "other",
        "organisationId": lead["organisation_id"] or 0, "fee": fee, "purpose": purpose, "userId": tx.actor.user_id,
        "userName": tx.actor.name,
    })  # fmt: skip


def conversion_of(connection: sa.Connection, lead_id: int) -> dict[str, Any] | None:
    """Return into what a lead was converted, by whom and when; None where it was not."""
    c, client, course = lead_conversion.c, TABLES["client"], COURSE_FIELDS.table
    name = (client.c.first_name + " " + client.c.last_name).label("clientName")
    title = (course.c.level + " " + course.c.subject).label("courseTitle")
    statement = sa.select(c.at, c.user_name.label("by"), c.client_id.label("clientId"), name,
                          c.course_id.label("courseId"), title, c.fee)  # fmt: skip
    joined = lead_conversion.join(client, client.c.id == c.client_id).outerjoin(course, course.c.id == c.course_id)
    return first_row(connection, statement.select_from(joined).where(c.lead_id == lead_id))
