"""Subscriptions to events of addresses, of who pays for whom, of enquiries and exams."""

from __future__ import annotations

import sqlalchemy as sa

from finance.copies.model import LINES, address, client_student, enquiry, exam
from finance.exams.model import exam_fee
from finance.invoices.model import PERSON_KINDS
from kit.copies import keep
from kit.db import Tx
from kit.events import Envelope, Event
from kit.subscriptions import Subscription
from staffroom.people.events.v1.events_pb2 import (
    AddressChanged,
    ClientStudentChanged,
    EnquiryChanged,
    ExamChanged,
)

ADDRESS_CHANGED = Event("people.address.changed", AddressChanged)
CLIENT_STUDENT_CHANGED = Event("people.client_student.changed", ClientStudentChanged)
ENQUIRY_CHANGED = Event("people.enquiry.changed", EnquiryChanged)
EXAM_CHANGED = Event("people.exam.changed", ExamChanged)


def address_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep where somebody lives who can be invoiced."""
    said = envelope.payload
    if said["deleted"]:
        tx.execute(sa.delete(address).where(address.c.id == said["id"]))
    elif said["personKind"] in PERSON_KINDS:
        values = {"person_kind": said["personKind"], "person_id": said["personId"], "primary": said["primary"]}
        keep(tx, address, {"id": said["id"]}, values | {name: said[name] for name in LINES})


def client_student_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep who pays for a student."""
    said = envelope.payload
    if said["deleted"]:
        tx.execute(sa.delete(client_student).where(client_student.c.id == said["id"]))
        return
    values = {"client_id": said["clientId"], "student_id": said["studentId"], "pays": said["pays"]}
    keep(tx, client_student, {"id": said["id"]}, values)


def enquiry_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep whom it is about and who pays."""
    said = envelope.payload
    keep(
        tx,
        enquiry,
        {"id": said["id"]},
        {f"{kind}_id": said[f"{kind}Id"] or None for kind in ("student", "candidate", "client")},
    )


def exam_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep what its lines are named by and how many papers are charged for. An exam that goes stays for its fees."""
    said = envelope.payload
    if said["deleted"]:
        charged = sa.exists().where(exam_fee.c.exam_id == exam.c.id)
        tx.execute(sa.delete(exam).where(exam.c.id == said["id"], ~charged))
        return
    values = {
        "title": f"{said['level']} {said['subject']}",
        **{name: said[name] for name in ("board", "code", "papers")},
    }
    keep(tx, exam, {"id": said["id"]}, values)


SUBSCRIPTIONS = (
    Subscription(ADDRESS_CHANGED, address_changed),
    Subscription(CLIENT_STUDENT_CHANGED, client_student_changed),
    Subscription(ENQUIRY_CHANGED, enquiry_changed),
    Subscription(EXAM_CHANGED, exam_changed),
)
