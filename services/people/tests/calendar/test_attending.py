"""Replacement of a person on an event, or on dates of its series: the former person is free, the new one is booked,
invited and notified."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from kit.database import Database
from services.people.tests.builders import attend, make_course, make_person, make_words, person, staff
from services.people.tests.calendar.test_booking import ELEVEN, EVENTS, NOON, TEN, id_of, on
from staffroom_testing.plugin import ClientFor

TUTOR = {"kind": "tutor"}


@pytest.fixture
def anna(client: ClientFor, database: Database) -> httpx.Client:
    make_words(database)
    return client(staff())


@pytest.fixture
def tutors(database: Database) -> tuple[int, int]:
    return make_person(database, "tutor"), make_person(database, "tutor", first_name="Bo")


def book(anna: httpx.Client, *tutors: int, **values: Any) -> int:
    event = {"title": "Physics", "type": "tutorial", "start": TEN, "end": ELEVEN}
    return id_of(anna.post(EVENTS, json=event | {"people": on(*(("tutor", one) for one in tutors))} | values))


def tutors_of(anna: httpx.Client, event: int) -> list[tuple[int, str]]:
    return [(one["id"], one["status"]) for one in anna.get(f"{EVENTS}/{event}").json()["data"]["people"]]


def test_event_moves_to_another_tutor_and_time(anna: httpx.Client, tutors: tuple[int, int]) -> None:
    ada, bo = tutors
    event = book(anna, ada, zoomTutorId=ada)
    change = TUTOR | {"before": ada, "after": bo, "start": ELEVEN, "end": NOON}
    assert anna.post(f"{EVENTS}/{event}/people", json=change).is_success
    assert tutors_of(anna, event) == [(bo, "invited")]
    data = anna.get(f"{EVENTS}/{event}").json()["data"]
    assert (data["start"], data["zoomTutorId"]) == (ELEVEN, bo)
    book(anna, ada, start=ELEVEN, end=NOON)
    again = anna.post(f"{EVENTS}/{event}/people", json=TUTOR | {"before": ada, "after": bo})
    assert again.status_code == 409


def test_a_busy_tutor_refuses_the_whole_change(anna: httpx.Client, tutors: tuple[int, int]) -> None:
    ada, bo = tutors
    event, _ = book(anna, ada), book(anna, bo, start=ELEVEN, end=NOON, title="Latin")
    change = TUTOR | {"before": ada, "after": bo, "start": ELEVEN, "end": NOON}
    refused = anna.post(f"{EVENTS}/{event}/people", json=change)
    assert refused.json()["error"] == "Bo Lovelace is busy on 2 December 2026, 11:00 to 12:00: Latin"
    assert tutors_of(anna, event) == [(ada, "invited")]
    assert anna.get(f"{EVENTS}/{event}").json()["data"]["start"] == TEN
    assert anna.post(f"{EVENTS}/{event}/people", json=change | {"overrideReason": "Agreed"}).is_success


def test_the_dates_of_a_series_get_another_tutor(anna: httpx.Client, tutors: tuple[int, int]) -> None:
    ada, bo = tutors
    first = book(anna, ada, rule="FREQ=WEEKLY;COUNT=4")
    dates = [row["id"] for row in anna.get(EVENTS, params={"sort": "start"}).json()["data"]]
    assert dates[0] == first
    change = TUTOR | {"before": ada, "after": bo, "scope": "following"}
    assert anna.post(f"{EVENTS}/{dates[2]}/people", json=change).is_success
    assert [tutors_of(anna, one)[0][0] for one in dates] == [ada, ada, bo, bo]
    assert anna.get(f"{EVENTS}/{dates[3]}").json()["data"]["series"]["dates"] == 2


def test_a_tutor_is_added_to_an_event_and_removed(anna: httpx.Client, tutors: tuple[int, int]) -> None:
    event = book(anna)
    assert anna.post(f"{EVENTS}/{event}/people", json=TUTOR | {"after": tutors[0]}).is_success
    assert tutors_of(anna, event) == [(tutors[0], "invited")]
    assert anna.post(f"{EVENTS}/{event}/people", json=TUTOR | {"before": tutors[0]}).is_success
    assert tutors_of(anna, event) == []


def test_a_student_joins_all_dates_of_a_series_with_the_course_place(anna: httpx.Client, database: Database) -> None:
    student, course = make_person(database, "student"), make_course(database)
    place = attend(database, course, student)
    first = book(anna, rule="FREQ=WEEKLY;COUNT=3", courseId=course)
    dates = [row["id"] for row in anna.get(EVENTS, params={"sort": "start"}).json()["data"]]

    def on_each() -> list[list[tuple[int, int | None]]]:
        people = [anna.get(f"{EVENTS}/{one}").json()["data"]["people"] for one in dates]
        return [[(one["id"], one["cwsId"]) for one in those if one["kind"] == "student"] for those in people]

    def change(event: int, **body: Any) -> httpx.Response:
        return anna.post(f"{EVENTS}/{event}/people", json={"kind": "student"} | body)

    assert on_each() == [[(student, place)]] * 3
    assert change(dates[1], before=student, scope="following").json()["data"]["events"] == 2
    assert on_each() == [[(student, place)], [], []]
    assert change(dates[1], after=student).json()["data"]["events"] == 1
    assert change(dates[1], after=student, scope="all").json()["data"]["events"] == 1, "those that lack the student"
    assert on_each() == [[(student, place)]] * 3
    again = change(first, after=student, scope="all")
    assert (again.status_code, again.json()["error"]) == (409, "This student is already on this event")
    assert anna.delete(f"/api/v1/events/people/{_ewp(anna, dates[2])}").is_success
    added = {"eventId": dates[2], "kind": "student", "personId": student}
    assert anna.post("/api/v1/events/people", json=added).is_success
    assert on_each()[2] == [(student, place)]


def _ewp(anna: httpx.Client, event: int) -> int:
    people = anna.get(f"{EVENTS}/{event}").json()["data"]["people"]
    return next(one["ewpId"] for one in people if one["kind"] == "student")


def test_a_person_busy_on_some_dates_is_refused_with_each_of_them(anna: httpx.Client, tutors: tuple[int, int]) -> None:
    ada, bo = tutors
    first = book(anna, ada, rule="FREQ=WEEKLY;COUNT=4")
    for day in ("2026-12-09", "2026-12-23"):
        book(anna, bo, title="Latin", start=TEN.replace("2026-12-02", day), end=ELEVEN.replace("2026-12-02", day))
    body = TUTOR | {"after": bo, "scope": "all"}
    refused = anna.post(f"{EVENTS}/{first}/people", json=body)
    assert refused.status_code == 409
    assert refused.json()["error"].splitlines() == [
        "Bo Lovelace is busy on 9 December 2026, 10:00 to 11:00: Latin",
        "Bo Lovelace is busy on 23 December 2026, 10:00 to 11:00: Latin",
    ]
    assert [one["start"][:10] for one in refused.json()["conflicts"]] == ["2026-12-09", "2026-12-23"]
    assert tutors_of(anna, first) == [(ada, "invited")]
    insisted = anna.post(f"{EVENTS}/{first}/people", json=body | {"overrideReason": "Agreed"})
    assert insisted.json()["data"]["events"] == 4


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"kind": "room", "after": 1}, 422),
        ({"after": 1}, 422),
        ({"kind": "tutor", "after": "one"}, 422),
        ({"kind": "tutor", "after": 0}, 422),
        ({"kind": "tutor", "after": 1, "scope": "most"}, 422),
        ({"kind": "tutor", "after": [1]}, 422),
        ({"kind": ["tutor"], "after": 1}, 422),
        ({"kind": "client", "before": 999_999_999}, 409),
    ],
)
def test_unknown_persons_are_refused(anna: httpx.Client, body: dict[str, Any], status: int) -> None:
    assert anna.post(f"{EVENTS}/{book(anna)}/people", json=body).status_code == status


def test_only_the_office_replaces_persons_and_cancelled_events_stay(
    anna: httpx.Client, client: ClientFor, tutors: tuple[int, int]
) -> None:
    event = book(anna, tutors[0])
    change = TUTOR | {"before": tutors[0], "after": tutors[1]}
    assert client(person("tutor", tutors[0])).post(f"{EVENTS}/{event}/people", json=change).status_code == 403
    assert anna.post(f"{EVENTS}/{event}/people", json=TUTOR | {"after": 999_999_999}).status_code == 422
    assert anna.post(f"{EVENTS}/999999999/people", json=change).status_code == 404
    assert anna.post(f"{EVENTS}/{event}/cancel", json={"reason": "snow"}).is_success
    assert anna.post(f"{EVENTS}/{event}/people", json=change).json()["error"] == "A cancelled event cannot be changed"
