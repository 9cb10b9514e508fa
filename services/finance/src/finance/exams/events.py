"""The read copy of exams. A deleted exam with fees stays."""

from __future__ import annotations

import sqlalchemy as sa

from finance.copies.model import exam
from finance.exams.model import exam_fee
from kit.database import Tx
from kit.events import Copy, Envelope, Event, Gone, Payload, Subscription, same
from staffroom.people.events.v1.events_pb2 import ExamChanged


def _title(payload: Payload) -> str:
    return f"{payload['level']} {payload['subject']}"


def exam_removed(tx: Tx, envelope: Envelope) -> None:
    """Remove the copy of an exam without fees."""
    payload = envelope.payload
    if payload["deleted"]:
        charged = sa.exists().where(exam_fee.c.exam_id == exam.c.id)
        tx.execute(sa.delete(exam).where(exam.c.id == payload["id"], ~charged))


SUBSCRIPTIONS = (
    Copy(
        event=Event.of(ExamChanged),
        table=exam,
        columns=same("board", "code", "papers") | {"title": _title},
        gone=Gone.LEAVE,
    ),
    Subscription(Event.of(ExamChanged), exam_removed),
)
