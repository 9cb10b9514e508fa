"""Answers to mails about leads and tutor applications, and their bounces, are passed on to their service; support
stores nothing about hiring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from kit.mail import RecordOfMail, record_of
from kit.settings import settings
from services.support.tests.builders import ADMIN, STAFF
from services.support.tests.inbox.builders import Mails, written
from services.support.tests.inbox.test_taking import PDF, bounce
from services.support.tests.tickets.builders import TECH, URL
from staffroom.people.events.v1.events_pb2 import LeadChanged
from staffroom_testing.plugin import ClientFor, Published
from support.mail.model import bounced_address, email_template
from support.mailboxes.model import mail_raw
from support.tickets.model import ticket

LEAD = {"id": 7, "firstName": "Grace", "lastName": "Hopper", "email": "grace@example.org", "deleted": False}
SECRET = "She shouted at pupils"


@pytest.fixture(autouse=True)
def answers_address(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(settings(), "mail_answers", "Office <support@staffroom.example>")
    yield


def passed_on(published: Published, name: str = "answered") -> list[dict[str, Any]]:
    return [event for subject, _, event in published() if subject == f"support.mail.{name}"]


def tickets(database: Database) -> int:
    return len(database.all(sa.select(ticket.c.id)))


def raws(database: Database) -> int:
    return len(database.all(sa.select(mail_raw.c.mail_in_id)))


def test_signed_names_are_read_and_others_are_not() -> None:
    record = RecordOfMail("lead", 12, 3)
    assert record_of(record.message_id("x1")) == record == record_of(record.address().upper())
    assert record.address().startswith("support+lead.12.3.") and len(record.address().partition("@")[0]) <= 64
    for forged in (record.address().replace("lead.12", "lead.13"), "support@staffroom.example", "<lead.12.3@x>", ""):
        assert record_of(forged) is None


def test_answer_to_a_template_reaches_the_lead_by_address_or_message_id(
    database: Database, client: ClientFor, mails: Mails, deliver: Callable[..., None], published: Published
) -> None:
    deliver(Event.of(LeadChanged), "7", LEAD)
    with database.transaction(ADMIN) as tx:
        values = {"name": "Prices", "about": "person", "subject": "Our prices", "body": "<p>Hello</p>"}
        template = tx.insert(email_template, values)
    body = {"entityType": "lead", "entityTypeIds": [7]}
    assert client(STAFF).post(f"/api/v1/emailTemplate/{template}/send", json=body).status_code == 202
    mails.run()
    sent = mails.outbox.mails[-1]
    assert record_of(sent["Reply-To"]) == RecordOfMail("lead", 7)
    published()
    by_address = written("Yes, please.", sender="Grace <grace@example.org>", to=sent["Reply-To"])
    by_address.add_attachment(PDF, maintype="application", subtype="pdf", filename="report.pdf")
    assert mails.take(by_address)["state"] == "record"
    by_id = written("One more thing.", sender="grace@example.org", In_Reply_To=sent["Message-ID"])
    row = mails.take(by_id)
    assert (row["state"], row["reason"], row["ticket_id"]) == ("record", "Passed on to lead 7", None)
    first, second = passed_on(published)
    assert [(one["entityType"], one["entityTypeId"], one["words"]) for one in (first, second)] == [
        ("lead", 7, "Yes, please."),
        ("lead", 7, "One more thing."),
    ]
    assert [one["name"] for one in first["files"]] == ["report.pdf"] and first["sender"] == "grace@example.org"
    assert tickets(database) == 0 and raws(database) == 2


def test_automatic_answer_is_not_passed_on(mails: Mails, published: Published) -> None:
    to = RecordOfMail("lead", 7).address()
    assert mails.take(written("I am away.", to=to, Auto_Submitted="auto-replied"))["state"] == "automatic"
    assert passed_on(published) == []


@pytest.mark.parametrize("kind", ["application", "referee"])
def test_support_stores_nothing_of_an_answer_about_hiring(
    database: Database, client: ClientFor, mails: Mails, published: Published, kind: str
) -> None:
    asked = RecordOfMail(kind, 4, 9)
    message = written(SECRET, sender="Ruth <ruth@schools.example>", subject="Nadia", In_Reply_To=asked.message_id("a"))
    mail_id = mails.store(message)
    assert client(TECH).get(f"{URL.replace('v1', 'v2')}/mailIn/{mail_id}/raw").status_code == 404, "not read yet"
    mails.run()
    (event,) = passed_on(published)
    assert (event["entityType"], event["entityTypeId"], event["words"]) == (kind, 4, SECRET)
    row = mails.row(mail_id or 0)
    assert (row["state"], row["sender"], row["sender_name"], row["subject"]) == ("record", "", "", "")
    assert raws(database) == 0 and tickets(database) == 0
    listed = client(TECH).get(f"{URL}/mailsIn?page=1&search=ruth").json()["data"]
    assert listed == [] and SECRET not in client(TECH).get(f"{URL}/mailIn/{mail_id}").text


def test_bounce_of_a_mail_about_a_record_is_published_and_blocks_no_address(
    database: Database, mails: Mails, published: Published
) -> None:
    row = mails.take(bounce(RecordOfMail("application", 4, 9).message_id("b"), "nadia@example.org"))
    (event,) = passed_on(published, "bounced")
    assert (event["entityType"], event["entityTypeId"], event["mailId"]) == ("application", 4, 9)
    assert (event["recipient"], event["reason"]) == ("nadia@example.org", "550 5.1.1 no such user")
    assert (row["state"], row["subject"]) == ("bounce", "") and raws(database) == 0
    assert database.all(sa.select(bounced_address)) == []


def test_delay_report_marks_nothing(mails: Mails, published: Published) -> None:
    raw = bounce(RecordOfMail("lead", 7).message_id("c"), "grace@example.org").replace(b"failed", b"delayed")
    assert mails.take(raw)["state"] == "bounce"
    assert passed_on(published, "bounced") == []


def test_forged_address_opens_a_ticket(database: Database, mails: Mails, published: Published) -> None:
    to = RecordOfMail("lead", 7).address().replace("lead.7", "lead.8")
    message: EmailMessage = written("Let me in.", to=to)
    assert mails.take(message)["state"] == "taken"
    assert passed_on(published) == [] and tickets(database) == 1
