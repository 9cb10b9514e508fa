"""Import of calendars of other programs as busy time: accepted and refused files, and repeated imports."""

from __future__ import annotations

import datetime as dt
import secrets
from itertools import pairwise
from typing import Any

import httpx
import pytest

from kit.database import Database
from kit.errors import Invalid
from kit.values.days import in_words
from people.calendar.imported import reading
from services.people.tests.builders import make_person, make_words, staff
from services.people.tests.calendar.test_booking import EVENTS, on
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

IMPORTS = f"{EVENTS}/imports"
BEGINS = dt.datetime(2026, 11, 25, tzinfo=dt.UTC)
ENDS = BEGINS + dt.timedelta(days=365)
SOON = dt.datetime.now(dt.UTC).replace(hour=10, minute=0, second=0, microsecond=0) + dt.timedelta(days=7)
ZONE = """BEGIN:VTIMEZONE
TZID:Home
BEGIN:STANDARD
DTSTART:19701025T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
END:VTIMEZONE
"""
WEEKLY = """UID:gym
SUMMARY:Gym
DTSTART;TZID=Home:20261201T090000
DTEND;TZID=Home:20261201T100000
RRULE:FREQ=WEEKLY;COUNT=4
EXDATE;TZID=Home:20261208T090000"""
MOVED = """UID:gym
RECURRENCE-ID;TZID=Home:20261215T090000
SUMMARY:Gym, later
DTSTART;TZID=Home:20261215T150000
DTEND;TZID=Home:20261215T160000"""


def file(*events: str, zone: str = "") -> str:
    parts = "".join(f"BEGIN:VEVENT\n{event}\nEND:VEVENT\n" for event in events)
    return f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Test//\n{zone}{parts}END:VCALENDAR\n".replace("\n", "\r\n")


def simple(uid: str, start: dt.datetime = SOON, hours: int = 1, title: str = "Dentist") -> str:
    end = start + dt.timedelta(hours=hours)
    return f"UID:{uid}\nSUMMARY:{title}\nDTSTART:{start:%Y%m%dT%H%M%SZ}\nDTEND:{end:%Y%m%dT%H%M%SZ}"


def read(*events: str, zone: str = "") -> list[tuple[str, str, str]]:
    busy = reading.read(file(*events, zone=zone), BEGINS, ENDS).busy
    return [(one.title, f"{one.start:%d.%m. %H:%M}", f"{one.end:%d.%m. %H:%M}") for one in busy]


def test_a_series_has_its_exceptions_and_the_zone_of_its_file() -> None:
    assert read(WEEKLY, MOVED, zone=ZONE) == [
        ("Gym", "01.12. 08:00", "01.12. 09:00"),
        ("Gym, later", "15.12. 14:00", "15.12. 15:00"),
        ("Gym", "22.12. 08:00", "22.12. 09:00"),
    ]


@pytest.mark.parametrize(
    ("event", "start", "end"),
    [
        pytest.param(
            "DTSTART;VALUE=DATE:20270328\nDTEND;VALUE=DATE:20270330",
            "28.03. 00:00",
            "29.03. 23:00",
            id="days",
        ),
        pytest.param("DTSTART:20270701T100000\nDURATION:PT30M", "01.07. 09:00", "01.07. 09:30", id="no zone"),
        pytest.param(
            "DTSTART;TZID=W. Europe Standard Time:20270701T100000\nDURATION:PT30M",
            "01.07. 08:00",
            "01.07. 08:30",
            id="zone of Windows",
        ),
    ],
)
def test_times_are_local_times(event: str, start: str, end: str) -> None:
    assert read(f"UID:one\nSUMMARY:x\n{event}") == [("x", start, end)]


def test_events_without_busy_time_are_left_out() -> None:
    free = (
        simple("free") + "\nTRANSP:TRANSPARENT",
        simple("off") + "\nSTATUS:CANCELLED",
        simple("event-4@staffroom"),
        simple("old", BEGINS - dt.timedelta(days=3)),
        simple("far", ENDS + dt.timedelta(days=3)),
        "UID:moment\nSUMMARY:x\nDTSTART:20261201T090000Z",
    )
    assert read(*free, simple("one", BEGINS)) == [("Dentist", "25.11. 00:00", "25.11. 01:00")]


