"""The copies of the calendar and of the members of courses."""

from __future__ import annotations

import uuid
from typing import Any

import sqlalchemy as sa

from kit.database import Database
from kit.events import Envelope, Event
from kit.policy import as_service
from services.teaching.tests.builders import START
from staffroom.people.events.v1.events_pb2 import CourseChanged, EventChanged
from teaching.copies.events import keep_course_people, keep_event
from teaching.copies.model import course_student, course_tutor, event, event_person

PEOPLE = [
    {"ewpId": 5, "kind": "tutor", "personId": 1, "status": "accepted"},
    {"ewpId": 6, "kind": "student", "personId": 1, "cwsId": 3, "status": "invited"},
    {"ewpId": 7, "kind": "staff", "personId": 1, "status": "invited"},
]
TUTORIAL = {
    "id": 9,
    "type": "tutorial",
    "title": "Physics",
    "start": "2026-11-02T10:00:00Z",
    "end": "2026-11-02T11:00:00Z",
    "courseId": 4,
    "status": "active",
    "people": PEOPLE,
}


def hear(database: Database, message: Any, handler: Any, payload: dict[str, Any]) -> None:
    """Give the handler an event as the consumer does."""
    known = Event.of(message)
    with database.transaction(as_service("teaching")) as tx:
        handler(tx, Envelope(uuid.uuid4(), known.subject, "1", known.decoded(payload), tx.actor, "", START))


def rows(database: Database, *columns: sa.Column[Any]) -> list[Any]:
    with database.read() as connection:
        return [tuple(row) for row in connection.execute(sa.select(*columns).order_by(columns[0]))]


def test_an_event_is_copied_with_its_tutors_and_students(database: Database) -> None:
    c = event_person.c
    for _ in range(2):  # as in a replay
        hear(database, EventChanged, keep_event, TUTORIAL)
    assert rows(database, event.c.id, event.c.title, event.c.course_id, event.c.zoom_tutor_id) == [
        (9, "Physics", 4, None)
    ]
    assert rows(database, c.id, c.kind, c.cws_id) == [(5, "tutor", None), (6, "student", 3)]
    hear(database, EventChanged, keep_event, TUTORIAL | {"people": PEOPLE[:1], "status": "cancelled"})
    assert rows(database, c.id) == [(5,)]
    assert rows(database, event.c.status) == [("cancelled",)]
    hear(database, EventChanged, keep_event, {"id": 9, "deleted": True})
    assert rows(database, event.c.id) == rows(database, c.id) == []


def test_members_of_a_course_are_copied_with_their_grades(database: Database) -> None:
    students = [{"cwsId": 3, "studentId": 1, "status": "active", "reachGrade": "A"}]
    payload = {"id": 4, "tutorIds": [1, 2], "students": students}
    hear(database, CourseChanged, keep_course_people, payload)
    assert rows(database, course_tutor.c.tutor_id) == [(1,), (2,)]
    c = course_student.c
    assert rows(database, c.id, c.student_id, c.reach_grade, c.match_grade) == [(3, 1, "A", "")]
    hear(database, CourseChanged, keep_course_people, payload | {"tutorIds": [2], "students": []})
    assert rows(database, course_tutor.c.tutor_id) == [(2,)]
    assert rows(database, c.id) == []
