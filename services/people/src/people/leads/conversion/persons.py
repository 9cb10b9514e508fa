"""The persons of a conversion: client, students and candidates, existing or new, with their addresses and exam
entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from kit.changes import history
from kit.database import Tx
from kit.errors import Forbidden, Invalid
from kit.policy import Row
from kit.records import crud, pipeline
from people.exams.entries.fields import ENTRY_FIELDS
from people.leads.fields import ENQUIRY_FIELDS, LEAD_STUDENT_FIELDS
from people.leads.model import enquiry_with_type, lead_student
from people.persons.addresses import ADDRESS
from people.persons.catalogue import STUDENT_TYPES
from people.persons.fields import CLIENT_STUDENT, FIELDSETS
from people.persons.model import TABLES, client_student
from people.persons.policy import SCOPES
from people.policy import EXAMS

_PERSONS = {fieldset.name: fieldset for fieldset in FIELDSETS}
_TYPES = {str(one.value) for one in STUDENT_TYPES}
_NAMES = {"title", "firstName", "lastName", "email", "phone", "birthDate", "school"}
NO_CANDIDATES = "The exams office adds candidates and their entries: please ask it to convert this lead"
NO_ENTRY = "Only a candidate is entered for exams"


@contextmanager
def named_after(part: str) -> Iterator[None]:
    """Prefix the names of the invalid fields with the name of a part."""
    try:
        yield
    except Invalid as error:
        fields = {f"{part}.{name}": text for name, text in (error.fields or {}).items()}
        raise Invalid(error.text, title=error.title, code=error.code, fields=fields) from error


def person(tx: Tx, kind: str, asked: Mapping[str, Any], lead: Row, part: str) -> dict[str, Any]:
    """Return the existing person, or a new one. Raises Invalid, with fields prefixed by the name of the part."""
    table = TABLES[kind]
    if asked.get("id"):
        name = sa.select(table.c.id, (table.c.first_name + " " + table.c.last_name).label("name"))
        row = tx.one(name.where(table.c.id == asked["id"], SCOPES[kind].where(tx.actor)).with_for_update(read=True))
        if row is None:
            text = f"There is no such {kind}"
            raise Invalid(text, code="unknown_reference", fields={f"{part}.id": text})
        return {**row, "isNew": False}
    body = {name: value for name, value in asked.items() if name in _NAMES and value not in (None, "")}
    body |= {"status": "active", "departmentId": lead["department_id"]}
    if kind == "student" and lead["kind"] in _TYPES:
        body["studentType"] = lead["kind"]
    if kind == "candidate":
        # The lead has the school of a candidate.
        body.pop("school", None)
    with named_after(part):
        record = crud.create(tx, _PERSONS[kind], body)
    if lead["organisation_id"] is not None:
        pipeline.update_in(tx, _PERSONS[kind], "organisationId", record, lead["organisation_id"])
    return {"id": record, "name": f"{body['firstName']} {body['lastName']}", "isNew": True}


def student(tx: Tx, lead: Row, asked: Mapping[str, Any], place: int, client_id: int) -> dict[str, Any]:
    """Return a student or candidate of the lead, linked to the prospective student: a student with the client, a
    candidate with planned entries. Raises Invalid; and Forbidden if the actor may not edit candidates."""
    part, kind = f"students.{place}", asked["kind"]
    if kind == "candidate" and not EXAMS(tx.actor):
        raise Forbidden(NO_CANDIDATES)
    if kind == "student" and asked["examIds"]:
        raise Invalid(NO_ENTRY, fields={f"{part}.examIds": NO_ENTRY})
    someone = person(tx, kind, asked, lead, part)
    if kind == "student":
        _link(tx, client_id, someone["id"], asked)
    row = _part_of(tx, lead, asked, someone, part, kind)
    column = lead_student.c[f"{kind}_id"]
    tx.execute(sa.update(lead_student).where(lead_student.c.id == row["id"]).values({column: someone["id"]}))
    history.note(tx, LEAD_STUDENT_FIELDS.name, row["id"], f"{kind}Id", row[column.name], someone["id"])
    home = address(tx, kind, someone["id"], asked["address"], f"{part}.address") if asked["address"] else None
    entries = [_entry(tx, someone["id"], exam, part) for exam in dict.fromkeys(asked["examIds"])]
    return {**someone, "kind": kind, "addressId": home, "entries": len(entries)}


def _link(tx: Tx, client_id: int, student_id: int, asked: Mapping[str, Any]) -> None:
    linked = (client_student.c.client_id == client_id, client_student.c.student_id == student_id)
    if tx.scalar(sa.select(client_student.c.id).where(*linked)) is None:
        body = {"clientId": client_id, "studentId": student_id, "relation": asked.get("relation") or "", "pays": True}
        crud.create(tx, CLIENT_STUDENT, body)


def _entry(tx: Tx, candidate_id: int, exam_id: int, part: str) -> int:
    """Return a planned entry. Raises Invalid; and Forbidden for a series that the actor may not edit."""
    try:
        return crud.create(tx, ENTRY_FIELDS, {"candidateId": candidate_id, "examId": exam_id})
    except Forbidden as error:
        raise Forbidden(NO_CANDIDATES) from error
    except Invalid as error:
        raise Invalid(error.text, title=error.title, code=error.code, fields={f"{part}.examIds": error.text}) from error


def _part_of(tx: Tx, lead: Row, asked: Mapping[str, Any], someone: Row, part: str, kind: str) -> dict[str, Any]:
    """Return the prospective student of the lead, or a new one if none is named. Raises Invalid."""
    s = lead_student.c
    if asked.get("leadStudentId"):
        row = tx.one(sa.select(lead_student).where(s.id == asked["leadStudentId"], s.lead_id == lead["id"]))
        if row is None:
            text = "This student is not on the lead"
            raise Invalid(text, fields={f"{part}.leadStudentId": text})
        return row
    c = TABLES[kind].c
    named = tx.one(
        sa.select(c.first_name.label("firstName"), c.last_name.label("lastName")).where(c.id == someone["id"])
    )
    assert named is not None
    record = crud.create(tx, LEAD_STUDENT_FIELDS, named, owner=lead["id"])
    row = tx.one(sa.select(lead_student).where(s.id == record))
    assert row is not None
    return row


def address(tx: Tx, kind: str, person_id: int, asked: Mapping[str, Any], part: str = "address") -> int:
    """Return a new address of a person. Raises Invalid, with fields prefixed by the name of the part."""
    body = {name: value for name, value in asked.items() if value not in (None, "")}
    with named_after(part):
        return crud.create(tx, ADDRESS, {"title": "Home", **body, "personType": kind, "personId": person_id})


def enquiry_of(tx: Tx, lead: Row, someone: Row, client_id: int) -> int:
    """Return the enquiry with type of a student or candidate of this lead, for invoices: one that is about nobody yet,
    or a new one."""
    e, own_id = enquiry_with_type.c, f"{someone['kind']}Id"
    of_lead = sa.select(e.id).where(e.enquiry_id == lead["id"])
    own = tx.scalar(of_lead.where(e[f"{someone['kind']}_id"] == someone["id"]).order_by(e.id))
    free = own or tx.scalar(of_lead.where(e.student_id.is_(None), e.candidate_id.is_(None)).order_by(e.id))
    if free is None:
        kind = lead["kind"] or ("exams" if someone["kind"] == "candidate" else "other")
        body = {
            "enquiryId": lead["id"],
            "type": kind,
            "status": "completed",
            own_id: someone["id"],
            "clientId": client_id,
            "organisationId": lead["organisation_id"],
        }
        return crud.create(tx, ENQUIRY_FIELDS, body)
    for name, value in ((own_id, someone["id"]), ("clientId", client_id), ("status", "completed")):
        pipeline.update_in(tx, ENQUIRY_FIELDS, name, free, value)
    return int(free)
