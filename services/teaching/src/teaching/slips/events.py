"""Subscriptions that keep on a slip what it shows of people and courses. Who or what goes leaves its name there."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.people.events.v1.events_pb2 import CourseChanged, EventChanged, PersonChanged
from teaching.copies.events import course_title, full_name
from teaching.copies.model import event
from teaching.slips.commands import due, tutorial
from teaching.slips.model import slip

_NAMES = {
    "tutor": (slip.c.tutor_id, slip.c.tutor_name),
    "invigilator": (slip.c.invigilator_id, slip.c.tutor_name),
    "student": (slip.c.student_id, slip.c.student_name),
}
"""Kind of person → the column that holds whose slip it is, and the one that holds the name."""


def person_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep the name on the slips of this person."""
    said = envelope.payload
    if said["kind"] not in _NAMES or said["deleted"]:
        return
    name = full_name(said)
    whose, shown = _NAMES[said["kind"]]
    tx.execute(sa.update(slip).where(whose == said["id"], shown != name).values({shown.name: name}))


def course_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep what the slips of this course show of it."""
    said = envelope.payload
    if said["deleted"]:
        return
    shown = {"course_title": course_title(said), "course_type": said["type"]}
    other = sa.or_(slip.c.course_title != shown["course_title"], slip.c.course_type != shown["course_type"])
    tx.execute(sa.update(slip).where(slip.c.course_id == said["id"], other).values(**shown))


def event_changed(tx: Tx, envelope: Envelope) -> None:
    """Let the slips that are still written follow the time and place of their tutorial."""
    said = envelope.payload
    written = sa.and_(slip.c.tutorial_id == said["id"], slip.c.status.in_(("saved", "returned")))
    row = None if said["deleted"] else tx.one(sa.select(event).where(event.c.id == said["id"]))
    if row is None:
        return
    for department_id in tx.execute(sa.select(slip.c.department_id).where(written).distinct()).scalars().all():
        now = tutorial(row) | {"due": due(tx, department_id, row["ends"])}
        tx.execute(sa.update(slip).where(written, slip.c.department_id == department_id).values(now))


SUBSCRIPTIONS = (
    Subscription(Event.of(PersonChanged), person_changed),
    Subscription(Event.of(CourseChanged), course_changed),
    Subscription(Event.of(EventChanged), event_changed),
)
