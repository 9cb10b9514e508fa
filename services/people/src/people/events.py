"""Events that this service publishes, and those of identity that it handles."""

from __future__ import annotations

from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.db import Tx
from kit.events import Envelope, Event
from kit.policy import Row
from kit.subscriptions import Subscription
from kit.tables import bumped
from people.persons.model import TABLES
from people.reference.model import department, organisation
from staffroom.identity.events.v1 import events_pb2 as identity
from staffroom.people.events.v1 import events_pb2 as people

PERSON_CHANGED = Event("people.person.changed", people.PersonChanged)
COURSE_CHANGED = Event("people.course.changed", people.CourseChanged)
EXAM_CHANGED = Event("people.exam.changed", people.ExamChanged)
ENQUIRY_CHANGED = Event("people.enquiry.changed", people.EnquiryChanged)
ADDRESS_CHANGED = Event("people.address.changed", people.AddressChanged)
CLIENT_STUDENT_CHANGED = Event("people.client_student.changed", people.ClientStudentChanged)

USER_CHANGED = Event("identity.user.changed", identity.UserChanged)
ORGANISATION_CHANGED = Event("identity.organisation.changed", identity.OrganisationChanged)
DEPARTMENT_CHANGED = Event("identity.department.changed", identity.DepartmentChanged)


def person_payload(kind: str, row: Row) -> dict[str, Any]:
    """PersonChanged of a row of the kind's table."""
    return {
        "id": row["id"],
        "kind": kind,
        "title": row["title"] or "",
        "firstName": row["first_name"],
        "lastName": row["last_name"],
        "email": row["email"],
        "status": row["status"],
        "userId": row["user_id"] or 0,
        "organisationId": row["organisation_id"] or 0,
        "departmentId": row["department_id"] or 0,
    }


def exam_payload(row: Row) -> dict[str, Any]:
    """ExamChanged of a row of `exam`."""
    told = {name: row[name] for name in ("id", "name", "board", "code", "level", "subject", "papers")}
    return told | {"seriesId": row["series_id"]}


def enquiry_payload(row: Row) -> dict[str, Any]:
    """EnquiryChanged of a row of `enquiry_with_type`."""
    return {
        "id": row["id"],
        "enquiryId": row["enquiry_id"],
        "type": row["type"],
        "status": row["status"],
        "organisationId": row["organisation_id"] or 0,
        "studentId": row["student_id"] or 0,
        "candidateId": row["candidate_id"] or 0,
        "clientId": row["client_id"] or 0,
    }


def address_payload(row: Row) -> dict[str, Any]:
    """AddressChanged of a row of `address`."""
    lines = ("id", "line1", "line2", "line3", "city", "postcode", "country", "primary")
    return {name: row[name] for name in lines} | {"personKind": row["person_type"], "personId": row["person_id"]}


def client_student_payload(row: Row) -> dict[str, Any]:
    """ClientStudentChanged of a row of `client_student`."""
    return {"id": row["id"], "clientId": row["client_id"], "studentId": row["student_id"], "pays": row["pays"]}


def on_user_changed(tx: Tx, event: Envelope) -> None:
    """Keep each person's `user_id` as identity has it, to whom the link belongs. Seen again, it publishes nothing."""
    user = event.payload
    for kind, table in TABLES.items():
        wanted = 0 if user["deleted"] else user[f"{kind}Id"]
        stale = sa.and_(table.c.user_id == user["id"], table.c.id != wanted)
        changed = _link(tx, table, stale, None)
        if wanted:
            fresh = sa.and_(table.c.id == wanted, table.c.user_id.is_distinct_from(user["id"]))
            changed += _link(tx, table, fresh, user["id"])
        tx.publish_each(PERSON_CHANGED, changed, partial(person_payload, kind))


def _link(tx: Tx, table: sa.Table, where: sa.ColumnElement[bool], user_id: int | None) -> list[dict[str, Any]]:
    return tx.all(sa.update(table).where(where).values(user_id=user_id, **bumped(table)).returning(*table.c))


def on_organisation_changed(tx: Tx, event: Envelope) -> None:
    _keep(tx, organisation, {name: event.payload[name] for name in ("id", "title", "deleted", "archived")})


def on_department_changed(tx: Tx, event: Envelope) -> None:
    payload = event.payload
    row = {name: payload[name] for name in ("id", "title", "color", "deleted", "archived")}
    _keep(tx, department, row | {"organisation_id": payload["organisationId"] or None})


def _keep(tx: Tx, table: sa.Table, row: dict[str, Any]) -> None:
    """Store the row as it now is. A deletion may say no more than the id: what was known stays beside the mark."""
    values = {name: value for name, value in row.items() if name != "id"}
    if row["deleted"]:
        values = {"deleted": True}
    tx.execute(insert(table).values(**row).on_conflict_do_update(index_elements=["id"], set_=values))


SUBSCRIPTIONS = (
    Subscription(USER_CHANGED, on_user_changed),
    Subscription(ORGANISATION_CHANGED, on_organisation_changed),
    Subscription(DEPARTMENT_CHANGED, on_department_changed),
)
