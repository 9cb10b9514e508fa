"""Interviews are booked on the calendar of people, one after the other in one room (issue 41, section 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from services.teaching.tests.collections.conftest import API, INTERVIEWER, NEW, OFFICE, STUDENT, TUTOR
from staffroom_testing import peers
from staffroom_testing.plugin import ClientFor
from teaching.collections.model import collection

URL = f"{API}/collectionreport"
DAY = "2027-08-14"
"""A Saturday of the holidays, when the demo calendar is empty."""


@pytest.fixture(autouse=True)
def calendar() -> Iterator[None]:
    with peers.answering("people", "identity"):
        yield


def called(client: ClientFor, cws: int, **values: Any) -> int:
    answer = client(OFFICE).post(URL, json=NEW | {"cwsId": cws, "date": DAY} | values)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def book(client: ClientFor, ids: list[int], caller: Any = OFFICE, **values: Any) -> list[dict[str, Any]]:
    answer = client(caller).post(f"{URL}/book", json={"ids": ids, "time": "07:10", "minutes": 20} | values)
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json()["data"]
    return rows


def test_interviews_are_booked_one_after_the_other(client: ClientFor, database: Database) -> None:
    first, second = called(client, 3), called(client, 4)
    rows = book(client, [first, second])
    assert [(one["error"], one["start"]) for one in rows] == [
        ("", "2027-08-14T06:10:00+00:00"),
        ("", "2027-08-14T06:30:00+00:00"),
    ]
    with database.read() as connection:
        events = connection.execute(sa.select(collection.c.event_id).order_by(collection.c.id)).scalars().all()
    assert events == [one["eventId"] for one in rows] and None not in events
    assert [one["error"] for one in book(client, [first])] == ["It is already on the calendar"]


def test_refused_booking_is_a_row_and_the_others_are_booked(client: ClientFor) -> None:
    without_day, taken, free = called(client, 3, date=None), called(client, 4), called(client, 3, term="ht")
    [one] = book(client, [taken], time="09:00")
    assert one["eventId"]
    rows = book(client, [without_day, free, 999, taken], time="09:10")
    assert rows[0]["error"] == "Please set the date of the interview first"
    assert rows[1]["eventId"] is None and rows[1]["error"]  # the interviewers are at the first one
    assert [row["error"] for row in rows][2:] == [
        "There is no such collection report to book",
        "It is already on the calendar",
    ]


def test_only_the_office_books_and_gives_the_time(client: ClientFor) -> None:
    record = called(client, 3)
    body = {"ids": [record], "time": "07:10", "minutes": 20}
    for caller in (INTERVIEWER, TUTOR, STUDENT):
        assert client(caller).post(f"{URL}/book", json=body).status_code == 403
    for wrong in (
        {"time": "soon"},
        {"time": "25:00"},
        {"time": 7},
        {"time": None},
        {"minutes": 0},
        {"minutes": "x"},
        {"ids": "x"},
        {"ids": [0]},
        {"locationId": "x"},
        {"room": 5},
    ):
        assert client(OFFICE).post(f"{URL}/book", json=body | wrong).status_code == 422, wrong
