"""The events that people publishes, and their payloads."""

from __future__ import annotations

from typing import Any

from kit.events import Event
from kit.policy import Row
from staffroom.people.events.v1 import events_pb2 as people

PERSON_CHANGED = Event.of(people.PersonChanged)
COURSE_CHANGED = Event.of(people.CourseChanged)
EXAM_CHANGED = Event.of(people.ExamChanged)
ENQUIRY_CHANGED = Event.of(people.EnquiryChanged)
ADDRESS_CHANGED = Event.of(people.AddressChanged)
CLIENT_STUDENT_CHANGED = Event.of(people.ClientStudentChanged)


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


def address_payload(row: Row) -> dict[str, Any]:
    """AddressChanged of a row of `address`."""
    lines = ("id", "line1", "line2", "line3", "city", "postcode", "country", "primary")
    return {name: row[name] for name in lines} | {"personKind": row["person_type"], "personId": row["person_id"]}


def client_student_payload(row: Row) -> dict[str, Any]:
    """ClientStudentChanged of a row of `client_student`."""
    return {"id": row["id"], "clientId": row["client_id"], "studentId": row["student_id"], "pays": row["pays"]}
