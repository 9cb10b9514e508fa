"""The feed of a user's own calendar: the contents of a secret address, and its end."""

from __future__ import annotations

import contextlib
import datetime as dt
import re
import secrets
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from kit.policy import Actor
from people.calendar import ics
from people.calendar.model import booking, calendar_feed, event
from people.exams.deadlines.model import exam_deadline
from people.feeds.routes import FEED_SHARE
from people.places.model import location
from services.people.tests.builders import (
    attend,
    insert,
    make_child,
    make_course,
    make_exam,
    make_person,
    make_series,
    make_words,
    teach,
)
from services.people.tests.exam_entries.builders import make_candidate
from staffroom.identity.events.v1.events_pb2 import UserChanged
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

FEED = "/api/v1/events/feed"
USER = 4_100_000 + secrets.randbelow(100_000)
"""A user of this run, because Valkey counts the requests of earlier runs."""
SOON = dt.datetime.now(dt.UTC).replace(hour=10, minute=0, second=0, microsecond=0) + dt.timedelta(days=7)
Deliver = Callable[..., None]


def make_event(database: Database, *persons: tuple[str, int], answer: str = "invited", **values: Any) -> int:
    """Insert an event of an hour in a week's time, with these persons on it."""
    starts = values.pop("starts", SOON)
    given = {"title": "Physics", "type": "tutorial", "starts": starts, "ends": starts + dt.timedelta(hours=1)}
    number = insert(database, event, given | values)
    for kind, record in persons:
        insert(database, booking, {"event_id": number, "kind": kind, "person_id": record, "status": answer})
    return number


@pytest.fixture
def ada(client: ClientFor) -> httpx.Client:
    return client(actor("tutor", user_id=USER))


@pytest.fixture
def anybody(client: ClientFor) -> httpx.Client:
    return client(None)


@pytest.fixture
def tutor(database: Database) -> int:
    """Insert a tutor with Ada's account."""
    return make_person(database, "tutor", user_id=USER)


def address(somebody: httpx.Client) -> str:
    """Create an address, without its origin."""
    answer = somebody.post(FEED)
    assert answer.status_code == 201, answer.text
    url: str = answer.json()["data"]["url"]
    assert re.fullmatch(r"https?://[^/]+/api/v1/events/feed/[\w-]{43}\.ics", url)
    return url[url.index("/api/") :]


