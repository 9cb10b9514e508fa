"""Subscriptions to events of identity, people, finance and teaching, kept as far as support needs them."""

import datetime as dt

import sqlalchemy as sa

from kit.copies import keep
from kit.db import Tx
from kit.events import Envelope, Event
from kit.subscriptions import Subscription
from staffroom.finance.events.v1 import events_pb2 as finance_events
from staffroom.identity.events.v1 import events_pb2 as identity_events
from staffroom.people.events.v1 import events_pb2 as people_events
from staffroom.teaching.events.v1 import events_pb2 as teaching_events
from support.directory.model import course_member, invoice, person, slip, user

USER_CHANGED = Event("identity.user.changed", identity_events.UserChanged)
PERSON_CHANGED = Event("people.person.changed", people_events.PersonChanged)
COURSE_CHANGED = Event("people.course.changed", people_events.CourseChanged)
INVOICE_CHANGED = Event("finance.invoice.changed", finance_events.InvoiceChanged)
SLIP_CHANGED = Event("teaching.slip.changed", teaching_events.SlipChanged)


def keep_user(tx: Tx, envelope: Envelope) -> None:
    """Keep the user as they now are; a deleted one stays as an inactive name, for the comments they wrote."""
    told = envelope.payload
    values = {
        "name": told["name"],
        "active": told["status"] == "active" and not told["deleted"],
        "role_ids": told["roleIds"],
    }
    keep(tx, user, {"id": told["id"]}, values)


def keep_course_members(tx: Tx, envelope: Envelope) -> None:
    """Replace the members of a course by those it now has; a deleted course has none."""
    told = envelope.payload
    tx.execute(sa.delete(course_member).where(course_member.c.course_id == told["id"]))
    tutors = [("tutor", tutor) for tutor in told["tutorIds"]]
    students = [("student", entry["studentId"]) for entry in told["students"]]
    members = [] if told["deleted"] else dict.fromkeys([*tutors, *students])
    if members:
        rows = [{"course_id": told["id"], "kind": kind, "person_id": person} for kind, person in members]
        tx.execute(sa.insert(course_member), rows)


def keep_person(tx: Tx, envelope: Envelope) -> None:
    """Keep the person as they now are; nobody writes to one who is deleted."""
    told = envelope.payload
    if told["deleted"]:
        tx.execute(sa.delete(person).where(person.c.kind == told["kind"], person.c.id == told["id"]))
        return
    values = {
        "title": told["title"],
        "first_name": told["firstName"],
        "last_name": told["lastName"],
        "email": told["email"],
        "user_id": told["userId"] or None,
    }
    keep(tx, person, {"kind": told["kind"], "id": told["id"]}, values)


def keep_invoice(tx: Tx, envelope: Envelope) -> None:
    """Keep the invoice as it now is; nobody writes about one that is deleted."""
    told = envelope.payload
    if told["deleted"]:
        tx.execute(sa.delete(invoice).where(invoice.c.id == told["id"]))
        return
    values = {
        "number": told["number"],
        "is_credit_note": told["isCreditNote"],
        "currency": told["currency"],
        "total": told["total"],
        "outstanding": told["outstanding"],
        "person_kind": told["personKind"],
        "person_id": told["personId"],
        "student_id": told["studentId"] or None,
        "due_date": dt.date.fromisoformat(told["dueDate"]) if told["dueDate"] else None,
    }
    keep(tx, invoice, {"id": told["id"]}, values)


def keep_slip(tx: Tx, envelope: Envelope) -> None:
    """Keep whose the slip is; nobody asks about one that is deleted."""
    told = envelope.payload
    if told["deleted"]:
        tx.execute(sa.delete(slip).where(slip.c.id == told["id"]))
        return
    values = {"tutor_id": told["tutorId"] or None, "student_id": told["studentId"] or None}
    keep(tx, slip, {"id": told["id"]}, values)


SUBSCRIPTIONS = (
    Subscription(USER_CHANGED, keep_user),
    Subscription(PERSON_CHANGED, keep_person),
    Subscription(COURSE_CHANGED, keep_course_members),
    Subscription(INVOICE_CHANGED, keep_invoice),
    Subscription(SLIP_CHANGED, keep_slip),
)
