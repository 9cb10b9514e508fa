"""Meetings with leads: one call books the event, logs it and sets the next step, or does none of it."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from people.calendar.model import booking, event
from people.leads.contacts.meeting import PAST
from people.leads.model import enquiry, lead_contact
from people.leads.owning import NOBODY
from services.people.tests.builders import make_lead, make_person, make_words, person, row_of, staff
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

ANNA, BEN = 901, 902
START = (dt.datetime.now(dt.UTC) + dt.timedelta(days=3)).replace(hour=10, minute=0, second=0, microsecond=0)
Staff = dict[int, int]


@pytest.fixture(autouse=True)
def colleagues(database: Database) -> Staff:
    """Return the staff ids of Anna and Ben by their users."""
    make_words(database)
    return {
        user: make_person(database, "staff", first_name=name, last_name="Ward", user_id=user)
        for user, name in ((ANNA, "Anna"), (BEN, "Ben"))
    }


def _book(client: ClientFor, lead: int, start: dt.datetime = START, **more: Any) -> Any:
    body = {"start": start.isoformat(), "minutes": 45} | more
    return client(staff()).post(f"/api/v1/lead/{lead}/meeting", json=body)


def _rows(database: Database, table: sa.Table) -> list[dict[str, Any]]:
    with database.read() as connection:
        return [dict(row) for row in connection.execute(sa.select(table).order_by(table.c.id)).mappings()]


def test_meeting_is_booked_logged_and_the_next_step(database: Database, client: ClientFor, colleagues: Staff) -> None:
    lead = make_lead(database, owner_id=BEN)
    answer = _book(client, lead, note="Bring <prices>")
    assert answer.status_code == 201, answer.text
    data = answer.json()["data"]
    booked = row_of(database, event, data["eventId"])
    assert (booked["title"], booked["type"], booked["starts"], booked["ends"]) == (
        "Meeting with Ada Lovelace",
        "meeting",
        START,
        START + dt.timedelta(minutes=45),
    )
    assert "Bring &lt;prices&gt;" in booked["notes"] and f"/lead/{lead}" in booked["notes"]
    (place,) = [row for row in _rows(database, booking) if row["event_id"] == booked["id"]]
    assert (place["kind"], place["person_id"]) == ("staff", colleagues[BEN])
    row = row_of(database, enquiry, lead)
    assert (row["next_step"], row["next_due"], row["first_answered"] is not None) == ("Meeting", START, True)
    (entry,) = client(staff()).get(f"/api/v1/enquiry/{lead}").json()["data"]["log"]
    assert (entry["kind"], entry["text"], entry["eventId"]) == ("meeting", "Bring <prices>", booked["id"])
    assert (entry["meeting"]["status"], entry["meeting"]["location"]) == ("active", "")
    assert dt.datetime.fromisoformat(entry["meeting"]["start"]) == START


def test_meeting_of_a_lead_without_an_owner_is_for_the_named_colleague_or_caller(
    database: Database, client: ClientFor, colleagues: Staff
) -> None:
    assert _book(client, make_lead(database), userId=ANNA).status_code == 201
    anna = actor("staff", user_id=ANNA, persons={"staff": colleagues[ANNA]})
    later = {"start": (START + dt.timedelta(days=1)).isoformat(), "minutes": 30}
    assert client(anna).post(f"/api/v1/lead/{make_lead(database)}/meeting", json=later).status_code == 201
    assert {row["person_id"] for row in _rows(database, booking)} == {colleagues[ANNA]}
    unknown = _book(client, make_lead(database))
    assert (unknown.status_code, list(unknown.json()["fields"])) == (422, ["userId"])


def test_refused_meeting_is_rolled_back(database: Database, client: ClientFor) -> None:
    first, second = make_lead(database, owner_id=BEN), make_lead(database, owner_id=BEN)
    assert _book(client, first).status_code == 201
    taken = _book(client, second)
    assert (taken.status_code, taken.json()["code"]) == (409, "already_booked")
    past = _book(client, second, start=dt.datetime.now(dt.UTC) - dt.timedelta(hours=1))
    assert (past.status_code, past.json()["fields"]) == (422, {"start": PAST})
    gone = _book(client, second, userId=999)
    assert (gone.status_code, gone.json()["fields"]) == (422, {"userId": NOBODY})
    assert _book(client, second, minutes=0).status_code == 422
    merged = make_lead(database, merged_into_id=first)
    assert _book(client, merged, start=START + dt.timedelta(days=1)).json()["code"] == "merged_already"
    assert client(person("tutor", 1)).post(f"/api/v1/lead/{second}/meeting", json={}).status_code == 403
    assert (len(_rows(database, event)), len(_rows(database, lead_contact))) == (1, 1)
    assert row_of(database, enquiry, second)["next_step"] == "Call"


def test_next_step_follows_a_meeting_that_is_moved(database: Database, client: ClientFor) -> None:
    lead, other = make_lead(database, owner_id=BEN), make_lead(database, owner_id=ANNA)
    number = _book(client, lead).json()["data"]["eventId"]
    _book(client, other)
    later = START + dt.timedelta(hours=5)
    answer = client(staff()).put(f"/api/v1/events/{number}", json={"field": "start", "newValue": later.isoformat()})
    assert answer.status_code == 200, answer.text
    assert row_of(database, enquiry, lead)["next_due"] == later
    assert row_of(database, enquiry, other)["next_due"] == START
    assert client(staff()).post(f"/api/v1/events/{number}/cancel", json={"reason": "They are ill"}).status_code == 200
    (entry,) = client(staff()).get(f"/api/v1/enquiry/{lead}").json()["data"]["log"]
    assert entry["meeting"]["status"] == "cancelled"
