"""Subscriptions that update the copies of people, courses and tutorial times on a slip."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.people.events.v1.events_pb2 import EventChanged
from teaching.copies.events import course_title
from teaching.copies.model import event
from teaching.copies.shown import keep_course, keep_names
from teaching.slips.commands import due, tutorial
from teaching.slips.model import slip

_c = slip.c
_NAMES = {
    "tutor": (_c.tutor_id, _c.tutor_name),
    "invigilator": (_c.invigilator_id, _c.tutor_name),
    "student": (_c.student_id, _c.student_name),
}


def event_changed(tx: Tx, envelope: Envelope) -> None:
    """Update unsubmitted slips with the time and place of their tutorial."""
    payload = envelope.payload
    written = sa.and_(slip.c.tutorial_id == payload["id"], slip.c.status.in_(("saved", "returned")))
    row = None if payload["deleted"] else tx.one(sa.select(event).where(event.c.id == payload["id"]))
    if row is None:
        return
    for department_id in tx.execute(sa.select(slip.c.department_id).where(written).distinct()).scalars().all():
        now = tutorial(row) | {"due": due(tx, department_id, row["ends"])}
        tx.execute(sa.update(slip).where(written, slip.c.department_id == department_id).values(now))


SUBSCRIPTIONS = (
    keep_names(slip, _NAMES),
    keep_course(slip, _c.course_id, {_c.course_title: course_title, _c.course_type: lambda payload: payload["type"]}),
    Subscription(Event.of(EventChanged), event_changed),
)