def test_a_long_absence_is_several_events() -> None:
    busy = reading.read(file("UID:one\nDTSTART;VALUE=DATE:20270101\nDTEND;VALUE=DATE:20270401"), BEGINS, ENDS).busy
    assert len(busy) == 3
    assert all(one.end == other.start for one, other in pairwise(busy))


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("hello", reading.UNREADABLE),
        ("\x00\x01" * 9, reading.UNREADABLE),
        (
            file(WEEKLY.replace("WEEKLY", "SECONDLY")),
            "Gym repeats more often than daily. Please leave it out of the file",
        ),
        (
            file(WEEKLY.replace("WEEKLY", "OFTEN")),
            "Gym has a time or a rule that cannot be read. Please leave it out of the file",
        ),
        (
            file("UID:one\nSUMMARY:Ball\nDTSTART:tomorrow"),
            "Ball has a time or a rule that cannot be read. Please leave it out of the file",
        ),
        (file(*(f"UID:{n}\nDTSTART:20261201\nRRULE:FREQ=DAILY" for n in range(3))), reading.TOO_MANY),
    ],
)
def test_invalid_file_is_refused_with_the_reason(content: str, text: str) -> None:
    with pytest.raises(Invalid) as refused:
        reading.read(content, BEGINS, ENDS)
    assert refused.value.text == text
    assert refused.value.fields == {"content": text}


@pytest.fixture
def tutor(database: Database) -> int:
    make_words(database)
    return make_person(database, "tutor")


@pytest.fixture
def ada(client: ClientFor, tutor: int) -> httpx.Client:
    return client(actor("tutor", user_id=8_000_000 + secrets.randbelow(1_000_000), persons={"tutor": tutor}))


def put(somebody: httpx.Client, *events: str, name: str = "home.ics", **more: Any) -> tuple[int, int, int]:
    answer = somebody.post(IMPORTS, json={"name": name, "content": file(*events)} | more)
    assert answer.status_code == 200, answer.text
    return tuple(answer.json()["data"][part] for part in ("added", "kept", "removed"))


def titles(somebody: httpx.Client) -> list[str]:
    return [row["title"] for row in somebody.get(f"{EVENTS}/my", params={"sort": "start"}).json()["data"]]


def test_imported_events_are_busy_time_without_duplicates(ada: httpx.Client, client: ClientFor, tutor: int) -> None:
    later = SOON + dt.timedelta(hours=3)
    assert put(ada, simple("one"), simple("two", later)) == (2, 0, 0)
    assert titles(ada) == ["Busy", "Busy"]
    assert put(ada, simple("one"), simple("two", later)) == (0, 2, 0)
    assert put(ada, simple("one"), simple("two", later + dt.timedelta(hours=1))) == (1, 1, 1)
    # An event is identified by its calendar and its UID.
    assert put(ada, simple("one"), name="work.ics") == (1, 0, 0)
    assert put(ada, simple("three", later)) == (1, 0, 2)
    assert dates(ada) == {"home.ics": 1, "work.ics": 1}
    taken = {"title": "Physics", "type": "tutorial", "start": f"{SOON:%FT%TZ}", "people": on(("tutor", tutor))}
    refused = client(staff()).post(EVENTS, json=taken | {"end": f"{SOON + dt.timedelta(hours=1):%FT%TZ}"})
    assert refused.status_code == 409
    assert "Dentist" not in refused.text


def dates(somebody: httpx.Client) -> dict[str, int]:
    """Return the number of dates of each imported calendar."""
    return {one["name"]: one["dates"] for one in somebody.get(IMPORTS).json()["data"]}


def without_uid(text: str) -> str:
    return text.split("\n", 1)[1]


def test_import_keeps_other_calendars_with_the_same_uids(ada: httpx.Client) -> None:
    later = SOON + dt.timedelta(hours=3)
    assert put(ada, simple("1"), simple("2", later), name="gym.ics") == (2, 0, 0)
    assert put(ada, simple("1", later + dt.timedelta(hours=1)), name="club.ics") == (1, 0, 0)
    first, second = without_uid(simple("")), without_uid(simple("", later))
    assert put(ada, first, second, name="bin.ics") == (2, 0, 0)
    assert put(ada, second, name="park.ics") == (1, 0, 0)
    assert put(ada, second, without_uid(simple("", later, title="Vet")), name="bin.ics") == (1, 1, 1)
    assert dates(ada) == {"gym.ics": 2, "club.ics": 1, "bin.ics": 2, "park.ics": 1}


def test_a_calendar_needs_a_visible_name(ada: httpx.Client) -> None:
    assert put(ada, simple("one"), name="ho\u200bme.ics\u3164") == (1, 0, 0)
    assert dates(ada) == {"home.ics": 1}
    answer = ada.post(IMPORTS, json={"name": "\u200b\u3164", "content": file(simple("one"))})
    assert answer.json()["fields"] == {"name": "Field is required"}


