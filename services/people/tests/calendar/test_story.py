"""A series as the office uses it: booked, one date moved, one cancelled. Each change raises a notice whose lines are
the mail (support's `test_settings`), and a subscribed program sees the same."""

from __future__ import annotations

import datetime as dt
import re
import secrets
from typing import Any

from kit.database import Database
from kit.values.days import LONDON, today
from services.people.tests.builders import make_child, make_person, staff
from services.people.tests.calendar.test_feed import FEED
from services.people.tests.calendar.test_notices import EVENTS, body, notices, readers
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published

USER = 4_300_000 + secrets.randbelow(100_000)
_FIRST = today() + dt.timedelta(days=14)
FIRST = _FIRST - dt.timedelta(days=_FIRST.weekday())
"""A Monday within the year that a feed covers."""
DATES = [FIRST + dt.timedelta(weeks=number) for number in range(3)]


def spoken(day: dt.date) -> str:
    return f"{day:%A} {day.day} {day:%B}"


def london(day: dt.date, hour: int) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(hour), LONDON).astimezone(dt.UTC)


def at(day: dt.date, hour: int) -> dict[str, str]:
    """Return an hour in London time."""
    return {"start": f"{london(day, hour):%Y-%m-%dT%H:%M:%SZ}", "end": f"{london(day, hour + 1):%Y-%m-%dT%H:%M:%SZ}"}


def lines(notice: dict[str, Any]) -> list[str]:
    """Return the lines of a notice's mail."""
    return [*notice["text"].splitlines(), *notice["details"]]


def entries(feed: Any) -> dict[int, dict[str, str]]:
    """Return the events of a feed by id, each with its lines by name."""
    parts = feed.text.replace("\r\n ", "").split("BEGIN:VEVENT")[1:]
    lines = [dict(line.split(":", 1) for line in part.strip().split("\r\n") if ":" in line) for part in parts]
    return {int(re.findall(r"\d+", one["UID"])[0]): one for one in lines}


def test_series_is_booked_one_date_moved_and_one_cancelled(
    client: ClientFor, database: Database, published: Published
) -> None:
    tutor = make_person(database, "tutor", user_id=USER, first_name="Grace", last_name="Hopper")
    student, parent = make_person(database, "student"), make_person(database, "client")
    make_child(database, parent, student)
    office, url = client(staff()), client(actor("tutor", user_id=USER)).post(FEED).json()["data"]["url"]

    def feed() -> dict[int, dict[str, str]]:
        return entries(client(None).get(url[url.index("/api/") :]))

    booked = body(("tutor", tutor), ("student", student), rule="FREQ=WEEKLY;COUNT=3") | at(FIRST, 10)
    first = office.post(EVENTS, json=booked).json()["data"]["id"]
    raised = notices(published)
    assert [readers(one) for one in raised] == [[("tutor", tutor)], [("student", student)], [("client", parent)]]
    assert {one["kind"] for one in raised} == {"event"}
    for one in raised:
        assert one["title"].partition(":")[0] in ("Booked", "Booked for Ada Lovelace")
        assert f"3 dates from {spoken(FIRST)}" in one["title"]
        for day in DATES:
            assert any(spoken(day) in line and "10:00 to 11:00" in line for line in lines(one))
    dates = sorted(feed())
    assert (dates[0], len(dates)) == (first, 3)

    changes = [{"field": name, "newValue": value} for name, value in at(DATES[1], 15).items()]
    assert office.put(f"{EVENTS}/{dates[1]}", json={"changes": changes, "scope": "this"}).status_code == 200
    raised = notices(published)
    assert len(raised) == 3
    for one in raised:
        assert one["kind"] == "event"
        assert one["title"].startswith("Moved")
        assert "15:00 to 16:00" in one["text"]
        assert f"instead of {spoken(DATES[1])}" in one["text"]
        assert not any(spoken(day) in " ".join(lines(one)) for day in (DATES[0], DATES[2]))

    cancelled = office.post(f"{EVENTS}/{dates[2]}/cancel", json={"reason": "The tutor is ill", "scope": "this"})
    assert cancelled.status_code == 200, cancelled.text
    raised = notices(published)
    assert len(raised) == 3
    for one in raised:
        assert one["kind"] == "eventCancelled"
        assert one["title"].startswith("Cancelled")
        assert spoken(DATES[2]) in one["title"]
        assert "Because: The tutor is ill" in lines(one)

    after = feed()
    assert [after[number]["STATUS"] for number in dates] == ["CONFIRMED", "CONFIRMED", "CANCELLED"]
    assert after[dates[2]]["DESCRIPTION"].endswith("Cancelled: The tutor is ill")
    assert after[dates[1]]["DTSTART"] == f"{london(DATES[1], 15):%Y%m%dT%H%M%SZ}"
    assert after[dates[0]]["SEQUENCE"] == "1"
    assert all(int(after[number]["SEQUENCE"]) > 1 for number in dates[1:])
