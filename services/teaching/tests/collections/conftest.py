"""People, the course and collection reports for tests."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from services.teaching.tests.builders import make_copies, make_family
from staffroom_testing import actor, peers
from teaching.collections import people
from teaching.collections.model import collection
from teaching.copies.model import course, course_student, course_tutor, person

OFFICE = actor("staff", "academicOffice", name="Ann Office")
OTHER_OFFICE = actor("staff", "academicOffice", name="Otto Office")
STAFF = actor("staff", persons={"staff": 3}, name="Sid Staff")
SYS_ADMIN = actor("staff", "sysAdmin")
INTERVIEWER = actor("tutor", persons={"tutor": 2}, name="Ivan Interviewer")
TUTOR = actor("tutor", persons={"tutor": 1})
STRANGER = actor("tutor", persons={"tutor": 9})
STUDENT = actor("student", persons={"student": 1})
CLIENT = actor("client", persons={"client": 1})
AGENT = actor("agent", persons={"agent": 1})
OTHER_CLIENT = actor("client", persons={"client": 7})
API = "/api/v1"
DAY = dt.date(2026, 11, 20)
NEW: dict[str, Any] = {
    "cwsId": 3,
    "academicYearId": 8,
    "term": "mt",
    "date": "2026-11-20",
    "interviewers": ["tutor:2", "staff:3"],
}
SECTIONS = {f"cat{number}": "<p>Steady work</p>" for number in range(1, 7)}


@pytest.fixture(autouse=True)
def identity() -> Iterator[None]:
    """Replace identity's answer about academic years."""
    with peers.answering("identity"):
        yield


@pytest.fixture(autouse=True)
def course_of_two(database: Database) -> None:
    """Insert course 1 of tutor 1 with students 1 (cws 3) and 2 (cws 4, withdrawn), course 2 with student 2 (cws 5), and
    interviewers."""
    make_copies(database)
    make_family(database)
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.insert(course).values(id=2, board="", level="IB", subject="Art", type="indiv", status="active"))
        known = [
            {"kind": "student", "id": 2, "name": "Sue Student", "user_id": 13},
            {"kind": "tutor", "id": 2, "name": INTERVIEWER.name, "user_id": INTERVIEWER.user_id},
            {"kind": "staff", "id": 3, "name": STAFF.name, "user_id": STAFF.user_id},
            {"kind": "staff", "id": 4, "name": OFFICE.name, "user_id": OFFICE.user_id},
        ]
        tx.execute(sa.insert(person), known)
        tx.execute(sa.insert(course_tutor), [{"course_id": 1, "tutor_id": 1}])
        on = [
            {"id": 3, "course_id": 1, "student_id": 1, "status": "active", "reach_grade": "A*"},
            {"id": 4, "course_id": 1, "student_id": 2, "status": "active", "reach_grade": ""},
            {"id": 5, "course_id": 2, "student_id": 2, "status": "withdrawn", "reach_grade": ""},
        ]
        tx.execute(sa.insert(course_student), on)


def make(database: Database, *interviewers: str, **values: Any) -> int:
    """Insert a report of student 1 on course 1, by default a draft of the interviewer; return its id."""
    keys = list(interviewers or ("tutor:2",))
    given: dict[str, Any] = {
        "academic_year_id": 8,
        "term": "mt",
        "date": DAY,
        "interviewers": keys,
        "cws_id": 3,
        "course_id": 1,
        "student_id": 1,
        "organisation_id": 1,
        "department_id": 1,
        "student_name": "Sam Student",
        "course_title": "AQA A-level Physics",
        **values,
    }
    if given.get("status") == "approved":
        given.setdefault("approved", dt.datetime(2026, 11, 21, tzinfo=dt.UTC))
    with database.transaction(as_service("teaching")) as tx:
        them = people.known(tx, keys)
        record = tx.insert(collection, given | people.kept(them))
        people.write(tx, record, them)
        return record


def row(database: Database, record: int) -> Any:
    with database.read() as connection:
        return connection.execute(sa.select(collection).where(collection.c.id == record)).mappings().one()
