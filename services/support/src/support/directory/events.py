"""Read copies of users, persons, invoices and slips, and of the members of courses, as far as support needs them."""

from __future__ import annotations

import datetime as dt

import sqlalchemy as sa

from kit.database import Tx
from kit.events import Copy, Envelope, Event, Gone, Payload, Subscription, or_none, same
from staffroom.finance.events.v1.events_pb2 import InvoiceChanged
from staffroom.identity.events.v1.events_pb2 import UserChanged
from staffroom.people.events.v1.events_pb2 import CourseChanged, LeadChanged, PersonChanged
from staffroom.teaching.events.v1.events_pb2 import SlipChanged
from support.directory.model import course_member, invoice, person, slip, user


def _active(payload: Payload) -> bool:
    """Return True if the user can sign in. A deleted user stays as an inactive name on their comments."""
    return payload["status"] == "active" and not payload["deleted"]


def _due_date(payload: Payload) -> dt.date | None:
    return dt.date.fromisoformat(payload["dueDate"]) if payload["dueDate"] else None


def keep_course_members(tx: Tx, envelope: Envelope) -> None:
    """Replace the members of a course by the current ones; a deleted course has none."""
    payload = envelope.payload
    tx.execute(sa.delete(course_member).where(course_member.c.course_id == payload["id"]))
    tutors = [("tutor", tutor) for tutor in payload["tutorIds"]]
    students = [("student", entry["studentId"]) for entry in payload["students"]]
    members = [] if payload["deleted"] else dict.fromkeys([*tutors, *students])
    if members:
        rows = [{"course_id": payload["id"], "kind": kind, "person_id": person} for kind, person in members]
        tx.execute(sa.insert(course_member), rows)


SUBSCRIPTIONS = (
    Copy(event=Event.of(UserChanged), table=user, columns=same("name", "email", "roleIds") | {"active": _active}),
    Copy(
        event=Event.of(PersonChanged),
        table=person,
        key=same("kind", "id"),
        columns=same("title", "firstName", "lastName", "email") | {"user_id": or_none("userId")},
        gone=Gone.REMOVE,
    ),
    Copy(
        event=Event.of(LeadChanged),
        table=person,
        key={"kind": lambda _: "lead", "id": "id"},
        columns=same("firstName", "lastName", "email"),
        gone=Gone.REMOVE,
    ),
    Copy(
        event=Event.of(InvoiceChanged),
        table=invoice,
        columns=same("number", "isCreditNote", "currency", "total", "outstanding", "personKind", "personId")
        | {"student_id": or_none("studentId"), "due_date": _due_date},
        gone=Gone.REMOVE,
    ),
    Copy(
        event=Event.of(SlipChanged),
        table=slip,
        columns={"tutor_id": or_none("tutorId"), "student_id": or_none("studentId")},
        gone=Gone.REMOVE,
    ),
    Subscription(Event.of(CourseChanged), keep_course_members),
)
