"""A course of two students in an academic year, for tests of study plans."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from services.teaching.tests.builders import make_copies, make_family
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor
from teaching.copies.model import academic_year, course, course_student, course_tutor, event, event_person, person
from teaching.studyplans.model import week

API, V2 = "/api/v1", "/api/v2"
OFFICE = actor("staff")
TUTOR = actor("tutor", persons={"tutor": 1})
OTHER_TUTOR = actor("tutor", persons={"tutor": 3})
STUDENT = actor("student", persons={"student": 1})
OTHER_STUDENT = actor("student", persons={"student": 2})
CLIENT = actor("client", persons={"client": 1})
AGENT = actor("agent", persons={"agent": 1})
MONDAY = dt.date.today() - dt.timedelta(days=dt.date.today().weekday())


def weeks_from(first: dt.date, number: int) -> list[dict[str, Any]]:
    """Return study weeks from a Monday on, all in Michaelmas term."""
    days = [first + dt.timedelta(weeks=place) for place in range(number)]
    return [
        {
            "collegeWeek": place,
            "isoWeek": day.isocalendar().week,
            "term": "mt",
            "week": place,
            "start": day.isoformat(),
            "end": (day + dt.timedelta(days=6)).isoformat(),
        }
        for place, day in enumerate(days, start=1)
    ]


@pytest.fixture(autouse=True)
def course_of_two(database: Database) -> None:
    """Insert course 1 of tutor 1 with students 1 (cws 3) and 2 (cws 4), in year 8 of six weeks, of which four are
    over."""
    make_copies(database)
    make_family(database)
    first = MONDAY - dt.timedelta(weeks=4)
    term = {"start": first.isoformat(), "end": (first + dt.timedelta(days=41)).isoformat(), "weeks": 6}
    calendar_year = first.year if first.isocalendar().week >= 30 else first.year - 1
    with database.transaction(as_service("teaching")) as tx:
        about = {"title": "This year", "year": calendar_year, "mt": term, "ht": term, "tt": term}
        tx.execute(sa.update(academic_year).values(about | {"weeks_to_iso": weeks_from(first, 6)}))
        tx.execute(sa.update(course).where(course.c.id == 1).values(academic_year_id=8))
        tx.execute(sa.insert(person).values(kind="student", id=2, name="Sue Student", user_id=13))
        tx.execute(sa.insert(course_tutor).values(course_id=1, tutor_id=1))
        on = {"course_id": 1, "status": "active"}
        tx.execute(sa.insert(course_student), [on | {"id": 3, "student_id": 1}, on | {"id": 4, "student_id": 2}])


def make_plan(client: ClientFor) -> int:
    """Create the plan of course 1; return its id."""
    created = client(TUTOR).post(f"{V2}/course/1/studyplan", json={})
    assert created.status_code == 201, created.text
    number: int = created.json()["data"]["id"]
    return number


def weeks_of(database: Database, plan_id: int) -> list[dict[str, Any]]:
    """Return the weeks of a plan, in order."""
    mine = sa.select(week).where(week.c.study_plan_id == plan_id).order_by(week.c.starts, week.c.id)
    return database.all(mine)


def tutorial(database: Database, number: int, day: dt.date, status: str) -> None:
    """Insert a tutorial of course 1 with student 1 on a day, active or cancelled."""
    starts = dt.datetime.combine(day, dt.time(10), dt.UTC)
    with database.transaction(as_service("teaching")) as tx:
        its = {"id": number, "type": "tutorial", "title": "Physics", "starts": starts, "course_id": 1}
        tx.execute(sa.insert(event).values(its | {"ends": starts + dt.timedelta(hours=1), "status": status}))
        ewp = {"id": number, "event_id": number, "kind": "student", "person_id": 1, "cws_id": 3}
        tx.execute(sa.insert(event_person).values(ewp | {"status": "accepted", "starts": starts}))
