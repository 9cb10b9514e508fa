"""Subscriptions of this service: the people on a course decide who sees the files of the course."""

from __future__ import annotations

import sqlalchemy as sa

from files.documents.model import course_person
from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.people.events.v1.events_pb2 import CourseChanged


def course_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep the people of the course as they now are; nobody where the course is gone."""
    payload = envelope.payload
    tx.execute(sa.delete(course_person).where(course_person.c.course_id == payload["id"]))
    if payload["deleted"]:
        return
    people = {("tutor", tutor) for tutor in payload["tutorIds"]}
    people |= {("student", student["studentId"]) for student in payload["students"]}
    rows = [{"course_id": payload["id"], "kind": kind, "person_id": person} for kind, person in sorted(people)]
    if rows:
        tx.execute(sa.insert(course_person), rows)


SUBSCRIPTIONS = (Subscription(Event.of(CourseChanged), course_changed),)
