"""The conversion of a lead into client, students or candidates, addresses, courses with their first tutorials, entries
and enrolments: all or nothing.

Finance drafts the invoice of the agreed fee from its event. Existing records are linked, not changed. `dry` does the
same and rolls back, to show the result.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.changes import writing
from kit.database import Tx, all_rows, first_row
from kit.errors import Conflict, Invalid
from kit.policy import Row
from kit.values.shown import shown
from people.courses.fields import COURSE_FIELDS
from people.events import LEAD_CONVERTED
from people.leads.contacts import log
from people.leads.conversion import courses as converting_courses
from people.leads.conversion import persons as converting_persons
from people.leads.conversion.model import lead_conversion, lead_conversion_course
from people.leads.fields import LEAD_FIELDS
from people.leads.workflow import LEAD_MOVES
from people.persons.model import TABLES
from people.pipeline.fields import begin

NO_ISSUER = "Please choose the organisation of the lead first: it issues the invoice"
NO_STUDENT = "Please name at least one student"
BEGINS = "accepted"
"""The stage of enrolment of students who come from a lead."""


def convert(tx: Tx, lead_id: int, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a lead; with `dry`, only report the result. Raises NotFound, Invalid, Forbidden; and Conflict if it was
    converted already, a tutor lacks checks, or somebody is busy at the time of a tutorial."""
    with tx.savepoint(keeps=not asked["dry"]):
        records = _convert(tx, lead_id, asked)
        _check_times(tx, records["courses"])
    return {"dry": asked["dry"], **records}


def _check_times(tx: Tx, courses: Sequence[Row]) -> None:
    """Run the checks that run at the end of a transaction, so that a dry run is refused for the same reasons. Raises
    Conflict."""
    try:
        tx.run_before_commit()
    except Conflict as refusal:
        raise converting_courses.refused_times(tx, courses, refusal) from refusal


def _convert(tx: Tx, lead_id: int, asked: Mapping[str, Any]) -> dict[str, Any]:
    lead = _locked(tx, lead_id)
    if not asked["students"]:
        raise Invalid(NO_STUDENT, fields={"students": NO_STUDENT})
    client = converting_persons.person(tx, "client", asked["client"], lead, "client")
    listed = enumerate(asked["students"])
    persons = [converting_persons.student(tx, lead, one, place, client["id"]) for place, one in listed]
    home = asked["address"]
    address = converting_persons.address(tx, "client", client["id"], home) if home else None
    students = [one for one in persons if one["kind"] == "student"]
    courses = [
        converting_courses.course(tx, lead, students, one, f"courses.{place}")
        for place, one in enumerate(asked["courses"])
    ]
    for one in persons:
        one["ewtId"] = converting_persons.enquiry_of(tx, lead, one, client["id"])
        is_student = one["kind"] == "student"
        one["enrolmentId"] = begin(tx, one["id"], lead["department_id"], lead_id, BEGINS) if is_student else None
    invoice = asked["invoice"] or {}
    fee = invoice.get("fee")
    if fee is not None and lead["organisation_id"] is None:
        raise Invalid(NO_ISSUER, title="Form errors", fields={"invoice.fee": NO_ISSUER})
    _complete(tx, lead, client["id"], [one["id"] for one in courses], fee)
    purpose = invoice.get("description") or ", ".join(one["title"] for one in courses)
    _publish(tx, lead, client["id"], persons[0]["ewtId"], fee or 0, purpose)
    return {
        "leadId": lead_id,
        "client": client,
        "students": persons,
        "addressId": address,
        "courses": courses,
        "fee": fee,
    }


def _locked(tx: Tx, lead_id: int) -> dict[str, Any]:
    """Return the lead, locked. Raises NotFound; Conflict if it was merged or converted."""
    lead = log.lock(tx, lead_id)
    before = tx.one(sa.select(lead_conversion).where(lead_conversion.c.lead_id == lead_id))
    if before is not None:
        who = before["user_name"] or "Somebody"
        raise Conflict(f"{who} converted this lead on {shown(before['at'], 'datetime')}", code="converted_already")
    return lead


def _complete(tx: Tx, lead: Row, client_id: int, courses: Sequence[int], fee: int | None) -> None:
    """Complete the lead, with the history of its fields, and store the author. The lead refers to its first course."""
    now = dt.datetime.now(dt.UTC)
    course_id = courses[0] if courses else None
    values = {
        "lead_status": "completed",
        "client_id": client_id,
        "course_id": course_id,
        "converted_at": now,
        "status_since": now,
        "next_step": "",
        "next_due": None,
        "reason_id": None,
        "reason_detail": "",
        "delete_after": None,
    }
    writing.change(tx, LEAD_MOVES, lead, values)
    tx.insert(
        lead_conversion,
        {
            "lead_id": lead["id"],
            "client_id": client_id,
            "course_id": course_id,
            "fee": fee,
            "user_id": tx.actor.acting_user_id,
            "user_name": tx.actor.name,
        },
    )
    for one in courses:
        tx.insert(lead_conversion_course, {"lead_id": lead["id"], "course_id": one})
    LEAD_FIELDS.tell_written(tx, lead["id"], lead)


def _publish(tx: Tx, lead: Row, client_id: int, ewt_id: int, fee: int, purpose: str) -> None:
    """Publish the conversion after its records, from whose copies finance drafts the invoice."""
    tx.publish(
        LEAD_CONVERTED,
        lead["id"],
        {
            "id": lead["id"],
            "clientId": client_id,
            "enquiryWithTypeId": ewt_id,
            "type": lead["kind"] or "other",
            "organisationId": lead["organisation_id"] or 0,
            "fee": fee,
            "purpose": purpose,
            "userId": tx.actor.user_id,
            "userName": tx.actor.name,
        },
    )


def conversion_of(connection: sa.Connection, lead_id: int) -> dict[str, Any] | None:
    """Return the result of a lead's conversion, with author and time; None without one."""
    c, client, course, of = lead_conversion.c, TABLES["client"], COURSE_FIELDS.table.c, lead_conversion_course.c
    name = (client.c.first_name + " " + client.c.last_name).label("clientName")
    statement = sa.select(c.at, c.user_name.label("by"), c.client_id.label("clientId"), name, c.fee)
    joined = lead_conversion.join(client, client.c.id == c.client_id)
    row = first_row(connection, statement.select_from(joined).where(c.lead_id == lead_id))
    if row is None:
        return None
    titled = sa.select(course.id, (course.level + " " + course.subject).label("title"))
    courses = titled.join(lead_conversion_course, of.course_id == course.id).where(of.lead_id == lead_id)
    return row | {"courses": all_rows(connection, courses.order_by(of.id))}
