"""Mails of templates to leads: support knows the leads, and each mail that it sent stands in their log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from people.leads.model import enquiry, lead_contact
from services.people.tests.builders import make_lead, make_words, row_of, staff
from staffroom.support.events.v1.events_pb2 import MailSent
from staffroom_testing.plugin import ClientFor, Published

MAIL = {"entityType": "lead", "subject": "Our prices", "words": "Dear Ada", "userId": 901, "userName": "Anna Ward"}


@pytest.fixture(autouse=True)
def _reference_data(database: Database) -> None:
    make_words(database)


def _entries(database: Database) -> list[dict[str, Any]]:
    with database.read() as connection:
        rows = connection.execute(sa.select(lead_contact).order_by(lead_contact.c.id)).mappings()
        return [dict(row) for row in rows]


def test_other_services_follow_the_names_and_addresses_of_leads(
    database: Database, client: ClientFor, published: Published
) -> None:
    def changes() -> list[dict[str, Any]]:
        return [event for subject, _, event in published() if subject == "people.lead.changed"]

    anna = client(staff())
    new = {"firstName": "Ada", "lastName": "Lovelace", "leadStatus": "new", "email": "ada@example.org"}
    lead = anna.post("/api/v1/enquiry", json=new).json()["data"]["id"]
    payload = {"id": lead, "firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.org", "deleted": False}
    assert changes() == [payload]
    anna.put(f"/api/v1/enquiry/{lead}", json={"field": "email", "newValue": "ada@work.example.org"})
    assert changes()[-1]["email"] == "ada@work.example.org"
    merge = anna.post(f"/api/v1/lead/{lead}/merge", json={"into": make_lead(database)}).json()["data"]["mergeId"]
    assert [event["deleted"] for event in changes() if event["id"] == lead] == [True]
    anna.post(f"/api/v1/lead/merge/{merge}/undo")
    anna.delete(f"/api/v1/enquiry/{lead}")
    assert [event["deleted"] for event in changes() if event["id"] == lead] == [False, True]


def test_a_sent_mail_stands_in_the_log_once(database: Database, deliver: Callable[..., None]) -> None:
    lead = make_lead(database)
    for _ in range(2):
        deliver(Event.of(MailSent), "5", MAIL | {"id": 5, "entityTypeId": lead})
    deliver(Event.of(MailSent), "6", MAIL | {"id": 6, "entityTypeId": lead, "entityType": "student"})
    deliver(Event.of(MailSent), "7", MAIL | {"id": 7, "entityTypeId": 999_999})
    (entry,) = _entries(database)
    assert (entry["lead_id"], entry["kind"], entry["direction"], entry["mail_id"]) == (lead, "mail", "out", 5)
    assert (entry["text"], entry["by_id"], entry["by_name"]) == ("Our prices\nDear Ada", 901, "Anna Ward")
    row = row_of(database, enquiry, lead)
    assert row["first_answered"] == row["last_contact"] is not None
    assert row["next_step"] == "Call"


def test_a_mail_to_a_merged_lead_stands_with_its_rows(database: Database, deliver: Callable[..., None]) -> None:
    last = make_lead(database)
    second = make_lead(database, merged_into_id=last)
    first = make_lead(database, merged_into_id=second)
    deliver(Event.of(MailSent), "5", MAIL | {"id": 5, "entityTypeId": first})
    assert [entry["lead_id"] for entry in _entries(database)] == [last]
