"""Template mails to leads: support has a copy of the leads, and each sent mail is in their log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from people.leads.model import enquiry, lead_contact
from services.people.tests.builders import make_lead, make_person, row_of, staff
from staffroom.support.events.v1.events_pb2 import MailAnswered, MailBounced, MailSent
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("reference_data")

MAIL = {"entityType": "lead", "subject": "Our prices", "words": "Dear Ada", "userId": 901, "userName": "Anna Ward"}


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


def test_a_sent_mail_is_logged_once(database: Database, deliver: Callable[..., None]) -> None:
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


def test_a_mail_to_a_merged_lead_is_logged_with_its_rows(database: Database, deliver: Callable[..., None]) -> None:
    last = make_lead(database)
    second = make_lead(database, merged_into_id=last)
    first = make_lead(database, merged_into_id=second)
    deliver(Event.of(MailSent), "5", MAIL | {"id": 5, "entityTypeId": first})
    assert [entry["lead_id"] for entry in _entries(database)] == [last]


ANSWER = {
    "id": 31,
    "entityType": "lead",
    "sender": "ada@example.org",
    "senderName": "Ada",
    "subject": "Our prices",
    "words": "Yes, please call us.",
    "files": [{"id": 5, "name": "report.pdf"}],
    "refusedFiles": ["a.exe"],
}
BOUNCE = {
    "id": 32,
    "entityType": "lead",
    "mailId": 0,
    "recipient": "ada@example.org",
    "reason": "550 no such user",
}


def _notices(published: Published) -> list[dict[str, Any]]:
    return [event for subject, _, event in published() if subject == "people.notification.raised"]


def test_an_answer_is_logged_once_notifies_the_owner_and_keeps_the_next_step(
    database: Database, deliver: Callable[..., None], published: Published
) -> None:
    make_person(database, "staff", user_id=901)
    lead = make_lead(database, owner_id=901, email="Ada@example.org")
    before = row_of(database, enquiry, lead)
    for _ in range(2):
        deliver(Event.of(MailAnswered), "31", ANSWER | {"entityTypeId": lead})
    (entry,) = _entries(database)
    assert (entry["kind"], entry["direction"], entry["outcome"], entry["by_name"]) == ("mail", "in", "answered", "Ada")
    assert entry["text"] == (
        "Our prices\nYes, please call us.\nFiles: report.pdf\nNot kept: a.exe. Please ask for them in another form."
    )
    after = row_of(database, enquiry, lead)
    assert [after[name] for name in ("next_step", "next_due", "lead_status", "first_answered")] == [
        before[name] for name in ("next_step", "next_due", "lead_status", "first_answered")
    ]
    assert after["last_contact"] is not None
    (notice,) = _notices(published)
    assert (notice["userIds"], notice["target"]) == ([901], f"/lead/{lead}")
    assert notice["title"].endswith("answered by email")


def test_an_answer_from_another_address_is_marked_and_reported_to_the_office(
    database: Database, deliver: Callable[..., None], published: Published
) -> None:
    lead = make_lead(database, merged_into_id=(target := make_lead(database, email="ada@example.org")))
    deliver(Event.of(MailAnswered), "31", ANSWER | {"entityTypeId": lead, "sender": "ben@example.org"})
    (entry,) = _entries(database)
    assert entry["lead_id"] == target
    assert entry["text"].startswith("From ben@example.org, which is not the address of this lead.\nOur prices")
    assert [notice["roleIds"] for notice in _notices(published)] == [["academicOffice"]]
    deliver(Event.of(MailAnswered), "33", ANSWER | {"id": 33, "entityTypeId": 999_999})
    assert len(_entries(database)) == 1


def test_a_bounce_is_shown_next_to_the_address_until_it_is_corrected(
    database: Database, client: ClientFor, deliver: Callable[..., None], published: Published
) -> None:
    lead = make_lead(database, email="Ada@example.org")
    deliver(Event.of(MailBounced), "30", BOUNCE | {"id": 30, "entityTypeId": lead, "recipient": "old@example.org"})
    assert row_of(database, enquiry, lead)["mail_problem"] == "" and _notices(published) == []
    for _ in range(2):
        deliver(Event.of(MailBounced), "32", BOUNCE | {"entityTypeId": lead})
    text = "Email to ada@example.org came back: 550 no such user. Correct the address, or telephone."
    assert [(entry["outcome"], entry["by_name"]) for entry in _entries(database)] == [("cameBack", "Mail server")] * 2
    assert client(staff()).get(f"/api/v1/enquiry/{lead}").json()["data"]["mailProblem"] == text
    assert [notice["text"] for notice in _notices(published)] == [text]
    client(staff()).put(f"/api/v1/enquiry/{lead}", json={"field": "email", "newValue": "ada@example.com"})
    assert row_of(database, enquiry, lead)["mail_problem"] == ""
