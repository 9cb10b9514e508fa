"""Weeks behind follow from what tutors said of the weeks, and from tutorials that were not held."""

from __future__ import annotations

import datetime as dt

import pytest

from kit.database import Database
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
from staffroom_testing.plugin import ClientFor


def behind(client: ClientFor) -> list[int]:
    students = client(TUTOR).get(f"{V2}/course/1/studyplan").json()["data"]["students"]
    (row,) = client(TUTOR).get("/api/v1/studyplans").json()["data"]
    weeks = [one["weeksBehind"] for one in students]
    assert row["weeksBehind"] == max(weeks)
    assert client(TUTOR).get(f"{V2}/cws/3/studyplan").json()["data"]["weeksBehind"] == weeks[0]
    return weeks


def track(client: ClientFor, week: int, ot: str, cws: int = 3) -> int:
    made = client(TUTOR).post(f"{V2}/studyplanweekwithstudent", json={"weekId": week, "cwsId": cws, "ot": ot})
    assert made.status_code == 201, made.text
    number: int = made.json()["data"]["id"]
    return number


@pytest.mark.parametrize(
    ("marks", "weeks"),
    [
        (("behind", "farBehind"), 2), (("behind", "onTrack"), 0), (("onTrack", "notonTrack", "behind"), 2),
        (("na", "na"), 0), (("ahead", "behind", "ahead", "behind"), 1),
    ],
)  # fmt: skip
def test_weeks_since_the_student_was_last_on_track(
    client: ClientFor, database: Database, marks: tuple[str, ...], weeks: int
) -> None:
    for week, ot in zip(weeks_of(database, make_plan(client)), marks, strict=False):
        track(client, week["id"], ot)
    assert behind(client) == [weeks, 0]


def test_cancelled_tutorials_and_absences_count_unless_the_tutor_says_otherwise(
    client: ClientFor, database: Database
) -> None:
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
    made = track(client, week, "behind")
    again = client(TUTOR).post(f"{V2}/studyplanweekwithstudent", json={"weekId": week, "cwsId": 3, "actual": "x"})
    assert again.status_code == 409
    body = {"field": "actual", "newValue": "<p>Half of it</p>"}
    assert client(TUTOR).put(f"{V2}/studyplanweekwithstudent/{made}", json=body).status_code == 200
    for caller in (OTHER_TUTOR, STUDENT):
        assert client(caller).put(f"{V2}/studyplanweekwithstudent/{made}", json=body).status_code in {403, 404}
        other = {"weekId": week, "cwsId": 4, "ot": "behind"}
        assert client(caller).post(f"{V2}/studyplanweekwithstudent", json=other).status_code in {403, 404}
    its = client(STUDENT).get(f"{V2}/cws/3/studyplan").json()["data"]["weeks"][0]
    assert (its["studentWeekId"], its["ot"], its["actual"]) == (made, "behind", "<p>Half of it</p>")
