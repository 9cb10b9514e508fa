"""What is heard of enquiries and exams."""

from __future__ import annotations

import sqlalchemy as sa

from finance.copies.model import enquiry, exam
from finance.exams.model import exam_fee
from kit.copies import keep
from kit.db import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.people.events.v1.events_pb2 import EnquiryChanged, ExamChanged

ENQUIRY_CHANGED = Event("people.enquiry.changed", EnquiryChanged)
EXAM_CHANGED = Event("people.exam.changed", ExamChanged)


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


SUBSCRIPTIONS = (Subscription(ENQUIRY_CHANGED, enquiry_changed), Subscription(EXAM_CHANGED, exam_changed))
