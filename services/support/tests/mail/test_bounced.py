"""Bounced addresses on the page of a person, and their correction (issue 42, 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from services.support.tests.mail.conftest import STAFF
from staffroom.people.events.v1.events_pb2 import PersonChanged
from staffroom_testing.plugin import ClientFor
from support.mail.model import bounced_address

Deliver = Callable[..., None]


@pytest.fixture(autouse=True)
def bounced(database: Database) -> None:
    with database.transaction(STAFF) as tx:
        for address in ("ada@example.org", "other@example.org"):
            tx.insert(bounced_address, {"address": address, "reason": "550 gone"})


def addresses(database: Database) -> list[str]:
    return [row["address"] for row in database.all(sa.select(bounced_address.c.address).order_by("address"))]


def ada(deliver: Deliver, number: int = 1, **change: Any) -> None:
    """Deliver the event that student `number` has changed; the first one had ada@example.org before."""
    person = {"kind": "student", "id": number, "firstName": "Ada", "lastName": "Student", "status": "active"}
    deliver(Event.of(PersonChanged), f"student:{number}", person | change)


def test_bounce_is_shown_by_the_address_of_a_person(client: ClientFor) -> None:
    answer = client(STAFF).get("/api/v1/emailTemplates/bounced/count?address=Ada%40Example.org").json()["data"]
    assert answer["total"] == 1
    (row,) = client(STAFF).get("/api/v1/emailTemplates/bounced?page=1&address=Ada%40Example.org").json()["data"]
    assert (row["address"], row["reason"]) == ("ada@example.org", "550 gone")
    assert (
        client(STAFF).get("/api/v1/emailTemplates/bounced/count?address=ben%40example.org").json()["data"]["total"] == 0
    )


def test_corrected_address_clears_its_bounce(database: Database, deliver: Deliver) -> None:
    ada(deliver, email="ADA@example.org")
    assert addresses(database) == ["ada@example.org", "other@example.org"]
    ada(deliver, email="ada@example.com")
    assert addresses(database) == ["other@example.org"]
    ada(deliver, email="ada@example.com")
    assert addresses(database) == ["other@example.org"]


def test_bounce_stays_if_others_have_the_address(database: Database, deliver: Deliver) -> None:
    ada(deliver, 2, email="Ada@example.org")
    ada(deliver, email="ada@example.com")
    assert addresses(database) == ["ada@example.org", "other@example.org"]


def test_bounce_stays_if_the_person_is_deleted(database: Database, deliver: Deliver) -> None:
    ada(deliver, deleted=True)
    assert addresses(database) == ["ada@example.org", "other@example.org"]
