"""Read copies of people, courses, organisations and departments. What goes stays, for the slips that name it."""

from __future__ import annotations

from kit.events import Copy, Event, Gone, Payload, same
from staffroom.identity.events.v1.events_pb2 import DepartmentChanged, OrganisationChanged
from staffroom.people.events.v1.events_pb2 import CourseChanged, PersonChanged
from teaching.copies.model import course, department, organisation, person

PERSON_KINDS = ("tutor", "student", "invigilator")


def full_name(said: Payload) -> str:
    """`Ada Lovelace`, of a person as people publishes them."""
    return f"{said['firstName']} {said['lastName']}".strip()


def course_title(said: Payload) -> str:
    """`AQA A-level Physics`, as the slip list and the slip's title show a course."""
    return " ".join(part for part in (said["board"], said["level"], said["subject"]) if part)


SUBSCRIPTIONS = (
    Copy(
        event=Event.of(PersonChanged),
        table=person,
        key=same("kind", "id"),
        columns=same("userId") | {"name": full_name},
        only=lambda said: said["kind"] in PERSON_KINDS,
        gone=Gone.LEAVE,
    ),
    Copy(
        event=Event.of(CourseChanged),
        table=course,
        columns=same("board", "level", "subject", "type", "status"),
        gone=Gone.LEAVE,
    ),
    Copy(event=Event.of(OrganisationChanged), table=organisation, columns=same("title"), gone=Gone.LEAVE),
    Copy(event=Event.of(DepartmentChanged), table=department, columns=same("title", "color"), gone=Gone.LEAVE),
)
