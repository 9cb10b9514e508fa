"""Weeks behind follow from the marks of tutors, and from tutorials that were not held."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from kit.policy import as_service
from services.teaching.tests.builders import make_slip
from services.teaching.tests.studyplans.conftest import (
    MONDAY,
    OTHER_TUTOR,
    STUDENT,
    TUTOR,
    V2,
    make_plan,
    tutorial,
    weeks_of,
)
from staffroom.people.events.v1.events_pb2 import CourseChanged
from staffroom_testing.plugin import ClientFor
from teaching.copies.model import course
from teaching.studyplans.model import week as plan_week

COURSE_VALUES = {
    "id": 1,
    "board": "AQA",
    "level": "A-level",
    "subject": "Physics",
    "type": "indiv",
    "status": "active",
    "organisationId": 1,
    "departmentId": 1,
    "students": [],
    "tutorIds": [1],
}


def behind(client: ClientFor) -> list[int]:
    students = client(TUTOR).get(f"{V2}/course/1/studyplan").json()["data"]["students"]
    (row,) = client(TUTOR).get("/api/v1/studyplans").json()["data"]
    weeks = [one["weeksBehind"] for one in students]
    assert row["weeksBehind"] == max(weeks)
    assert client(TUTOR).get(f"{V2}/cws/3/studyplan").json()["data"]["weeksBehind"] == weeks[0]
    return weeks


def track(client: ClientFor, week: int, ot: str, cws: int = 3) -> int:
    created = client(TUTOR).post(f"{V2}/studyplanweekwithstudent", json={"weekId": week, "cwsId": cws, "ot": ot})
    assert created.status_code == 201, created.text
    number: int = created.json()["data"]["id"]
    return number


@pytest.mark.parametrize(
    ("marks", "weeks"),
    [
        (("behind", "farBehind"), 2),
        (("behind", "onTrack"), 0),
        (("onTrack", "notonTrack", "behind"), 2),
        (("na", "na"), 0),
        (("ahead", "behind", "ahead", "behind"), 1),
    ],
)
def test_weeks_since_the_student_was_last_on_track(
    client: ClientFor, database: Database, marks: tuple[str, ...], weeks: int
) -> None:
    for week, ot in zip(weeks_of(database, make_plan(client)), marks, strict=False):
        track(client, week["id"], ot)
    assert behind(client) == [weeks, 0]


def test_cancelled_tutorials_and_absences_count_unless_marked_otherwise(client: ClientFor, database: Database) -> None:
    weeks = weeks_of(database, make_plan(client))
    first = weeks[0]["starts"]
    tutorial(database, 21, first + dt.timedelta(days=1), "cancelled")
    assert behind(client) == [1, 0]
    tutorial(database, 22, first + dt.timedelta(days=9), "active")
    assert behind(client) == [1, 0]  # held
    make_slip(database, tutorial_id=22, cws_id=3, present="unplannedAbsence")
    assert behind(client) == [2, 0]
    tutorial(database, 23, first + dt.timedelta(days=10), "active")  # a second one of the week was held
    assert behind(client) == [1, 0]
    tutorial(database, 24, MONDAY + dt.timedelta(days=1), "cancelled")  # this week is not over
    assert behind(client) == [1, 0]
    shown = client(STUDENT).get(f"{V2}/course/1/studyplan").json()["data"]["weeks"][0]["students"]
    assert shown == [{"id": None, "cwsId": 3, "ot": None, "actual": "", "missed": True}]
    track(client, weeks[0]["id"], "onTrack")
    assert behind(client) == [0, 0]


def test_weeks_without_teaching_do_not_count(client: ClientFor, database: Database) -> None:
    week = weeks_of(database, make_plan(client))[0]
    track(client, week["id"], "behind")
    closed = {"field": "status", "newValue": "closed"}
    assert client(TUTOR).put(f"{V2}/studyplanweek/{week['id']}", json=closed).status_code == 200
    assert behind(client) == [0, 0]


def test_a_week_of_a_student_is_written_once_and_changed(client: ClientFor, database: Database) -> None:
    week = weeks_of(database, make_plan(client))[0]["id"]
    created = track(client, week, "behind")
    again = client(TUTOR).post(f"{V2}/studyplanweekwithstudent", json={"weekId": week, "cwsId": 3, "actual": "x"})
    assert again.status_code == 409
    body = {"field": "actual", "newValue": "<p>Half of it</p>"}
    assert client(TUTOR).put(f"{V2}/studyplanweekwithstudent/{created}", json=body).status_code == 200
    for caller in (OTHER_TUTOR, STUDENT):
        assert client(caller).put(f"{V2}/studyplanweekwithstudent/{created}", json=body).status_code in {403, 404}
        other = {"weekId": week, "cwsId": 4, "ot": "behind"}
        assert client(caller).post(f"{V2}/studyplanweekwithstudent", json=other).status_code in {403, 404}
    its = client(STUDENT).get(f"{V2}/cws/3/studyplan").json()["data"]["weeks"][0]
    assert (its["studentWeekId"], its["ot"], its["actual"]) == (created, "behind", "<p>Half of it</p>")


def set_exam(database: Database, day: dt.date | None) -> None:
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(course).where(course.c.id == 1).values(first_exam=day))


def write_contents(database: Database, number: int) -> None:
    """Write contents to the first weeks of the only plan."""
    with database.transaction(as_service("teaching")) as tx:
        first = sa.select(plan_week.c.id).order_by(plan_week.c.starts).limit(number)
        tx.execute(sa.update(plan_week).where(plan_week.c.id.in_(first)).values(content="<p>Optics</p>"))


def ends_of(client: ClientFor, query: str = "") -> tuple[Any, ...]:
    """Return the end of the plan and its mark for both students, and the mark of the course in the list."""
    students = client(TUTOR).get(f"{V2}/course/1/studyplan").json()["data"]["students"]
    of_one = client(TUTOR).get(f"{V2}/cws/3/studyplan").json()["data"]
    assert (of_one["planEnds"], of_one["late"]) == (students[0]["planEnds"], students[0]["late"])
    rows = client(TUTOR).get(f"/api/v1/studyplans{query}").json()["data"]
    return [(one["planEnds"], one["late"]) for one in students], [row["late"] for row in rows]


def test_the_plan_ends_as_many_study_weeks_later_as_a_student_is_behind(client: ClientFor, database: Database) -> None:
    weeks = weeks_of(database, make_plan(client))
    assert ends_of(client) == ([(None, False), (None, False)], [False])  # without content
    write_contents(database, 5)
    starts = [str(one["starts"]) for one in weeks]
    assert ends_of(client) == ([(starts[4], False)] * 2, [False])
    track(client, weeks[0]["id"], "behind")
    assert ends_of(client)[0] == [(starts[5], False), (starts[4], False)]
    track(client, weeks[1]["id"], "farBehind")  # after the year: weeks of the calendar
    assert ends_of(client)[0][0] == (str(weeks[5]["starts"] + dt.timedelta(weeks=1)), False)
    closed = {"field": "status", "newValue": "closed"}
    assert client(TUTOR).put(f"{V2}/studyplanweek/{weeks[5]['id']}", json=closed).status_code == 200
    assert ends_of(client)[0][0] == (str(weeks[4]["starts"] + dt.timedelta(weeks=2)), False)


@pytest.mark.parametrize(("days", "late"), [(-7, False), (0, True), (1, False)])
def test_a_plan_is_late_where_its_last_week_begins_no_day_before_an_exam_ahead(
    client: ClientFor, database: Database, days: int, late: bool
) -> None:
    weeks = weeks_of(database, make_plan(client))
    write_contents(database, 5)
    track(client, weeks[0]["id"], "behind")
    exam = weeks[5]["starts"] + dt.timedelta(days=days)  # next Monday, and a week before, which is over or today
    set_exam(database, exam)
    late = late or exam == dt.date.today()
    assert ends_of(client)[0][0] == (str(weeks[5]["starts"]), late)
    assert ends_of(client, "?late=true")[1] == [True] * late
    assert ends_of(client, f"?late=false&firstExam={exam}..{exam}")[1] == [False] * (not late)
    shown = client(STUDENT).get(f"{V2}/course/1/studyplan").json()["data"]
    assert (shown["course"]["firstExam"], shown["students"][0]["late"]) == (str(exam), late)
    set_exam(database, None)
    assert ends_of(client, "?late=true")[1] == []


def test_the_day_of_the_first_exam_is_copied_from_people(client: ClientFor, deliver: Any) -> None:
    make_plan(client)
    for values, day in (({"firstExam": "2027-05-10"}, "2027-05-10"), ({}, None)):
        deliver(Event.of(CourseChanged), 1, COURSE_VALUES | values)
        assert client(TUTOR).get(f"{V2}/course/1/studyplan").json()["data"]["course"]["firstExam"] == day
