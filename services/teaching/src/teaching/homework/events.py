"""Subscriptions that keep on homework what it shows of people and courses."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.people.events.v1.events_pb2 import CourseChanged, PersonChanged
from teaching.copies.events import course_title, full_name
from teaching.homework.model import given

_NAMES = {"tutor": (given.c.tutor_id, given.c.tutor_name), "student": (given.c.student_id, given.c.student_name)}
"""Kind of person → the column that holds whose homework it is, and the one that holds the name."""


def person_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep the name on the homework of this person."""
    said = envelope.payload
    if said["kind"] not in _NAMES or said["deleted"]:
        return
    name = full_name(said)
    whose, shown = _NAMES[said["kind"]]
    tx.execute(sa.update(given).where(whose == said["id"], shown != name).values({shown.name: name}))


def course_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep the title of the course on its homework."""
    said = envelope.payload
    if said["deleted"]:
        return
    title = course_title(said)
    its = sa.and_(given.c.course_id == said["id"], given.c.course_title != title)
    tx.execute(sa.update(given).where(its).values(course_title=title))


SUBSCRIPTIONS = (
    Subscription(Event.of(PersonChanged), person_changed),
    Subscription(Event.of(CourseChanged), course_changed),
)
