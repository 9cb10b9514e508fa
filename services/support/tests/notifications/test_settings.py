"""Users choose how they are notified of each kind of notice."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

import kit.mail.once
from kit.database import Database, tables
from kit.errors import Unavailable
from kit.events import Event
from kit.jobs.worker import Runner
from kit.policy import Actor, as_service
from services.support.tests.builders import COLLEAGUE, STAFF, STUDENT, TUTOR, directory
from staffroom.support.events.v1.events_pb2 import NotificationRaised
from staffroom_testing.mailbox import mailbox
from staffroom_testing.plugin import ClientFor
from support.directory.model import user
from support.notifications.commands import notify
from support.notifications.kinds import Notice
from support.notifications.mailing import MAIL_NOTICE

__all__ = ["mailbox"]

URL = "/api/v1/notifications/settings"
TICKET = Notice("ticket", "Ticket 7 was resolved", "<b>Thank you</b>", "/support/tickets/my?ticket=7")


@pytest.fixture(autouse=True)
def people(database: Database) -> None:
    directory(database)
    with database.transaction(as_service("support")) as tx:
        tx.execute(sa.update(user).where(user.c.id == STAFF.user_id).values(email="stella@example.org"))


def tell(database: Database, notice: Notice = TICKET, event_id: uuid.UUID | None = None) -> int:
    with database.transaction(as_service("support")) as tx:
        return notify(tx, [STAFF.user_id, COLLEAGUE.user_id], notice, event_id)


def mail_all(database: Database) -> None:
    for number in database.all(sa.select(tables.job.c.id).where(tables.job.c.kind == MAIL_NOTICE.name)):
        Runner("support", [MAIL_NOTICE]).run(number["id"])


def refuse(_: object) -> None:
    raise Unavailable("The mail server does not answer")


def unread(client: ClientFor, who: Any = STAFF) -> int:
    return int(client(who).get("/api/v1/notifications").json()["unread"])


def test_bell_is_the_default_for_everybody(client: ClientFor, database: Database) -> None:
    answer = client(STAFF).get(URL).json()["data"]
    assert answer["address"] == "stella@example.org"
    by_mail = [kind["name"] for kind in answer["kinds"] if kind["mail"]]
    assert all(kind["bell"] for kind in answer["kinds"])
    assert by_mail == [
        *("event", "eventCancelled", "eventDay", "eventHour"),
        *("leadNew", "lead", "leadDue", "formAsked", "application"),
        *("signing", "documentReview", "retention", "quarantine"),
    ]
    assert tell(database) == 2
    assert (unread(client), unread(client, COLLEAGUE)) == (1, 1)
    assert not database.all(sa.select(tables.job.c.id))


@pytest.mark.parametrize("kind", ["ticket", "reminder"])
def test_notice_is_mailed_once_per_event(client: ClientFor, database: Database, mailbox: Any, kind: str) -> None:
    answer = client(STAFF).put(URL, json={"kind": kind, "bell": False, "mail": True})
    chosen = next(one for one in answer.json()["data"]["kinds"] if one["name"] == kind)
    assert (chosen["bell"], chosen["mail"]) == (False, True)
    event = uuid.uuid4()
    notice = replace(TICKET, kind=kind)
    assert [tell(database, notice, event_id=event) for _ in range(2)] == [1, 0], "the bell of the colleague alone"
    mail_all(database)
    assert (unread(client), unread(client, COLLEAGUE)) == (0, 1)
    (mail,) = mailbox.mails
    assert (mail["to"], mail["subject"]) == ("Stella Staff <stella@example.org>", TICKET.title)
    body = mail.get_body(("html",)).get_content()
    assert "&lt;b&gt;Thank you" in body
    assert "/#/support/tickets/my?ticket=7" in body
    assert "/#/settings" in body


def test_mail_links_to_the_application_of_its_recipient(client: ClientFor, database: Database, mailbox: Any) -> None:
    client(STAFF).put(URL, json={"kind": "ticket", "bell": True, "mail": True})
    with database.transaction(as_service("support")) as tx:
        tx.execute(sa.update(user).where(user.c.id == STAFF.user_id).values(role_ids=["tutor"]))
    tell(database)
    mail_all(database)
    body = mailbox.mails[0].get_body(("html",)).get_content()
    assert "/client/#/support/tickets/my?ticket=7" in body
    assert "/client/#/settings" in body


def test_mail_needs_an_active_user_with_an_address(client: ClientFor, database: Database, mailbox: Any) -> None:
    client(COLLEAGUE).put(URL, json={"kind": "ticket", "bell": True, "mail": True})
    client(STAFF).put(URL, json={"kind": "ticket", "bell": True, "mail": True})
    with database.transaction(as_service("support")) as tx:
        tx.execute(sa.update(user).where(user.c.id == STAFF.user_id).values(active=False))
    tell(database)
    mail_all(database)
    assert mailbox.mails == []


def test_kind_mailed_by_default_can_be_turned_off(client: ClientFor, database: Database, mailbox: Any) -> None:
    client(COLLEAGUE).put(URL, json={"kind": "eventHour", "bell": True, "mail": False})
    tell(database, replace(TICKET, kind="eventHour"), event_id=uuid.uuid4())
    mail_all(database)
    assert [mail["to"] for mail in mailbox.mails] == ["Stella Staff <stella@example.org>"]
    assert (unread(client), unread(client, COLLEAGUE)) == (1, 1)


@pytest.mark.parametrize(
    ("who", "kinds"),
    [
        (
            TUTOR,
            [
                "event",
                "eventCancelled",
                "eventDay",
                "eventHour",
                "slip",
                "lateSlip",
                "report",
                "lateReport",
                "collection",
                "homework",
                "journal",
                "tuition",
                "formAsked",
                "examDeadline",
                "ticket",
                "bankDetails",
                "signing",
                "quarantine",
            ],
        ),
        (
            STUDENT,
            [
                *("event", "eventCancelled", "eventDay", "eventHour"),
                *("slip", "report", "collection", "homework", "formAsked", "ticket", "signing", "quarantine"),
            ],
        ),
    ],
)
def test_users_see_only_kinds_that_concern_them(client: ClientFor, who: Actor, kinds: list[str]) -> None:
    assert [kind["name"] for kind in client(who).get(URL).json()["data"]["kinds"]] == kinds


def test_mail_of_a_killed_worker_is_not_sent_again(
    client: ClientFor, database: Database, mailbox: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client(STAFF).put(URL, json={"kind": "ticket", "bell": True, "mail": True})
    tell(database, event_id=uuid.uuid4())
    send = kit.mail.send

    def killed(mail: kit.mail.Mail) -> None:
        send(mail)
        raise RuntimeError("killed")

    monkeypatch.setattr(kit.mail.once, "send", killed)
    for _ in range(2):
        mail_all(database)
    assert len(mailbox.mails) == 1


def test_mail_refused_by_the_server_is_retried(
    client: ClientFor, database: Database, mailbox: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client(STAFF).put(URL, json={"kind": "ticket", "bell": True, "mail": True})
    tell(database, event_id=uuid.uuid4())
    with monkeypatch.context() as context:
        context.setattr(kit.mail.once, "send", refuse)
        mail_all(database)
    mail_all(database)
    assert len(mailbox.mails) == 1


def test_changed_bank_details_cannot_be_silenced(client: ClientFor, database: Database) -> None:
    answer = client(STAFF).put(URL, json={"kind": "bankDetails", "bell": False, "mail": False})
    assert answer.status_code == 422
    assert answer.json()["fields"] == {"bell": "Bank details: these notices cannot be turned off"}


@pytest.mark.parametrize(
    "body", [{"kind": "nonsense", "bell": True, "mail": True}, {"kind": "ticket", "bell": "yes", "mail": True}, {}]
)
def test_invalid_setting_is_refused_by_its_field(client: ClientFor, body: dict[str, Any]) -> None:
    answer = client(STAFF).put(URL, json=body)
    assert answer.status_code == 422
    assert answer.json()["fields"]


def test_mail_of_the_calendar_has_details_that_its_notice_omits(
    client: ClientFor, database: Database, mailbox: Any, deliver: Any
) -> None:
    raised = Event.of(NotificationRaised, "people")
    payload = {"kind": "event", "title": "Booked: Physics, 2 dates", "text": "Monday", "target": "/calendar/day"}
    deliver(raised, 7, payload | {"userIds": [STAFF.user_id], "details": ["Monday 5 July", "Monday 12 July <b>"]})
    mail_all(database)
    (mail,) = mailbox.mails
    body = mail.get_body(("html",)).get_content()
    assert "<p>Monday 5 July</p>" in body and "12 July &lt;b&gt;" in body
    shown = client(STAFF).get("/api/v1/notifications").json()["data"]
    assert [one["text"] for one in shown] == ["Monday"]


def test_bell_for_cancellations_cannot_be_turned_off(client: ClientFor, database: Database) -> None:
    refused = client(STAFF).put(URL, json={"kind": "eventCancelled", "bell": False, "mail": False})
    assert refused.status_code == 422
    client(STAFF).put(URL, json={"kind": "event", "bell": False, "mail": False})
    client(STAFF).put(URL, json={"kind": "eventCancelled", "bell": True, "mail": False})
    tell(database, replace(TICKET, kind="event"))
    tell(database, replace(TICKET, kind="eventCancelled"))
    assert unread(client) == 1
