"""Another tutor for an event: who leaves it is free, who comes to it is taken, asked and told."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from kit.database import Database
from services.people.tests.builders import make_person, make_words, person, staff
from services.people.tests.calendar.test_booking import ELEVEN, EVENTS, NOON, TEN, made, on
from staffroom_testing.plugin import ClientFor


@pytest.fixture
def anna(client: ClientFor, database: Database) -> httpx.Client:
    make_words(database)
    return client(staff())


@pytest.fixture
def tutors(database: Database) -> tuple[int, int]:
    return make_person(database, "tutor"), make_person(database, "tutor", first_name="Bo")


def book(anna: httpx.Client, *tutors: int, **values: Any) -> int:
    event = {"title": "Physics", "type": "tutorial", "start": TEN, "end": ELEVEN}
    return made(anna.post(EVENTS, json=event | {"people": on(*(("tutor", one) for one in tutors))} | values))


def tutors_of(anna: httpx.Client, event: int) -> list[tuple[int, str]]:
    return [(one["id"], one["status"]) for one in anna.get(f"{EVENTS}/{event}").json()["data"]["people"]]


def test_another_tutor_takes_it_at_another_time(anna: httpx.Client, tutors: tuple[int, int]) -> None:
    ada, bo = tutors
    event = book(anna, ada, zoomTutorId=ada)
    change = {"before": ada, "after": bo, "start": ELEVEN, "end": NOON}
    assert anna.post(f"{EVENTS}/{event}/tutor", json=change).is_success
    assert tutors_of(anna, event) == [(bo, "invited")]
    found = anna.get(f"{EVENTS}/{event}").json()["data"]
    assert (found["start"], found["zoomTutorId"]) == (ELEVEN, bo)
    book(anna, ada, start=ELEVEN, end=NOON)
    again = anna.post(f"{EVENTS}/{event}/tutor", json={"before": ada, "after": bo})
    assert again.status_code == 409


def test_a_busy_tutor_is_refused_whole(anna: httpx.Client, tutors: tuple[int, int]) -> None:
    ada, bo = tutors
    event, _ = book(anna, ada), book(anna, bo, start=ELEVEN, end=NOON, title="Latin")
    change = {"before": ada, "after": bo, "start": ELEVEN, "end": NOON}
    refused = anna.post(f"{EVENTS}/{event}/tutor", json=change)
    assert refused.json()["error"] == "Bo Lovelace is busy on 2 December 2026, 11:00 to 12:00: Latin"
    assert tutors_of(anna, event) == [(ada, "invited")]
    assert anna.get(f"{EVENTS}/{event}").json()["data"]["start"] == TEN
    assert anna.post(f"{EVENTS}/{event}/tutor", json=change | {"overrideReason": "Agreed"}).is_success


def test_the_dates_of_a_series_get_another_tutor(anna: httpx.Client, tutors: tuple[int, int]) -> None:
    ada, bo = tutors
    first = book(anna, ada, rule="FREQ=WEEKLY;COUNT=4")
    dates = [row["id"] for row in anna.get(EVENTS, params={"sort": "start"}).json()["data"]]
    assert dates[0] == first
    change = {"before": ada, "after": bo, "scope": "following"}
    assert anna.post(f"{EVENTS}/{dates[2]}/tutor", json=change).is_success
    assert [tutors_of(anna, one)[0][0] for one in dates] == [ada, ada, bo, bo]
    assert anna.get(f"{EVENTS}/{dates[3]}").json()["data"]["series"]["dates"] == 2


def test_an_event_without_a_tutor_gets_one_and_loses_it(anna: httpx.Client, tutors: tuple[int, int]) -> None:
    event = book(anna)
    assert anna.post(f"{EVENTS}/{event}/tutor", json={"after": tutors[0]}).is_success
    assert tutors_of(anna, event) == [(tutors[0], "invited")]
    assert anna.post(f"{EVENTS}/{event}/tutor", json={"before": tutors[0]}).is_success
    assert tutors_of(anna, event) == []


def test_the_office_alone_does_and_cancelled_events_stay(
    anna: httpx.Client, client: ClientFor, tutors: tuple[int, int]
) -> None:
    event = book(anna, tutors[0])
    change = {"before": tutors[0], "after": tutors[1]}
    assert client(person("tutor", tutors[0])).post(f"{EVENTS}/{event}/tutor", json=change).status_code == 403
    assert anna.post(f"{EVENTS}/{event}/tutor", json={"after": 999_999_999}).status_code == 422
    assert anna.post(f"{EVENTS}/999999999/tutor", json=change).status_code == 404
    assert anna.post(f"{EVENTS}/{event}/cancel", json={"reason": "snow"}).is_success
    assert anna.post(f"{EVENTS}/{event}/tutor", json=change).json()["error"] == "A cancelled event cannot be changed"
