"""A person with several records, such as a tutor who is also a member of staff, is booked as one."""

from __future__ import annotations

import secrets
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from people.calendar.model import booking, event
from people.persons.model import TABLES
from people.persons.queries import full_name
from services.people.tests.builders import make_person, staff
from services.people.tests.calendar.test_booking import ELEVEN, EVENTS, NOON, TEN, id_of, on
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")


@pytest.fixture
def both(database: Database) -> tuple[tuple[str, int], tuple[str, int]]:
    """Insert a tutor and a member of staff with one account."""
    user = 6_000_000 + secrets.randbelow(1_000_000)
    tutor, member = (make_person(database, kind, user_id=user) for kind in ("tutor", "staff"))
    return ("tutor", tutor), ("staff", member)


def book(client: ClientFor, *persons: tuple[str, int], **values: Any) -> Any:
    event = {"title": "Physics", "type": "tutorial", "start": TEN, "end": ELEVEN, "people": on(*persons)}
    return client(staff()).post(EVENTS, json=event | values)


def link(database: Database, person: tuple[str, int], user: int | None) -> None:
    table = TABLES[person[0]]
    with database.transaction(as_service("people")) as tx:
        tx.execute(sa.update(table).where(table.c.id == person[1]).values(user_id=user))


def test_one_person_is_not_booked_twice_by_two_records(
    client: ClientFor, both: tuple[tuple[str, int], tuple[str, int]]
) -> None:
    tutor, member = both
    first = id_of(book(client, tutor))
    refused = book(client, member, title="Meeting")
    assert refused.status_code == 409
    assert refused.json()["error"] == "Ada Lovelace is busy on 2 December 2026, 10:00 to 11:00: Physics"
    asked = {"people": on(member), "fromDay": "2026-12-02", "earliest": 10, "latest": 12, "number": 1}
    (slot,) = client(staff()).post(f"{EVENTS}/free", json=asked).json()["data"]
    assert slot["start"] == ELEVEN
    id_of(book(client, member, start=ELEVEN, end=NOON))
    assert client(staff()).post(f"{EVENTS}/{first}/cancel", json={"reason": "ill"}).is_success
    id_of(book(client, member, title="Meeting"))


def test_both_records_are_on_the_same_event(client: ClientFor, both: tuple[tuple[str, int], tuple[str, int]]) -> None:
    id_of(book(client, *both))


def test_override_by_the_other_record_regains_its_time(
    client: ClientFor, both: tuple[tuple[str, int], tuple[str, int]]
) -> None:
    tutor, member = both
    first = id_of(book(client, tutor))
    over = id_of(book(client, member, title="Open day", overrideReason="Agreed"))
    shown = client(staff()).get(f"{EVENTS}/{first}").json()["data"]["overlaps"]
    assert [(one["eventId"], one["reason"]) for one in shown] == [(over, "Agreed")]
    assert client(staff()).post(f"{EVENTS}/{first}/cancel", json={"reason": "ill"}).is_success
    assert book(client, tutor).json()["error"].endswith(": Open day")


def test_records_linked_later_keep_their_events_and_take_nothing_twice(client: ClientFor, database: Database) -> None:
    tutor, member = ("tutor", make_person(database, "tutor")), ("staff", make_person(database, "staff"))
    first, second = id_of(book(client, tutor)), id_of(book(client, member, title="Meeting"))
    user = 6_000_000 + secrets.randbelow(1_000_000)
    link(database, tutor, user)
    link(database, member, user)
    with database.transaction(as_service("people")) as tx:
        reasons = tx.all(sa.select(event.c.id, event.c.override_reason).where(event.c.id.in_([first, second])))
    assert {one["id"]: one["override_reason"] for one in reasons} == {
        first: "",
        second: "Booked before both records were known to be of one person",
    }
    assert book(client, tutor, title="Latin").status_code == 409
    link(database, member, None)
    assert book(client, member, title="Latin").json()["error"].endswith(": Meeting")


def test_names_and_accounts_of_bookings_follow_the_persons(client: ClientFor, database: Database) -> None:
    tutor = make_person(database, "tutor")
    number = id_of(book(client, ("tutor", tutor)))
    assert client(staff()).put(f"/api/v1/tutors/{tutor}", json={"field": "lastName", "newValue": "King"}).is_success
    link(database, ("tutor", tutor), 6_500_001)
    (one,) = client(staff()).get(f"{EVENTS}/{number}").json()["data"]["people"]
    assert (one["name"], one["userId"]) == ("Ada King", 6_500_001)
    with database.transaction(as_service("people")) as tx:
        for kind, table in TABLES.items():
            make_person(database, kind)
            name = sa.literal_column(f"(booked('{kind}', {kind}.id)).name", sa.Text)
            differing = sa.select(table.c.id).where(name != full_name(table))
            assert tx.all(differing) == []
        assert tx.scalar(sa.select(booking.c.who).where(booking.c.event_id == number)) == "user 6500001"
