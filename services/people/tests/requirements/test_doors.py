"""Every route by which a tutor with a lapsed check could teach a student under 18, and the exception that allows it."""

from __future__ import annotations

import datetime as dt
from typing import Any

import httpx
import pytest

from kit.database import Database
from kit.reminders import remind
from kit.values.days import today
from people.compliance.reminding import LAPSED_CHECKS
from people.courses.model import course as course_table
from services.people.tests.builders import (
    attend,
    make_check,
    make_course,
    make_person,
    make_requirement,
    make_words,
    row_of,
    staff,
    teach,
    years_ago,
)
from services.people.tests.checklists.test_checklists import enable
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published

REFUSED = "Ada Moreau cannot teach a student under 18: Enhanced DBS missing or expired."
LATER = dt.datetime.now(dt.UTC).replace(minute=0, second=0, microsecond=0) + dt.timedelta(days=3)


@pytest.fixture
def anna(client: ClientFor) -> httpx.Client:
    return client(staff())


@pytest.fixture
def valid(database: Database) -> int:
    """A tutor with a valid check, while an enhanced DBS is required."""
    make_words(database)
    make_requirement(database, "tutor.check.enhancedDbs", title="DBS")
    tutor = make_person(database, "tutor", first_name="Vera", last_name="Valid")
    make_check(database, "tutor", tutor, "enhancedDbs", expires=today() + dt.timedelta(days=90))
    return tutor


@pytest.fixture
def lapsed(database: Database, valid: int) -> int:
    """Insert a tutor whose check lapsed yesterday."""
    tutor = make_person(database, "tutor", last_name="Moreau")
    make_check(database, "tutor", tutor, "enhancedDbs", expires=today() - dt.timedelta(days=1))
    return tutor


@pytest.fixture
def child(database: Database, valid: int) -> int:
    return make_person(database, "student", birth_date=years_ago(15))


@pytest.fixture
def course(database: Database, child: int, valid: int, lapsed: int) -> int:
    """A running course of the child, which both tutors teach."""
    number = make_course(database)
    attend(database, number, child)
    teach(database, number, valid)
    teach(database, number, lapsed)
    return number


def tutorial(people: list[tuple[str, int]], course: int | None = None, **more: Any) -> dict[str, Any]:
    start = more.pop("start", LATER)
    return {
        "title": "Physics",
        "type": "tutorial",
        "start": start.isoformat(),
        "end": (start + dt.timedelta(hours=1)).isoformat(),
        "courseId": course,
        "people": [{"kind": kind, "id": number} for kind, number in people],
    } | more


def booked(who: httpx.Client, body: dict[str, Any]) -> int:
    answer = who.post("/api/v1/events", json=body)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def test_tutorial_of_childs_course_is_refused_with_lapsed_tutor(anna: httpx.Client, course: int, lapsed: int) -> None:
    refused = anna.post("/api/v1/events", json=tutorial([("tutor", lapsed)], course))
    assert (refused.status_code, refused.json()["error"]) == (409, REFUSED)
    whole = anna.post("/api/v1/events", json=tutorial([], course))
    assert whole.json()["error"] == REFUSED, "everybody on the course, the lapsed tutor too"
    booked(anna, tutorial([("tutor", lapsed)], course, type="meeting"))


def test_tutorial_with_child_and_without_course_is_refused(
    anna: httpx.Client, database: Database, child: int, lapsed: int
) -> None:
    assert anna.post("/api/v1/events", json=tutorial([("tutor", lapsed), ("student", child)])).status_code == 409
    grown = make_person(database, "student", birth_date=years_ago(30))
    booked(anna, tutorial([("tutor", lapsed), ("student", grown)]))


def test_swap_to_lapsed_tutor_is_refused_and_away_from_them_is_not(
    anna: httpx.Client, course: int, valid: int, lapsed: int
) -> None:
    event = booked(anna, tutorial([("tutor", valid)], course))
    swap = {"kind": "tutor", "before": valid, "after": lapsed, "scope": "this"}
    assert anna.post(f"/api/v1/events/{event}/people", json=swap).json()["error"] == REFUSED
    added = {"eventId": event, "kind": "tutor", "personId": lapsed}
    assert anna.post("/api/v1/events/people", json=added).json()["error"] == REFUSED
    off = {"kind": "tutor", "before": valid, "after": None, "scope": "this"}
    assert anna.post(f"/api/v1/events/{event}/people", json=off).status_code == 200


def test_tutorial_of_lapsed_tutor_is_not_moved_given_to_another_course_or_restored(
    anna: httpx.Client, database: Database, course: int, lapsed: int
) -> None:
    other = make_course(database, subject="Physics")
    teach(database, other, lapsed)
    event = booked(anna, tutorial([("tutor", lapsed)], other))
    path = f"/api/v1/events/{event}"
    assert anna.put(path, json={"field": "courseId", "newValue": course}).json()["error"] == REFUSED
    assert anna.put(path, json={"field": "start", "newValue": (LATER + dt.timedelta(days=1)).isoformat()}).is_success
    assert anna.post(f"{path}/cancel", json={"reason": "The tutor is ill"}).is_success
    attend(database, other, make_person(database, "student", birth_date=years_ago(15)))
    assert anna.post(f"{path}/restore", json={}).json()["error"] == REFUSED
    with database.transaction(staff()) as tx:
        from people.calendar.model import event as table

        tx.execute(table.update().where(table.c.id == event).values(status="active"))
    later = {"field": "start", "newValue": (LATER + dt.timedelta(days=2)).isoformat()}
    assert anna.put(path, json=later).json()["error"] == REFUSED


