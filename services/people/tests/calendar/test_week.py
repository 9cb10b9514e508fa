"""The week of a caller's own calendar: what a tutor, a student and a parent see of it."""

from __future__ import annotations

import datetime as dt
import secrets
from typing import Any

import pytest

from kit.database import Database
from services.people.tests.builders import make_child, make_person
from services.people.tests.calendar.test_feed import make_event
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

WEEK = "/api/v1/events/week"
MONDAY = dt.datetime(2027, 3, 22, 9, tzinfo=dt.UTC)
"""The clock goes forward on the Sunday of this week."""


@pytest.fixture
def lesson(database: Database) -> dict[str, int]:
    """Insert a tutorial of two students with a tutor; one of the students has a parent."""
    tutor, child, other = (make_person(database, kind) for kind in ("tutor", "student", "student"))
    parent = make_person(database, "client")
    make_child(database, parent, child)
    event = make_event(database, ("tutor", tutor), ("student", child), ("student", other), starts=MONDAY)
    return {"event": event, "tutor": tutor, "child": child, "other": other, "parent": parent}


def week(client: ClientFor, kind: str, person: int, day: str = "2027-03-24") -> dict[str, Any]:
    caller = actor(kind, user_id=7_000_000 + secrets.randbelow(1_000_000), persons={kind: person})
    answer = client(caller).get(WEEK, params={"day": day})
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


@pytest.mark.parametrize(
    ("kind", "whose", "seen"),
    [
        ("tutor", "tutor", {"tutor", "child", "other"}),
        ("student", "child", {"tutor", "child"}),
        ("client", "parent", {"tutor", "child"}),
    ],
)
def test_each_sees_their_own_events_and_who_teaches(
    client: ClientFor, lesson: dict[str, int], kind: str, whose: str, seen: set[str]
) -> None:
    events = week(client, kind, lesson[whose])
    assert events["day"] == "2027-03-22"
    (event,) = events["events"]
    assert (event["id"], event["start"]) == (lesson["event"], "2027-03-22T09:00:00Z")
    on = {(one["kind"], one["id"]) for one in event["people"]}
    assert on == {("tutor" if name == "tutor" else "student", lesson[name]) for name in seen}


def test_another_person_does_not_see_it(client: ClientFor, database: Database, lesson: dict[str, int]) -> None:
    assert week(client, "student", make_person(database, "student"))["events"] == []
    assert week(client, "client", make_person(database, "client"))["events"] == []


def test_a_week_begins_on_monday_in_london(client: ClientFor, database: Database) -> None:
    tutor = make_person(database, "tutor")
    late = dt.datetime(2027, 3, 28, 22, 30, tzinfo=dt.UTC)
    inside, outside = (make_event(database, ("tutor", tutor), starts=at) for at in (late, late + dt.timedelta(hours=1)))
    assert [one["id"] for one in week(client, "tutor", tutor)["events"]] == [inside]
    assert [one["id"] for one in week(client, "tutor", tutor, "2027-03-29")["events"]] == [inside, outside]


def test_cancelled_and_declined_events_are_in_the_week(client: ClientFor, database: Database) -> None:
    tutor = make_person(database, "tutor")
    make_event(database, ("tutor", tutor), starts=MONDAY, status="cancelled", cancel_reason="The room is closed")
    make_event(database, ("tutor", tutor), starts=MONDAY + dt.timedelta(days=1), answer="declined")
    first, second = week(client, "tutor", tutor)["events"]
    assert (first["status"], first["cancelReason"]) == ("cancelled", "The room is closed")
    assert second["people"][0]["status"] == "declined"
