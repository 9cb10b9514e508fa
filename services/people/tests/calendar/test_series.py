"""Series: an event that repeats is booked or refused as a whole, and changes as this, following or all of its dates."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from kit.database import Database
from services.people.tests.builders import make_person, staff
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")

EVENTS = "/api/v1/events"
UNKNOWN = (
    "Please repeat it at an interval of days, weeks, months or years, on days of the week or on a day of the month"
)
FIRST = {"title": "Physics", "type": "tutorial", "start": "2026-10-12T09:00:00Z", "end": "2026-10-12T10:00:00Z"}
"""Ten o'clock in London on a Monday in summer time, which ends on 25 October."""


def starts(anna: httpx.Client, **asked: Any) -> list[tuple[int, str, str]]:
    rows = anna.get(EVENTS, params={"pageSize": 100} | asked).json()["data"]
    return [(row["id"], row["start"], row["status"]) for row in rows]


def test_a_week_keeps_its_hour_when_the_clocks_change(client: ClientFor) -> None:
    anna = client(staff())
    anna.post(EVENTS, json=FIRST | {"rule": "FREQ=WEEKLY;COUNT=3"})
    assert [start for _, start, _ in starts(anna)] == [
        "2026-10-12T09:00:00Z",
        "2026-10-19T09:00:00Z",
        "2026-10-26T10:00:00Z",
    ]
    series = anna.get("/api/v1/masterevents").json()["data"]
    assert [(one["rule"], one["time"], one["minutes"], one["dates"]) for one in series] == [
        ("FREQ=WEEKLY;COUNT=3", "10:00", 60, 3)
    ]


def test_all_dates_are_booked_or_none(database: Database, client: ClientFor) -> None:
    anna, tutor = client(staff()), make_person(database, "tutor")
    people = [{"kind": "tutor", "id": tutor}]
    anna.post(EVENTS, json=FIRST | {"start": "2026-10-19T09:30:00Z", "end": "2026-10-19T11:00:00Z", "people": people})
    anna.post(EVENTS, json=FIRST | {"start": "2026-11-02T09:30:00Z", "end": "2026-11-02T11:00:00Z", "people": people})
    refused = anna.post(EVENTS, json=FIRST | {"title": "Latin", "rule": "FREQ=WEEKLY;UNTIL=20261214", "people": people})
    assert refused.status_code == 409
    assert refused.json()["error"].splitlines() == [
        "Ada Lovelace is busy on 19 October 2026, 10:30 to 12:00: Physics",
        "Ada Lovelace is busy on 2 November 2026, 09:30 to 11:00: Physics",
    ]
    assert len(starts(anna)) == 2
    assert anna.get("/api/v1/masterevents").json()["data"] == []


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("every Monday", "Please enter how it repeats as a rule, for example FREQ=WEEKLY;COUNT=10"),
        ("FREQ=WEEKLY", "Please say when it ends: a last day, or a number of dates (at most 366)"),
        ("FREQ=DAILY;COUNT=367", "Please say when it ends: a last day, or a number of dates (at most 366)"),
        ("FREQ=DAILY;UNTIL=20991231", "Please say when it ends: a last day, or a number of dates (at most 366)"),
        ("FREQ=HOURLY;COUNT=4", UNKNOWN),
        ("FREQ=DAILY;BYDAY=MO;INTERVAL=7;COUNT=2", UNKNOWN),
        ("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31;COUNT=2", UNKNOWN),
        ("FREQ=WEEKLY;BYDAY=XX;COUNT=2", UNKNOWN),
        ("FREQ=WEEKLY;INTERVAL=0;COUNT=2", UNKNOWN),
        ("FREQ=YEARLY;COUNT=7", "A series lasts at most 5 years"),
        ("FREQ=WEEKLY;UNTIL=20261399", "Please enter how it repeats as a rule, for example FREQ=WEEKLY;COUNT=10"),
    ],
)
def test_rules_that_are_refused(client: ClientFor, rule: str, text: str) -> None:
    answer = client(staff()).post(EVENTS, json=FIRST | {"rule": rule})
    assert answer.status_code == 422
    assert answer.json()["error"] == text or answer.json()["fields"] == {"rule": text}