def titles(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return re.findall(r"SUMMARY:(.*)\r\n", answer.text)


def test_a_program_reads_the_calendar_without_signing_in(
    database: Database, ada: httpx.Client, anybody: httpx.Client, tutor: int
) -> None:
    make_words(database)
    course, room = make_course(database), insert(database, location, {"title": "Room 4; north", "type": "room"})
    number = make_event(database, ("tutor", tutor), title="Physics, part 2", course_id=course, location_id=room)
    make_event(database, title="Of others")
    answer = anybody.get(address(ada))
    assert titles(answer) == ["Physics\\, part 2"]
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert answer.headers["cache-control"] == "private, no-cache"
    lines = answer.text.split("\r\n")
    assert lines[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"]
    assert lines[-2:] == ["END:VCALENDAR", ""]
    for line in (
        f"UID:event-{number}@staffroom",
        "SEQUENCE:1",
        f"DTSTART:{SOON:%Y%m%dT%H%M%SZ}",
        "LOCATION:Room 4\\; north",
        "STATUS:CONFIRMED",
    ):
        assert line in lines
    assert any(line.startswith("DESCRIPTION:") and "Mathematics" in line for line in lines)
    assert any(re.fullmatch(r"DTSTAMP:\d{8}T\d{6}Z", line) for line in lines)


def test_the_feed_has_near_events_that_are_not_declined(
    database: Database, ada: httpx.Client, anybody: httpx.Client, tutor: int
) -> None:
    now = dt.datetime.now(dt.UTC)
    make_event(database, ("tutor", tutor), title="No longer", starts=now - dt.timedelta(days=92))
    make_event(database, ("tutor", tutor), title="Still", starts=now - dt.timedelta(days=88))
    make_event(database, ("tutor", tutor), title="Declined", answer="declined")
    make_event(database, ("tutor", tutor), title="Off", status="cancelled", cancel_reason="The heating failed")
    make_event(database, ("tutor", tutor), title="Next year", starts=now + dt.timedelta(days=363))
    make_event(database, ("tutor", tutor), title="Later", starts=now + dt.timedelta(days=367))
    answer = anybody.get(address(ada))
    assert titles(answer) == ["Still", "Off", "Next year"]
    assert "DESCRIPTION:Cancelled: The heating failed\r\nSTATUS:CANCELLED" in answer.text


def test_a_client_has_the_events_of_their_children(
    database: Database, ada: httpx.Client, anybody: httpx.Client
) -> None:
    parent, child = make_person(database, "client", user_id=USER), make_person(database, "student")
    make_child(database, parent, child)
    make_event(database, ("student", child), ("student", make_person(database, "student")))
    make_event(database, ("student", child), title="Declined", answer="declined")
    assert titles(anybody.get(address(ada))) == ["Physics"]


def test_an_address_has_no_roles_and_follows_the_account(
    database: Database, client: ClientFor, anybody: httpx.Client, deliver: Deliver
) -> None:
    """Staff see every event when they are signed in; their feed has only their own."""
    member = make_person(database, "staff", user_id=USER)
    make_event(database, title="Of others")
    make_event(database, ("staff", member), title="Meeting")
    feed = address(client(actor("staff", "sysAdmin", user_id=USER, persons={"staff": member})))
    assert titles(anybody.get(feed)) == ["Meeting"]
    deliver(Event.of(UserChanged), USER, {"id": USER, "status": "active"})
    assert titles(anybody.get(feed)) == [], "the account is no longer this person's"
    deliver(Event.of(UserChanged), USER, {"id": USER, "status": "inactive"})
    assert anybody.get(feed).status_code == 404


def test_one_address_is_kept_as_a_hash_until_it_is_replaced_or_stopped(
    database: Database, ada: httpx.Client, anybody: httpx.Client, tutor: int
) -> None:
    none = {"exists": False, "created": None, "lastRead": None, "deadlines": None}
    assert ada.get(FEED).json()["data"] == none
    first = address(ada)
    state = ada.get(FEED).json()["data"]
    assert (state["exists"], state["lastRead"]) == (True, None)
    with database.read() as connection:
        kept = connection.execute(sa.select(calendar_feed.c.token_hash)).scalars().all()
    assert [len(one) for one in kept] == [32]
    assert anybody.get(first).status_code == 200
    assert ada.get(FEED).json()["data"]["lastRead"] is not None
    second = address(ada)
    assert ada.get(FEED).json()["data"]["lastRead"] is None
    refused = anybody.get(first)
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    assert anybody.get(second).status_code == 200
    assert ada.delete(FEED).json()["data"] == none
    assert [anybody.get(one).status_code for one in (second, f"{FEED}/wrong.ics")] == [404, 404]
    assert ada.delete(FEED).status_code == 200, "said again, nothing changes"


def test_nobody_creates_an_address_for_somebody_else(client: ClientFor, anybody: httpx.Client) -> None:
    assert [anybody.request(method, FEED).status_code for method in ("GET", "POST", "DELETE")] == [401, 401, 401]
    answer = client(actor("tutor", user_id=USER, real_user_id=1)).post(FEED)
    assert answer.status_code == 403
    assert answer.json()["error"].startswith("Please ask the person to make the address")


def test_a_repeated_request_finds_no_address_in_the_database(ada: httpx.Client) -> None:
    """An answer stored for an Idempotency-Key would contain the secret."""
    key = {"Idempotency-Key": "feed-1"}
    first, second = (ada.post(FEED, headers=key).json()["data"]["url"] for _ in range(2))
    assert first != second


def test_a_calendar_that_did_not_change_is_not_sent_again(
    database: Database, ada: httpx.Client, anybody: httpx.Client, tutor: int
) -> None:
    number, feed = make_event(database, ("tutor", tutor)), address(ada)
    tag = anybody.get(feed).headers["etag"]
    again = anybody.get(feed, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    with database.transaction(actor("staff")) as tx:
        tx.execute(sa.update(event).where(event.c.id == number).values(title="Latin", version=2))
    changed = anybody.get(feed, headers={"If-None-Match": tag})
    assert titles(changed) == ["Latin"]
    assert "SEQUENCE:2" in changed.text


def test_a_program_that_reads_all_the_time_is_refused(ada: httpx.Client, anybody: httpx.Client) -> None:
    feed = address(ada)
    with contextlib.ExitStack() as stack:
        for _ in range(FEED_SHARE.at_once):
            stack.enter_context(FEED_SHARE.taken(Actor(user_id=USER)))
        refused = anybody.get(feed)
        assert (refused.status_code, refused.json()["code"]) == (429, "share_used")
        assert int(refused.headers["retry-after"]) > 0
    assert anybody.get(feed).status_code == 200


@pytest.mark.parametrize(
    ("starts", "ends", "first", "after"),
    [
        # Midnight in London is 23:00 UTC in summer.
        ((2026, 7, 1, 23), (2026, 7, 3, 23), "20260702", "20260704"),
        ((2026, 12, 2, 0), (2026, 12, 3, 0), "20261202", "20261203"),
        ((2026, 12, 2, 9), (2026, 12, 2, 17), "20261202", "20261203"),
    ],
)
def test_whole_days_are_dates_in_london(
    starts: tuple[int, int, int, int], ends: tuple[int, int, int, int], first: str, after: str
) -> None:
    begins, stops = (dt.datetime(*moment, tzinfo=dt.UTC) for moment in (starts, ends))
    row = {
        "id": 1,
        "version": 1,
        "modified": begins,
        "title": "Fair",
        "starts": begins,
        "ends": stops,
        "all_day": True,
        "status": "active",
        "cancel_reason": "",
        "course": "",
        "location": "",
    }
    text = ics.calendar([row]).decode()
    assert f"DTSTART;VALUE=DATE:{first}\r\nDTEND;VALUE=DATE:{after}\r\n" in text
    assert "LOCATION" not in text
    assert "DESCRIPTION" not in text


def test_texts_are_escaped() -> None:
    assert ics.escaped("a\\b; c, d\r\ne\nf\x07\tg\r") == "a\\\\b\\; c\\, d\\ne\\nf g"
    assert ics.escaped("x\r\nATTENDEE:mailto:me") == "x\\nATTENDEE:mailto:me", "a text adds no line"


@pytest.mark.parametrize("text", ["x" * 75, "x" * 76, "é" * 200, "🎓" * 90, "a" + "€" * 100])
def test_lines_are_folded_at_75_octets_and_never_within_a_character(text: str) -> None:
    pieces = ics.folded(text).split("\r\n")
    assert all(len(piece.encode()) <= 75 for piece in pieces)
    assert pieces[0] + "".join(piece.removeprefix(" ") for piece in pieces[1:]) == text
    assert len(pieces) == 1 or len(pieces[0].encode()) > 75 - 4


def test_feed_of_the_exams_office_has_deadlines_until_opt_out_or_loss_of_role(
    database: Database, client: ClientFor, anybody: httpx.Client, deliver: Deliver
) -> None:
    make_words(database)
    due = dt.date.today() + dt.timedelta(days=20)
    series = make_series(database, state="entries")
    insert(database, exam_deadline, {"series_id": series, "board": "AQA", "kind": "entries", "due_on": due})
    office = client(actor("staff", "examsOffice", user_id=USER))
    feed = address(office)
    assert titles(anybody.get(feed)) == [r"Entries: AQA\, Summer 2027"]
    assert office.get(FEED).json()["data"]["deadlines"] is True
    assert office.put(FEED, json={"deadlines": False}).json()["data"]["deadlines"] is False
    assert titles(anybody.get(feed)) == []
    office.put(FEED, json={"deadlines": True})
    user = {"id": USER, "username": "exams", "status": "active", "roleIds": ["staff", "examsOffice"]}
    deliver(Event.of(UserChanged), USER, user)
    assert len(titles(anybody.get(feed))) == 1
    deliver(Event.of(UserChanged), USER, user | {"roleIds": ["staff"]})
    assert titles(anybody.get(feed)) == []


def test_feed_of_a_tutor_has_only_the_deadlines_of_their_candidates(
    database: Database, client: ClientFor, anybody: httpx.Client, tutor: int
) -> None:
    make_words(database)
    due = dt.date.today() + dt.timedelta(days=20)
    series = make_series(database, state="entries")
    for kind in ("entries", "forecasts", "coursework"):
        insert(database, exam_deadline, {"series_id": series, "board": "AQA", "kind": kind, "due_on": due})
    student = make_person(database, "student")
    course = make_course(database, level="GCSE")
    teach(database, course, tutor)
    attend(database, course, student)
    mine = client(actor("tutor", user_id=USER, persons={"tutor": tutor}))
    feed = address(mine)
    assert titles(anybody.get(feed)) == []
    office = client(actor("staff", "examsOffice", user_id=USER + 1))
    candidate = make_candidate(database, student_id=student)
    body = {"candidateId": candidate, "examId": make_exam(database, series)}
    entry = office.post("/api/v1/exams/entries", json=body).json()["data"]["id"]
    assert office.post(f"/api/v1/exams/entries/{entry}/enter").status_code == 200
    calendar = anybody.get(feed)
    assert sorted(titles(calendar)) == [r"Coursework marks: AQA\, Summer 2027", r"Estimated grades: AQA\, Summer 2027"]
    assert calendar.text.count("DESCRIPTION:1 missing") == 2
    assert mine.put(FEED, json={"deadlines": False}).json()["data"]["deadlines"] is False
    assert titles(anybody.get(feed)) == []
    other = client(actor("student", user_id=USER + 2))
    assert other.get(FEED).json()["data"]["deadlines"] is None
    assert other.put(FEED, json={"deadlines": True}).status_code == 409
