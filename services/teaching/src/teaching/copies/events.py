"""Subscriptions to events of people, courses, organisations and departments."""

from __future__ import annotations

import sqlalchemy as sa

from kit.copies import keep
from kit.db import Tx
from kit.events import Envelope, Event
from kit.subscriptions import Subscription
from staffroom.identity.events.v1.events_pb2 import DepartmentChanged, OrganisationChanged
from staffroom.people.events.v1.events_pb2 import CourseChanged, PersonChanged
from teaching.copies.model import course, department, organisation, person
from teaching.slips.model import slip

PERSON_CHANGED = Event("people.person.changed", PersonChanged)
COURSE_CHANGED = Event("people.course.changed", CourseChanged)
ORGANISATION_CHANGED = Event("identity.organisation.changed", OrganisationChanged)
DEPARTMENT_CHANGED = Event("identity.department.changed", DepartmentChanged)


def course_title(board: str, level: str, subject: str) -> str:
    """`AQA A-level Physics`, as the slip list and the slip's title show a course."""
    return " ".join(part for part in (board, level, subject) if part)


def person_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep the copy, and the name on the slips of this person. A person who goes leaves their name there."""
    said = envelope.payload
    names = {
        "tutor": (slip.c.tutor_id, slip.c.tutor_name),
        "invigilator": (slip.c.invigilator_id, slip.c.tutor_name),
        "student": (slip.c.student_id, slip.c.student_name),
    }
    if said["kind"] not in names or said["deleted"]:
        return
    name = f"{said['firstName']} {said['lastName']}".strip()
    keep(tx, person, {"kind": said["kind"], "id": said["id"]}, {"name": name, "user_id": said["userId"]})
    whose, shown = names[said["kind"]]
    tx.execute(sa.update(slip).where(whose == said["id"], shown != name).values({shown.name: name}))


def course_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep the copy, and what the slips of this course show of it."""
    said = envelope.payload
    if said["deleted"]:
        return
    values = {name: said[name] for name in ("board", "level", "subject", "type", "status")}
    keep(tx, course, {"id": said["id"]}, values)
    title = course_title(said["board"], said["level"], said["subject"])
    other = sa.or_(slip.c.course_title != title, slip.c.course_type != said["type"])
    shown = {"course_title": title, "course_type": said["type"]}
    tx.execute(sa.update(slip).where(slip.c.course_id == said["id"], other).values(**shown))


def organisation_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep the title."""
    said = envelope.payload
    if not said["deleted"]:
        keep(tx, organisation, {"id": said["id"]}, {"title": said["title"]})


def department_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep title and colour."""
    said = envelope.payload
    if not said["deleted"]:
        keep(tx, department, {"id": said["id"]}, {"title": said["title"], "color": said["color"]})


SUBSCRIPTIONS = (
    Subscription(PERSON_CHANGED, person_changed),
    Subscription(COURSE_CHANGED, course_changed),
    Subscription(ORGANISATION_CHANGED, organisation_changed),
    Subscription(DEPARTMENT_CHANGED, department_changed),
)
