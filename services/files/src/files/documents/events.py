"""Subscriptions to the people on a course and to records that name a file, which decide who sees it."""

from __future__ import annotations

import sqlalchemy as sa

from files.documents.model import course_person, file, file_use
from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.files.events.v1.events_pb2 import FilesNamed
from staffroom.people.events.v1.events_pb2 import CourseChanged


def course_changed(tx: Tx, envelope: Envelope) -> None:
    """Store the current people of the course; none if the course was deleted."""
    payload = envelope.payload
    tx.execute(sa.delete(course_person).where(course_person.c.course_id == payload["id"]))
    if payload["deleted"]:
        return
    people = {("tutor", tutor) for tutor in payload["tutorIds"]}
    people |= {("student", student["studentId"]) for student in payload["students"]}
    rows = [{"course_id": payload["id"], "kind": kind, "person_id": person} for kind, person in sorted(people)]
    if rows:
        tx.execute(sa.insert(course_person), rows)


def files_named(tx: Tx, envelope: Envelope) -> None:
    """Store the files that the field names now; deleted ones are skipped."""
    payload = envelope.payload
    use = {"entity_type": payload["kind"], "entity_id": payload["id"], "field": payload["field"]}
    tx.execute(sa.delete(file_use).where(*(file_use.c[name] == value for name, value in use.items())))
    files = sa.select(file.c.id, *map(sa.literal, use.values())).where(file.c.id.in_(payload["fileIds"]))
    tx.execute(sa.insert(file_use).from_select(["file_id", *use], files))


PUBLISHERS = ("teaching",)
"""Services whose records name files that others than their uploaders see."""
SUBSCRIPTIONS = (
    Subscription(Event.of(CourseChanged), course_changed),
    *(Subscription(Event.of(FilesNamed, service), files_named) for service in PUBLISHERS),
)
