"""Subscriptions that keep on a slip what it shows of people and courses. Who or what goes leaves its name there."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.people.events.v1.events_pb2 import CourseChanged, PersonChanged
from teaching.copies.events import course_title, full_name
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


SUBSCRIPTIONS = (
    Subscription(Event.of(PersonChanged), person_changed),
    Subscription(Event.of(CourseChanged), course_changed),
)