def test_only_dates_of_a_series_ask_which_of_them_are_cancelled(client: ClientFor) -> None:
    anna = client(staff())

    def asked(event: int) -> list[str]:
        moves = anna.get(f"{EVENTS}/{event}").json()["data"]["moves"]
        return [need["name"] for move in moves if move["name"] == "cancel" for need in move["needs"]]

    alone = anna.post(EVENTS, json=FIRST).json()["data"]["id"]
    repeated = anna.post(EVENTS, json=FIRST | {"rule": "FREQ=WEEKLY;COUNT=2"}).json()["data"]["id"]
    assert asked(alone) == ["reason"]
    assert asked(repeated) == ["reason", "scope"]
    assert anna.post(f"{EVENTS}/{alone}/cancel", json={"reason": "Snow"}).is_success


def test_this_following_and_all(client: ClientFor) -> None:
    anna = client(staff())
    anna.post(EVENTS, json=FIRST | {"rule": "FREQ=DAILY;COUNT=4"})
    dates = [number for number, _, _ in starts(anna)]

    def rename(event: int, title: str, **scope: str) -> None:
        assert anna.put(f"{EVENTS}/{event}", json={"field": "title", "newValue": title} | scope).is_success

    def titles() -> list[str]:
        return [row["title"] for row in anna.get(EVENTS).json()["data"]]

    rename(dates[1], "Optics")
    assert titles() == ["Physics", "Optics", "Physics", "Physics"]
    rename(dates[0], "Latin", scope="all")
    assert titles() == ["Latin"] * 4
    rename(dates[2], "Greek", scope="following")
    assert titles() == ["Latin", "Latin", "Greek", "Greek"]
    series = anna.get("/api/v1/masterevents", params={"sort": "firstDay"}).json()["data"]
    assert [(one["title"], one["rule"], one["dates"]) for one in series] == [
        ("Latin", "FREQ=DAILY;COUNT=2", 2),
        ("Greek", "FREQ=DAILY;COUNT=2", 2),
    ]
    rename(dates[0], "Music", scope="all")
    assert titles() == ["Music", "Music", "Greek", "Greek"]
    unknown = anna.put(f"{EVENTS}/{dates[0]}", json={"field": "title", "newValue": "x", "scope": "most"})
    assert unknown.json()["fields"] == {"scope": "Please choose one of: this, following, all"}


def test_a_series_moves_through_itself(database: Database, client: ClientFor) -> None:
    """A daily series moved by a day takes times that its own dates had."""
    anna, tutor = client(staff()), make_person(database, "tutor")
    anna.post(EVENTS, json=FIRST | {"rule": "FREQ=DAILY;COUNT=3", "people": [{"kind": "tutor", "id": tutor}]})
    first = starts(anna)[0][0]
    moves = [
        {"field": "start", "newValue": "2026-10-13T10:00:00Z"},
        {"field": "end", "newValue": "2026-10-13T11:00:00Z"},
    ]
    assert anna.put(f"{EVENTS}/{first}", json={"changes": moves, "scope": "all"}).is_success
    assert [start for _, start, _ in starts(anna)] == [
        "2026-10-13T10:00:00Z",
        "2026-10-14T10:00:00Z",
        "2026-10-15T10:00:00Z",
    ]


def test_a_conflicting_move_of_a_series_is_refused(database: Database, client: ClientFor) -> None:
    anna, tutor = client(staff()), make_person(database, "tutor")
    people = [{"kind": "tutor", "id": tutor}]
    anna.post(EVENTS, json=FIRST | {"rule": "FREQ=DAILY;COUNT=3", "people": people})
    anna.post(EVENTS, json=FIRST | {"start": "2026-10-14T10:00:00Z", "end": "2026-10-14T11:00:00Z", "people": people})
    first = starts(anna)[0][0]
    moves = [{"field": "end", "newValue": "2026-10-12T10:30:00Z"}]
    answer = anna.put(f"{EVENTS}/{first}", json={"changes": moves, "scope": "all"})
    assert answer.status_code == 409
    assert answer.json()["error"] == "Ada Lovelace is busy on 14 October 2026, 11:00 to 12:00: Physics"
    assert anna.get(f"{EVENTS}/{first}").json()["data"]["end"] == "2026-10-12T10:00:00Z"


def test_the_following_dates_are_cancelled_for_one_reason(client: ClientFor) -> None:
    anna = client(staff())
    anna.post(EVENTS, json=FIRST | {"rule": "FREQ=DAILY;COUNT=3"})
    second = starts(anna)[1][0]
    assert anna.post(f"{EVENTS}/{second}/cancel", json={"reason": "Half term", "scope": "following"}).is_success
    assert [status for _, _, status in starts(anna)] == ["active", "cancelled", "cancelled"]
    last = starts(anna)[2][0]
    assert anna.get(f"{EVENTS}/{last}").json()["data"]["cancelReason"] == "Half term"