def test_dates_of_series_are_refused_with_one_query(anna: httpx.Client, course: int, lapsed: int, valid: int) -> None:
    weekly = tutorial([("tutor", lapsed)], course, rule="FREQ=WEEKLY;COUNT=8")
    assert anna.post("/api/v1/events", json=weekly).json()["error"] == REFUSED
    event = booked(anna, tutorial([("tutor", valid)], course, rule="FREQ=WEEKLY;COUNT=8"))
    swap = {"kind": "tutor", "before": valid, "after": lapsed, "scope": "all"}
    assert anna.post(f"/api/v1/events/{event}/people", json=swap).json()["error"] == REFUSED


def test_course_with_lapsed_tutor_does_not_begin_again(
    anna: httpx.Client, database: Database, course: int, lapsed: int
) -> None:
    path = f"/api/v1/courses/{course}"
    assert anna.put(path, json={"field": "status", "newValue": "completed"}).status_code == 200
    assert anna.put(path, json={"field": "status", "newValue": "active"}).json()["error"] == REFUSED
    assert row_of(database, course_table, course)["status"] == "completed"


def test_exception_on_running_course_opens_its_doors_until_another_check_lapses(
    anna: httpx.Client, database: Database, client: ClientFor, published: Published, course: int, lapsed: int
) -> None:
    office = client(staff("academicOffice"))
    shown = {row["id"]: row for row in office.get(f"/api/v1/courses/{course}").json()["data"]["tutors"]}
    assert (shown[lapsed]["missingChecks"], shown[lapsed]["exception"]) == (["Enhanced DBS"], None)
    link = f"/api/v1/courses/tutors/{shown[lapsed]['linkId']}/exception"
    body = {"reason": "The renewed certificate was seen today"}
    assert anna.post(link, json=body).status_code == 403
    assert office.post(link, json={"reason": "short"}).status_code == 422
    assert client(staff("affiliateCompliance")).post(link, json=body).status_code == 200
    titles = [payload["title"] for subject, _, payload in published() if subject == "people.notification.raised"]
    assert titles == ["Ada Moreau teaches a student under 18 without valid checks"]
    assert office.post(link, json=body).json()["error"] == "This tutor already has an exception on the course"
    booked(anna, tutorial([("tutor", lapsed)], course))
    listed = office.get("/api/v1/compliance/exceptions").json()["data"]
    assert [(row["tutor"], row["reason"]) for row in listed] == [("Ada Moreau", body["reason"])]
    shown = {row["id"]: row for row in office.get(f"/api/v1/courses/{course}").json()["data"]["tutors"]}
    assert shown[lapsed]["exception"].endswith(body["reason"])
    make_requirement(database, "tutor.check.barredList", title="Barred list")
    later = tutorial([("tutor", lapsed)], course, start=LATER + dt.timedelta(days=1))
    assert "Barred list" in anna.post("/api/v1/events", json=later).json()["error"]
    valid_link = next(row["linkId"] for number, row in shown.items() if number != lapsed)
    make_check(database, "tutor", next(number for number in shown if number != lapsed), "barredList")
    refused = office.post(f"/api/v1/courses/tutors/{valid_link}/exception", json=body)
    assert refused.json()["error"] == "No check of this tutor is missing for the course"


def test_tutors_and_students_do_not_read_missing_checks(client: ClientFor, course: int, lapsed: int) -> None:
    tutor = client(actor("tutor", persons={"tutor": lapsed}))
    rows = tutor.get(f"/api/v1/courses/{course}").json()["data"]["tutors"]
    assert [row["missingChecks"] for row in rows] == [[], []]


def test_lapse_of_a_check_without_exception_raises_a_notice(
    database: Database, client: ClientFor, published: Published, course: int, lapsed: int
) -> None:
    office = client(staff("academicOffice"))
    rows = office.get(f"/api/v1/courses/{course}").json()["data"]["tutors"]
    link = next(row["linkId"] for row in rows if row["id"] == lapsed)
    office.post(f"/api/v1/courses/tutors/{link}/exception", json={"reason": "The certificate was seen"})
    make_requirement(database, "tutor.check.barredList", title="Barred list")
    make_check(database, "tutor", lapsed, "barredList", expires=today() - dt.timedelta(days=1))
    enable(database, LAPSED_CHECKS)
    published()
    assert remind(LAPSED_CHECKS, staff(), today()) == 1
    [notice] = [payload for subject, _, payload in published() if subject == "people.notification.raised"]
    assert "Barred list expired" in notice["text"]