def test_an_emptied_calendar_frees_the_time(ada: httpx.Client) -> None:
    put(ada, simple("one"))
    put(ada, simple("two"), name="work.ics")
    answer = ada.post(IMPORTS, json={"name": "home.ics", "content": file(simple("one") + "\nSTATUS:CANCELLED")})
    data = answer.json()["data"]
    assert (data["removed"], data["leftOut"]) == (1, [f"Dentist on {in_words(SOON)} is cancelled"])
    assert put(ada, name="work.ics") == (0, 0, 1)
    assert dates(ada) == {"home.ics": 0, "work.ics": 0}


def test_an_empty_calendar_that_is_new_is_refused_with_what_it_leaves_out(ada: httpx.Client) -> None:
    content = file(simple("one") + "\nTRANSP:TRANSPARENT")
    answer = ada.post(IMPORTS, json={"name": "home.ics", "content": content})
    assert answer.status_code == 422
    assert answer.json()["error"].split("\n") == [reading.NOTHING, f"Dentist on {in_words(SOON)} is marked as free"]
    assert ada.get(IMPORTS).json()["data"] == []


def test_a_cancellation_removes_only_the_events_it_names(ada: httpx.Client) -> None:
    later = SOON + dt.timedelta(hours=3)
    series = simple("series", later) + "\nRRULE:FREQ=DAILY;COUNT=3"
    assert put(ada, simple("one"), series) == (4, 0, 0)

    def cancel(text: str, name: str = "home.ics") -> httpx.Response:
        content = file(text).replace("VERSION:2.0", "VERSION:2.0\r\nMETHOD:CANCEL")
        return ada.post(IMPORTS, json={"name": name, "content": content})

    tomorrow = later + dt.timedelta(days=1)
    one_date = simple("series", tomorrow) + f"\nRECURRENCE-ID:{tomorrow:%Y%m%dT%H%M%SZ}"
    assert cancel(one_date).json()["data"]["removed"] == 1
    answer = cancel(simple("one") + "\nSTATUS:CANCELLED").json()["data"]
    assert (answer["added"], answer["kept"], answer["removed"], answer["leftOut"]) == (0, 2, 1, [])
    again = cancel(simple("one")).json()["data"]
    assert again["leftOut"] == ["Dentist is cancelled, and was not in this calendar"]
    refused = cancel(simple("series"), name="other.ics")
    assert refused.status_code == 422
    assert "no imported calendar named other.ics" in refused.text
    assert dates(ada) == {"home.ics": 2}


def test_titles_are_kept_only_on_request(ada: httpx.Client) -> None:
    put(ada, simple("one"))
    assert put(ada, simple("one"), titles=True) == (1, 0, 1)
    assert titles(ada) == ["Dentist"]


def test_existing_bookings_stay_and_both_events_show_the_conflict(
    ada: httpx.Client, client: ClientFor, tutor: int
) -> None:
    times = {"start": f"{SOON:%FT%TZ}", "end": f"{SOON + dt.timedelta(hours=1):%FT%TZ}"}
    lesson = {"title": "Physics", "type": "tutorial", "people": on(("tutor", tutor))} | times
    number = client(staff()).post(EVENTS, json=lesson).json()["data"]["id"]
    assert put(ada, simple("one"), simple("two", hours=2)) == (2, 0, 0)
    overlaps = client(staff()).get(f"{EVENTS}/{number}").json()["data"]["overlaps"]
    assert [one["reason"] for one in overlaps] == ["Imported from home.ics"] * 2


def test_removing_an_imported_calendar_deletes_its_events(
    ada: httpx.Client, client: ClientFor, database: Database
) -> None:
    put(ada, simple("one"))
    (calendar,) = ada.get(IMPORTS).json()["data"]
    other = client(actor("tutor", user_id=7, persons={"tutor": make_person(database, "tutor")}))
    assert other.get(IMPORTS).json()["data"] == []
    assert other.delete(f"{IMPORTS}/{calendar['id']}").status_code == 404
    assert ada.delete(f"{IMPORTS}/{calendar['id']}").is_success
    assert titles(ada) == []
    assert ada.get(IMPORTS).json()["data"] == []


def test_import_without_a_calendar_is_refused(client: ClientFor) -> None:
    answer = client(actor("staff", user_id=8_900_001)).post(IMPORTS, json={"name": "x", "content": file(simple("one"))})
    assert answer.status_code == 403
