"""The events in a period, including long ones that began before it."""

from __future__ import annotations

import datetime as dt

import pytest

from kit.database import Database
from services.people.tests.builders import make_person
from services.people.tests.calendar.test_feed import make_event
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

NOON = dt.datetime(2031, 5, 14, 12, tzinfo=dt.UTC)
EVERYTHING = {"before", "long", "night", "lesson", "after"}


@pytest.fixture
def tutor(database: Database) -> int:
    """Insert a tutor with events around the 14th of May."""
    tutor = make_person(database, "tutor")

    def have(title: str, begins: dt.timedelta, lasts: dt.timedelta) -> None:
        starts = NOON + begins
        make_event(database, ("tutor", tutor), title=title, starts=starts, ends=starts + lasts, status="cancelled")

    hour, day = dt.timedelta(hours=1), dt.timedelta(days=1)
    have("before", -day, hour)
    have("long", -day * 20, day * 30)
    have("night", -hour * 14, hour * 8)
    have("lesson", hour, hour)
    have("after", day, hour)
    return tutor


@pytest.mark.parametrize(
    ("asked", "titles"),
    [
        ({"calendarDays": "2031-05-14..2031-05-14"}, {"long", "night", "lesson"}),
        ({"from": "2031-05-14", "to": "2031-05-14"}, {"long", "night", "lesson"}),
        ({"calendarDays": "2031-05-14.."}, {"long", "night", "lesson", "after"}),
        ({"calendarDays": "..2031-05-13"}, {"before", "long", "night"}),
        ({"from": "2031-05-14"}, {"long", "night", "lesson", "after"}),
        ({"to": "2031-05-13"}, {"before", "long", "night"}),
        ({}, EVERYTHING),
    ],
)
def test_a_period_has_the_events_in_it(client: ClientFor, tutor: int, asked: dict[str, str], titles: set[str]) -> None:
    for path, more in (("/api/v1/events/my", {}), ("/api/v1/events", {"tutorId": str(tutor)})):
        somebody = actor("staff", "tutor", persons={"tutor": tutor})
        answer = client(somebody).get(path, params={"page": "1", "pageSize": "50"} | asked | more).json()
        assert {row["title"] for row in answer["data"]} == titles, (path, asked)
        assert answer["total"] == len(titles)
