"""Templates to leads: leads come from events of people, and each sent mail is published for their log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kit.events import Event
from services.support.tests.builders import STAFF, TUTOR
from services.support.tests.mail.conftest import Template
from staffroom.people.events.v1.events_pb2 import LeadChanged
from staffroom_testing.mailbox import Mailbox
from staffroom_testing.plugin import ClientFor, Published

URL = "/api/v1/emailTemplate"
LEAD = {"id": 7, "firstName": "Grace", "lastName": "Hopper", "email": "grace@example.org", "deleted": False}
TO_LEAD = {"entityType": "lead", "entityTypeIds": [7]}


@pytest.fixture(autouse=True)
def _lead(deliver: Callable[..., None]) -> None:
    deliver(Event.of(LeadChanged), "7", LEAD)


def test_mail_to_a_lead_is_previewed_sent_and_published(
    client: ClientFor, template: Template, mailbox: Mailbox, run_jobs: Callable[[], Any], published: Published
) -> None:
    record, anna = template(sent_to=["lead"]), client(STAFF)
    (shown,) = anna.post(f"{URL}/{record}/preview", json=TO_LEAD).json()["data"]
    assert (shown["to"], shown["subject"]) == ("grace@example.org", "Hello Grace")
    assert anna.post(f"{URL}/{record}/preview", json=TO_LEAD | {"entityType": "student"}).status_code == 422
    assert client(TUTOR).post(f"{URL}/{record}/preview", json=TO_LEAD).status_code == 403
    assert anna.post(f"{URL}/{record}/send", json=TO_LEAD).status_code == 202
    run_jobs()
    assert [mail["To"] for mail in mailbox.mails] == ["Grace Hopper <grace@example.org>"]
    (sent,) = [event for subject, _, event in published() if subject == "support.mail.sent"]
    assert (sent["entityType"], sent["entityTypeId"], sent["subject"]) == ("lead", 7, "Hello Grace")
    assert (sent["userId"], sent["userName"]) == (STAFF.user_id, STAFF.name)
    assert sent["words"].startswith("Dear Grace Hopper")
    (logged,) = anna.get("/api/v1/emailTemplates/sent?entityType=lead&entityTypeId=7").json()["data"]
    assert (logged["state"], logged["id"]) == ("sent", sent["id"])


def test_mails_to_persons_are_not_published(
    client: ClientFor, template: Template, mailbox: Mailbox, run_jobs: Callable[[], Any], published: Published
) -> None:
    client(STAFF).post(f"{URL}/{template()}/send", json={"entityType": "student", "entityTypeIds": [1]})
    run_jobs()
    assert len(mailbox.mails) == 1
    assert [subject for subject, _, _ in published() if subject == "support.mail.sent"] == []


def test_deleted_or_merged_lead_gets_no_mail(
    client: ClientFor, template: Template, deliver: Callable[..., None]
) -> None:
    deliver(Event.of(LeadChanged), "7", LEAD | {"deleted": True})
    answer = client(STAFF).post(f"{URL}/{template()}/preview", json=TO_LEAD)
    assert (answer.status_code, answer.json()["error"]) == (404, "There is no lead 7")
