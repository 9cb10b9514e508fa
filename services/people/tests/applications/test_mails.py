"""Answers of applicants and referees are among the messages, which those who hire read; a bounce is shown next to the
address with the next step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from kit.mail import RecordOfMail, record_of
from kit.settings import settings
from people.applications.model import application, application_message, application_reference
from services.people.tests.applications.builders import COMPLIANCE, OFFICE, PATH, make_application, make_reference
from services.people.tests.builders import row_of
from staffroom.support.events.v1.events_pb2 import MailAnswered, MailBounced
from staffroom_testing.mailbox import Mailbox
from staffroom_testing.plugin import ClientFor, Published

pytest_plugins = ("staffroom_testing.mailbox",)
SECRET = "She shouted at pupils"
ANSWER = {
    "id": 31,
    "sender": "ruth@schools.example",
    "senderName": "Ruth Amsel",
    "subject": "Nadia",
    "words": SECRET,
    "files": [],
    "refusedFiles": [],
}
REASON = "550 no such user"
RunJobs = Callable[[], Any]


def notices(published: Published) -> list[dict[str, Any]]:
    return [event for subject, _, event in published() if subject == "people.notification.raised"]


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        ("application", "Nadia Okonkwo answered by email"),
        ("referee", "A referee of Nadia Okonkwo wrote an email"),
    ],
)
def test_answer_is_a_message_that_those_who_hire_read(
    database: Database, client: ClientFor, deliver: Callable[..., None], published: Published, kind: str, title: str
) -> None:
    record = make_application(database)
    for _ in range(2):
        deliver(Event.of(MailAnswered), "31", ANSWER | {"entityType": kind, "entityTypeId": record})
    (message,) = client(OFFICE).get(f"{PATH}/{record}").json()["data"]["messages"]
    assert (message["state"], message["body"]) == ("received", SECRET)
    assert message["createdByName"] == "Ruth Amsel <ruth@schools.example>"
    assert message["subject"] == ("Referee: Nadia" if kind == "referee" else "Nadia")
    assert SECRET not in client(COMPLIANCE).get(f"{PATH}/{record}").text
    (notice,) = notices(published)
    assert (notice["title"], notice["roleIds"]) == (title, ["academicOffice"]) and SECRET not in str(notice)
    deliver(Event.of(MailAnswered), "32", ANSWER | {"id": 32, "entityType": kind, "entityTypeId": 999_999})


def test_mails_name_their_record_and_its_bounce_is_shown_with_what_to_do(
    database: Database,
    client: ClientFor,
    deliver: Callable[..., None],
    published: Published,
    run_jobs: RunJobs,
    mailbox: Mailbox,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings(), "mail_answers", "office@staffroom.example")
    record = make_application(database)
    office = client(OFFICE)
    message = office.post(f"{PATH}/{record}/message", json={"subject": "Hello", "body": "When can you come?"})
    run_jobs()
    named = RecordOfMail("application", record, message.json()["data"]["id"])
    [mail] = mailbox.mails
    assert record_of(mail["Message-ID"]) == named == record_of(mail["Reply-To"])
    published()
    bounce = {"id": 40, "entityType": "application", "entityTypeId": record, "mailId": named.mail}
    for recipient in ("nadia@example.org", "nadia@example.org"):
        deliver(Event.of(MailBounced), "40", bounce | {"recipient": recipient, "reason": REASON})
    shown = office.get(f"{PATH}/{record}").json()["data"]
    text = "Email to nadia@example.org came back: 550 no such user. Correct the address, or telephone."
    assert shown["mailProblem"] == text
    assert [(one["state"], one["problem"]) for one in shown["messages"]] == [("bounced", REASON)]
    assert [notice["title"] for notice in notices(published)] == ["Nadia Okonkwo cannot be reached by email"]
    office.put(f"{PATH}/{record}", json={"field": "email", "newValue": "nadia@example.com"})
    assert row_of(database, application, record)["mail_problem"] == ""


def test_bounce_of_a_referee_stops_reminders_and_notifies_the_office(
    database: Database,
    client: ClientFor,
    deliver: Callable[..., None],
    published: Published,
    run_jobs: RunJobs,
    mailbox: Mailbox,
) -> None:
    record = make_application(database, status="interview")
    reference = make_reference(database, record, status="named")
    assert client(OFFICE).post(f"/api/v1/applications/references/{reference}/ask", json={}).status_code == 200
    run_jobs()
    named = RecordOfMail("referee", record, reference)
    assert record_of(mailbox.mails[-1]["Message-ID"]) == named
    client(OFFICE).post(f"/api/v1/applications/references/{reference}/remind", json={})
    run_jobs()
    assert len({mail["Message-ID"] for mail in mailbox.mails}) == 2, "mail servers drop a second mail of one id"
    published()
    bounce = {"id": 40, "entityType": "referee", "entityTypeId": record, "mailId": reference, "reason": REASON}
    for recipient in ("other@schools.example", "ruth@schools.example", "ruth@schools.example"):
        deliver(Event.of(MailBounced), "40", bounce | {"recipient": recipient})
    row = row_of(database, application_reference, reference)
    assert row["due"] is None and row["mail_problem"].startswith("Email to ruth@schools.example came back: 550")
    assert [notice["title"] for notice in notices(published)] == [
        "A referee of Nadia Okonkwo cannot be reached by email"
    ]
    client(OFFICE).put(
        f"/api/v1/applications/references/{reference}", json={"field": "email", "newValue": "ruth@schools.example.org"}
    )
    assert row_of(database, application_reference, reference)["mail_problem"] == ""


def test_refused_message_says_why(database: Database, client: ClientFor, run_jobs: RunJobs, mailbox: Mailbox) -> None:
    record = make_application(database)
    mailbox.answer = lambda mail: "550 no such mailbox"
    client(OFFICE).post(f"{PATH}/{record}/message", json={"subject": "Hello", "body": "When can you come?"})
    run_jobs()
    [row] = database.all(sa.select(application_message))
    assert row["state"] == "failed" and "550 no such mailbox" in row["problem"]
    assert "550 no such mailbox" in row_of(database, application, record)["mail_problem"]
