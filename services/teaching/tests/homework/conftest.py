"""People, the course and a task for tests of homework."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from services.teaching.tests.builders import make_copies
from staffroom_testing import actor
from teaching.copies.model import course, course_student, course_tutor, event, event_person, person
from teaching.homework.model import given, homework

OFFICE = actor("staff")
TUTOR = actor("tutor", persons={"tutor": 1})
COLLEAGUE = actor("tutor", persons={"tutor": 2})
OTHER_TUTOR = actor("tutor", persons={"tutor": 3})
STUDENT = actor("student", persons={"student": 1})
OTHER_STUDENT = actor("student", persons={"student": 2})
CLIENT = actor("client", persons={"client": 1})
BOTH = actor("tutor", persons={"tutor": 1, "student": 1})
API, V2 = "/api/v1", "/api/v2"
NOW = dt.datetime.now(dt.UTC).replace(minute=0, second=0, microsecond=0)
TASK = {
    "courseId": 1,
    "title": "Essay",
    "type": "written",
    "dueDate": "2027-01-15",
    "studentIds": [1, 2],
    "instructions": "<p>Two pages on the last topic</p>",
}
MARKS = {
    "mark": "17/20",
    "onTime": False,
    "quality": "Good",
    "effort": "Good",
    "comment": "<p>Clear work</p>",
    "timeSpent": 45,
}


@pytest.fixture(autouse=True)
def course_of_two(database: Database) -> None:
    """Insert course 1 of tutors 1 and 2 with students 1 (cws 3) and 2 (cws 4), course 2 of tutor 3, and a coming
    tutorial."""
    make_copies(database)
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.insert(course).values(id=2, board="", level="IB", subject="Art", type="indiv", status="active"))
        tx.execute(sa.insert(person).values(kind="student", id=2, name="Sue Student", user_id=13))
        tutors = [{"course_id": number, "tutor_id": tutor} for number, tutor in ((1, 1), (1, 2), (2, 3))]
        tx.execute(sa.insert(course_tutor), tutors)
        on = {"course_id": 1, "status": "active"}
        tx.execute(sa.insert(course_student), [on | {"id": 3, "student_id": 1}, on | {"id": 4, "student_id": 2}])
        days = [NOW + dt.timedelta(days=day) for day in (-1, 2, 9)]
        for number, starts in enumerate(days, start=20):
            its = {"id": number, "type": "tutorial", "title": "Physics", "starts": starts, "course_id": 1}
            tx.execute(sa.insert(event).values(its | {"ends": starts + dt.timedelta(hours=1), "status": "active"}))
            ewp = {"id": number + 10, "event_id": number, "kind": "student", "person_id": 1, "cws_id": 3}
            tx.execute(sa.insert(event_person).values(ewp | {"status": "accepted", "starts": starts}))


def make(database: Database, **values: Any) -> int:
    """Insert homework of student 1 that is set; return its hwsId."""
    due = NOW + dt.timedelta(days=3)
    shared = {"course_id": 1, "title": "Essay", "type": values.pop("type", "written"), "due": due, "tutor_id": 1}
    own = {"student_id": 1, "cws_id": 3, "student_name": "Sam Student", "tutor_name": "Tom Tutor", "status": "set"}
    with database.transaction(as_service("teaching")) as tx:
        number = tx.insert(homework, shared | {"instructions": "<p>Two pages</p>", "course_id": 1})
        return tx.insert(given, shared | own | {"homework_id": number} | values)


def row(database: Database, hws: int) -> Any:
    with database.read() as connection:
        return connection.execute(sa.select(given).where(given.c.id == hws)).mappings().one()
