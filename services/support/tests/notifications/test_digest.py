"""The digest of notices: unread ones of a day or a week, sent once, with a link to stop it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa

import kit.mail.once
from kit.database import Database
from kit.errors import Unavailable
from kit.jobs import JobContext
from kit.policy import as_service
from services.support.tests.builders import COLLEAGUE, STAFF, directory
from staffroom_testing.mailbox import Mailbox, mailbox
from staffroom_testing.plugin import ClientFor
from support.directory.model import user
from support.notifications.commands import notify
from support.notifications.digest import MORNING, queue_due
from support.notifications.kinds import Notice

__all__ = ["mailbox"]

URL = "/api/v1/notifications"
MONDAY, TUESDAY, WEDNESDAY = (dt.date(2026, 6, day) for day in (1, 2, 3))
Run = Callable[[], list[dict[str, Any]]]


@pytest.fixture(autouse=True)
def people(database: Database) -> None:
    directory(database)
    with database.transaction(as_service("support")) as tx:
        tx.execute(sa.update(user).where(user.c.id == STAFF.user_id).values(email="stella@example.org"))


def tell(database: Database, *titles: str, kind: str = "ticket") -> None:
    with database.transaction(as_service("support")) as tx:
        for title in titles:
            notify(tx, [STAFF.user_id], Notice(kind, title, "<More>", "/support/tickets/my?ticket=7"))


def choose(client: ClientFor, every: str) -> Any:
    return client(STAFF).put(f"{URL}/digest", json={"every": every})


def html(mail: Any) -> str:
    content: str = mail.get_body(("html",)).get_content()
    return content


def test_users_choose_the_frequency(client: ClientFor) -> None:
    assert client(STAFF).get(f"{URL}/settings").json()["data"]["digest"] == "off"
    assert choose(client, "weekly").json()["data"]["digest"] == "weekly"
    assert client(COLLEAGUE).get(f"{URL}/settings").json()["data"]["digest"] == "off"
    assert choose(client, "hourly").status_code == 422
    assert MORNING.in_words() == "every day at 07:30"


def test_unread_notices_are_grouped_by_kind_with_links(
    client: ClientFor, database: Database, mailbox: Mailbox, run_jobs: Run
) -> None:
    tell(database, "Before it was chosen")
    choose(client, "daily")
    tell(database, "Ticket 7 was resolved", "Ticket 8 was answered")
    tell(database, "Somebody mentioned you", kind="comment")
    tell(database, "Already read")
    client(STAFF).post(f"{URL}/5/read")
    assert queue_due(database, TUESDAY) == 1
    run_jobs()
    (mail,) = mailbox.mails
    text = html(mail)
    assert mail["Subject"].startswith("3 unread notices, ") and mail["To"].endswith("<stella@example.org>")
    assert "Support tickets" in text and "Comments" in text and "&lt;More&gt;" in text
    assert text.index("Ticket 8 was answered") < text.index("Ticket 7 was resolved")
    assert "/#/support/tickets/my?ticket=7" in text
    assert "Before it was chosen" not in text and "Already read" not in text


def test_notice_is_in_one_digest_and_no_empty_one_follows(
    client: ClientFor, database: Database, mailbox: Mailbox, run_jobs: Run
) -> None:
    choose(client, "daily")
    assert queue_due(database, MONDAY) == 0, "nothing is new"
    tell(database, "One")
    assert queue_due(database, TUESDAY) == 1 and queue_due(database, TUESDAY) == 1
    run_jobs()
    assert len(mailbox.mails) == 1, "two schedulers queue one job"
    assert queue_due(database, WEDNESDAY) == 0
    tell(database, "Two")
    queue_due(database, WEDNESDAY)
    run_jobs()
    assert "Two" in html(mailbox.mails[1]) and "One" not in html(mailbox.mails[1])


def test_weekly_digests_are_sent_on_mondays(client: ClientFor, database: Database) -> None:
    choose(client, "weekly")
    tell(database, "One")
    assert (queue_due(database, TUESDAY), queue_due(database, MONDAY)) == (0, 1)


def test_digest_switched_on_again_omits_the_time_it_was_off(client: ClientFor, database: Database) -> None:
    choose(client, "daily")
    choose(client, "off")
    tell(database, "While it was off")
    choose(client, "daily")
    assert queue_due(database, TUESDAY) == 0
    tell(database, "Since then")
    choose(client, "weekly")
    assert queue_due(database, MONDAY) == 1, "another frequency continues where the last one ended"


def test_one_click_stops_the_digest(client: ClientFor, database: Database, mailbox: Mailbox, run_jobs: Run) -> None:
    choose(client, "daily")
    tell(database, "One")
    queue_due(database, TUESDAY)
    run_jobs()
    (mail,) = mailbox.mails
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = urlsplit(str(mail["List-Unsubscribe"]).strip("<>")).path
    assert path in html(mail)
    assert '<form method="post">' in client(None).get(path).text
    assert client(STAFF).get(f"{URL}/settings").json()["data"]["digest"] == "daily", "opening the page stops nothing"
    assert "The email is stopped" in client(None).post(path).text
    assert client(STAFF).get(f"{URL}/settings").json()["data"]["digest"] == "off"
    forged = client(None).get(re.sub(r"/[0-9]+-", "/12-", path))
    assert (forged.status_code, "There is no such page" in forged.text) == (404, True)
    assert client(None).post(re.sub(r"/[0-9]+-", "/12-", path)).status_code == 404


def test_unavailable_mail_server_is_retried(
    client: ClientFor, database: Database, mailbox: Mailbox, run_jobs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise Unavailable("The mail server does not answer")

    choose(client, "daily")
    tell(database, "One")
    queue_due(database, TUESDAY)
    with monkeypatch.context() as away:
        away.setattr(kit.mail.once, "send", refuse)
        assert run_jobs()[-1]["state"] == "queued"
    run_jobs()
    assert len(mailbox.mails) == 1


def test_digest_claimed_by_a_killed_worker_is_sent_the_next_day(
    client: ClientFor, database: Database, mailbox: Mailbox, run_jobs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(client, "daily")
    tell(database, "One")
    queue_due(database, TUESDAY)
    with monkeypatch.context() as claimed:
        claimed.setattr(JobContext, "claim", lambda _: False)
        run_jobs()
    assert mailbox.mails == [] and queue_due(database, WEDNESDAY) == 1
    run_jobs()
    assert "One" in html(mailbox.mails[0])
