"""Persons on an event are reminded a day and an hour before it, once each, and not of cancelled events."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from kit.reminders import remind
from kit.values.days import LONDON
from people.calendar.messages import reminding
from people.calendar.model import booking, event
from people.events import NOTIFICATION_RAISED
from people.places.model import location
from services.people.tests.builders import insert, make_child, make_person, staff
from services.people.tests.calendar.test_feed import make_event
from services.people.tests.calendar.test_series import EVENTS
from staffroom_testing.plugin import ClientFor, Published

SERVICE = as_service("people")
NOW = dt.datetime.now(dt.UTC).replace(second=0, microsecond=0)
IN_HALF_A_DAY = NOW + dt.timedelta(hours=12)
IN_HALF_AN_HOUR = NOW + dt.timedelta(minutes=30)


@pytest.fixture
def tutor(database: Database) -> int:
    return make_person(database, "tutor")


def run() -> int:
    return remind(reminding.EVENTS_TO_COME, SERVICE, dt.datetime.now(dt.UTC))


def notices(published: Published) -> list[dict[str, Any]]:
    return [payload for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]


def change(database: Database, number: int, **values: Any) -> None:
    with database.transaction(SERVICE) as tx:
        tx.execute(sa.update(event).where(event.c.id == number).values(values))


def test_those_on_an_event_get_one_notice_a_day_before(database: Database, tutor: int, published: Published) -> None:
    student, room = make_person(database, "student"), insert(database, location, {"title": "Room 4", "type": "room"})
    number = make_event(database, ("tutor", tutor), ("student", student), starts=IN_HALF_A_DAY, location_id=room)
    assert [run(), run()] == [2, 0]
    begins = IN_HALF_A_DAY.astimezone(LONDON)
    (notice,) = notices(published)
    assert notice["kind"] == "eventDay"
    day = "Today" if begins.date() == dt.datetime.now(LONDON).date() else "Tomorrow"
    assert notice["title"] == f"{day} at {begins:%H:%M}: Physics"
    assert notice["text"].startswith(f"{begins:%A} {begins.day} {begins:%B %Y}, {begins:%H:%M} to ")
    assert notice["text"].endswith(", Room 4")
    assert notice["target"] == f"/calendar/day?day={begins:%Y-%m-%d}&event={number}"
    assert notice["persons"] == [{"kind": "tutor", "id": tutor}, {"kind": "student", "id": student}]


def test_reminders_of_clients_name_their_children(database: Database, tutor: int, published: Published) -> None:
    parent, other = make_person(database, "client"), make_person(database, "client")
    ada, bo = make_person(database, "student"), make_person(database, "student", first_name="Bo")
    for client, student in ((parent, ada), (parent, bo), (other, bo)):
        make_child(database, client, student)
    make_event(database, ("tutor", tutor), ("student", ada), ("student", bo), starts=IN_HALF_A_DAY)
    assert [run(), run()] == [3, 0]
    titles = [
        (notice["text"].partition(":")[0], [one["id"] for one in notice["persons"]]) for notice in notices(published)
    ]
    assert titles[1:] == [("Ada Lovelace", [parent]), ("Bo Lovelace", [parent, other])]


def test_reminder_an_hour_before_says_the_time(database: Database, tutor: int, published: Published) -> None:
    make_event(database, ("tutor", tutor), starts=IN_HALF_AN_HOUR)
    assert [run(), run()] == [1, 0]
    assert [notice["kind"] for notice in notices(published)] == ["eventHour"]


def test_a_moved_event_is_reminded_of_again(database: Database, tutor: int, published: Published) -> None:
    number = make_event(database, ("tutor", tutor), starts=IN_HALF_A_DAY)
    run()
    later = IN_HALF_A_DAY + dt.timedelta(hours=2)
    change(database, number, starts=later, ends=later + dt.timedelta(hours=1))
    assert [run(), run()] == [1, 0]
    times = [f"at {time.astimezone(LONDON):%H:%M}" for time in (IN_HALF_A_DAY, later)]
    assert all(time in notice["title"] for time, notice in zip(times, notices(published), strict=True))


@pytest.mark.parametrize(
    ("answer", "values"),
    [
        pytest.param("declined", {}, id="declined"),
        pytest.param("invited", {"status": "cancelled", "cancel_reason": "Ill"}, id="cancelled"),
        pytest.param("invited", {"type": "busy"}, id="time off"),
        pytest.param("invited", {"starts": NOW - dt.timedelta(minutes=5)}, id="begun"),
        pytest.param("invited", {"starts": NOW + dt.timedelta(hours=30)}, id="far"),
    ],
)
def test_declined_and_cancelled_events_raise_no_reminders(
    database: Database, tutor: int, published: Published, answer: str, values: dict[str, Any]
) -> None:
    make_event(database, ("tutor", tutor), answer=answer, **{"starts": IN_HALF_A_DAY, **values})
    assert run() == 0
    assert not notices(published)


def test_only_a_person_added_later_is_reminded(database: Database, tutor: int, published: Published) -> None:
    number = make_event(database, ("tutor", tutor), starts=IN_HALF_A_DAY)
    run()
    student = make_person(database, "student")
    insert(database, booking, {"event_id": number, "kind": "student", "person_id": student, "status": "invited"})
    assert run() == 1
    assert [notice["persons"] for notice in notices(published)] == [
        [{"kind": "tutor", "id": tutor}],
        [{"kind": "student", "id": student}],
    ]


def test_each_date_of_a_series_is_reminded_of_in_turn(
    database: Database, client: ClientFor, tutor: int, published: Published
) -> None:
    first = {"title": "Physics", "type": "tutorial", "people": [{"kind": "tutor", "id": tutor}]}
    times = {"start": f"{IN_HALF_A_DAY:%FT%TZ}", "end": f"{IN_HALF_A_DAY + dt.timedelta(hours=1):%FT%TZ}"}
    answer = client(staff()).post(EVENTS, json={**first, **times, "rule": "FREQ=DAILY;COUNT=3"})
    assert answer.status_code == 201, answer.text
    assert [run(), run()] == [1, 0]
    assert [notice["kind"] for notice in notices(published)] == ["event", "eventDay"]


@pytest.mark.parametrize(
    ("hours", "kinds"),
    [
        pytest.param(-10, [], id="it has begun"),
        pytest.param(-8.5, ["eventHour"], id="in half an hour"),
        pytest.param(5, ["eventDay"], id="14 hours before"),
        pytest.param(16, [], id="25 hours before"),
    ],
)
def test_a_whole_day_counts_from_nine_in_the_morning(
    database: Database, tutor: int, published: Published, hours: float, kinds: list[str]
) -> None:
    begins = NOW + dt.timedelta(hours=hours)
    make_event(database, ("tutor", tutor), starts=begins, ends=begins + dt.timedelta(minutes=1), all_day=True)
    run()
    raised = notices(published)
    assert [notice["kind"] for notice in raised] == kinds
    assert all(notice["text"].endswith(", all day") and " at " not in notice["title"] for notice in raised)
