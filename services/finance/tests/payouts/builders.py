"""People, claims, slips and rates of the tests of payouts."""

from __future__ import annotations

import datetime as dt
from typing import Any

import httpx
import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from kit.values.days import today
from staffroom.identity.events.v1.events_pb2 import OrganisationChanged
from staffroom.people.events.v1.events_pb2 import CourseChanged, PersonChanged
from staffroom.teaching.events.v1.events_pb2 import SlipChanged
from staffroom_testing import actor, peers
from staffroom_testing.plugin import ClientFor

CLAIMANT = actor("staff", user_id=11)
ACCOUNTING = actor("staff", "accounting", user_id=12, name="Ann Accounts")
FINANCE = actor("staff", "finance", user_id=13, name="Fay Finance")
SECOND = actor("staff", "finance", user_id=14, name="Sue Second")
THIRD = actor("staff", "finance", user_id=15, name="Tim Third")
BASE = "/api/v1"
TODAY = f"{today():%d/%m/%y}"


def data_of(answer: httpx.Response, status: int = 201) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def one(database: Database, table: sa.Table, record: int) -> dict[str, Any]:
    with database.read() as connection:
        return dict(connection.execute(sa.select(table).where(table.c.id == record)).mappings().one())


def new_claim(client: httpx.Client, **line: Any) -> int:
    body = {"title": "October", "orgId": 1, "currency": "GBP"}
    claim = int(data_of(client.post(f"{BASE}/expenses", json=body))["id"])
    values = {
        "date": "2026-10-01",
        "category": "travel",
        "description": "Train",
        "amount": 6_480,
        "receipts": [5],
    } | line
    with peers.answering("files"):
        data_of(client.post(f"{BASE}/expenses/{claim}/line", json={"VAT": 0, **values}))
    return claim


def tell(deliver: Any, number: int, minutes: int = 60, **values: Any) -> None:
    start = dt.datetime(2026, 10, number, 9, tzinfo=dt.UTC)
    payload = {
        "id": number,
        "slipType": "default",
        "status": "approved",
        "courseId": 7,
        "studentId": 2,
        "tutorId": 4,
        "organisationId": 1,
        "present": "present",
        "tutorialStart": start,
        "tutorialEnd": start + dt.timedelta(minutes=minutes),
    } | values
    deliver(Event.of(SlipChanged), number, payload)


def world(client: ClientFor, deliver: Any) -> None:
    """Pay tutor 4 30.00 an hour, 40.00 on course 8; tutor 5 has no rate."""
    deliver(Event.of(OrganisationChanged), 1, {"id": 1, "title": "Oxford", "currency": "GBP"})
    for number, last in ((4, "Lovelace"), (5, "=Babbage")):
        deliver(
            Event.of(PersonChanged),
            number,
            {"id": number, "kind": "tutor", "firstName": "" if number == 5 else "Ada", "lastName": last},
        )
    for number in (7, 8):
        deliver(
            Event.of(CourseChanged),
            number,
            {"id": number, "board": "AQA", "level": "A-level", "subject": f"Physics {number}"},
        )
    for course, hourly, starts in ((None, 2_000, "2025-09-01"), (None, 3_000, "2026-09-01"), (8, 4_000, "2026-09-01")):
        body = {"tutorId": 4, "courseId": course, "currency": "GBP", "starts": starts, "hourly": hourly}
        data_of(client(FINANCE).post(f"{BASE}/tutorpayments/rates", json=body))
