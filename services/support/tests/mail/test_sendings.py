"""Sendings: in portions at a pace, paused, continued, cancelled or scheduled; each mail at most once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from services.support.tests.builders import COLLEAGUE, OFFICE, STAFF, TUTOR, directory
from services.support.tests.mail.conftest import Template, mails
from staffroom.people.events.v1.events_pb2 import PersonChanged
from staffroom_testing.mailbox import Mailbox
from staffroom_testing.plugin import ClientFor
from support.directory.model import person
from support.mail import rules, sendings
from support.mail.model import bounced_address, mail_sending, sent_mail
from support.mail.settings import MailSettings
from support.notifications.model import notification

URL = "/api/v1/emailTemplate"
MANY = list(range(10, 15))
Run = Callable[[], list[dict[str, Any]]]


@pytest.fixture(autouse=True)
def five(deliver: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Five more students, and a pace of two mails a minute."""
    monkeypatch.setattr(sendings, "mail_settings", lambda: MailSettings(pace=2))
    for number in MANY:
        who = {"kind": "student", "id": number, "email": f"s{number}@example.org", "firstName": "S", "lastName": "T"}
        deliver(Event.of(PersonChanged), f"student:{number}", who | {"status": "active"})


def send(client: ClientFor, record: int, **more: Any) -> Any:
    body = {"entityType": "student", "entityTypeIds": MANY} | more
    return client(STAFF).post(f"{URL}/{record}/send", json=body)


def begun(client: ClientFor, record: int, **more: Any) -> int:
    """Begin a sending to the five and return its id."""
    answer = send(client, record, **more)
    assert answer.status_code == 202, answer.text
    return int(answer.json()["data"]["sendingId"])


def a_minute_later(database: Database) -> None:
    """Let the minute of the sent mails and the scheduled wait pass, and run the schedule again."""
    earlier = dt.timedelta(minutes=2)
    with database.transaction(STAFF) as tx:
        tx.execute(
            sa.update(sent_mail).where(sent_mail.c.job_id.is_not(None)).values(queued=sent_mail.c.queued - earlier)
        )
    sendings.go_on(database)


def move(client: ClientFor, sending: int, name: str, who: Any = STAFF) -> Any:
    return client(who).post(f"{URL}s/sendings/{sending}/{name}", json={})


def shown(client: ClientFor, sending: int) -> dict[str, Any]:
    data: dict[str, Any] = client(STAFF).get(f"{URL}s/sendings/{sending}").json()["data"]
    return data


def to(mailbox: Mailbox) -> list[str]:
    return [mail["To"].partition("<")[2][:-1] for mail in mailbox.mails]


def test_mails_go_at_a_pace(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    sending = begun(client, template())
    run_jobs()
    assert to(mailbox) == ["s10@example.org", "s11@example.org"]
    sendings.go_on(database)
    run_jobs()
    assert len(mailbox.mails) == 2, "the minute is not over"
    data = shown(client, sending)
    assert (data["state"], data["sent"], data["waiting"], data["recipients"]) == ("sending", 2, 3, 5)
    for _ in range(2):
        a_minute_later(database)
        run_jobs()
    assert to(mailbox) == [f"s{number}@example.org" for number in MANY]
    data = shown(client, sending)
    assert (data["state"], data["sent"], data["waiting"]) == ("done", 5, 0) and data["finished"]
    (row,) = client(STAFF).get(f"{URL}s/sendings", params={"page": 1}).json()["data"]
    assert (row["state"], row["sent"], row["failed"], row["skipped"]) == ("done", 5, 0, 0)


def test_all_sendings_share_the_pace(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    begun(client, template())
    second = send(client, template()).json()["data"]
    assert second["id"] is None and second["queued"] == 5
    run_jobs()
    assert len(mailbox.mails) == 2


def test_lost_worker_sends_nothing_twice(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    directory(database)
    sending = begun(client, template())
    first = mails(database)[0]["id"]
    with database.transaction(STAFF) as tx:
        tx.execute(sa.update(sent_mail).where(sent_mail.c.id == first).values(state="sending"))
    run_jobs()
    for _ in range(3):
        a_minute_later(database)
        run_jobs()
    assert to(mailbox) == [f"s{number}@example.org" for number in MANY[1:]]
    data = shown(client, sending)
    assert (data["state"], data["sent"], data["unknown"]) == ("done", 4, 1)
    with database.read() as connection:
        (notice,) = connection.execute(sa.select(notification)).mappings()
    assert notice["title"] == "It is not known whether 1 email went out"


def test_slow_portion_is_awaited(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    mailbox.stop()
    begun(client, template())
    run_jobs()
    a_minute_later(database)
    assert [row["job_id"] is not None for row in mails(database)] == [True, True, False, False, False]


def test_paused_sending_continues_where_it_stopped(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    sending = begun(client, template())
    assert move(client, sending, "pause").status_code == 200
    run_jobs()
    a_minute_later(database)
    run_jobs()
    assert not mailbox.mails and shown(client, sending)["state"] == "paused"
    assert move(client, sending, "pause").status_code == 409
    assert move(client, sending, "continue").status_code == 200
    for _ in range(3):
        a_minute_later(database)
        run_jobs()
    assert to(mailbox) == [f"s{number}@example.org" for number in MANY]


def test_sending_refused_by_the_server_pauses_automatically(
    client: ClientFor,
    database: Database,
    template: Template,
    mailbox: Mailbox,
    run_jobs: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    directory(database)
    monkeypatch.setattr(sendings, "mail_settings", lambda: MailSettings(pace=3))
    mailbox.answer = lambda mail: "550 your address is blocked"
    sending = begun(client, template())
    run_jobs()
    data = shown(client, sending)
    assert (data["state"], data["failed"], data["waiting"]) == ("paused", 3, 2)
    with database.read() as connection:
        (notice,) = connection.execute(sa.select(notification)).mappings()
    assert (notice["title"], notice["target"]) == (
        f"Sending {sending} is paused",
        f"/support/emails/sendings?id={sending}",
    )


def test_cancelled_sending_sends_no_further_mail(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    sending = begun(client, template())
    run_jobs()
    a_minute_later(database)
    assert move(client, sending, "cancel").status_code == 200
    run_jobs()
    a_minute_later(database)
    run_jobs()
    assert len(mailbox.mails) == 2
    results = [(row["state"], row["error"]) for row in mails(database)]
    assert results == [("sent", "")] * 2 + [("skipped", rules.CANCELLED)] * 3
    data = shown(client, sending)
    assert (data["state"], data["skipped"]) == ("cancelled", 3) and data["finished"]
    assert move(client, sending, "continue").status_code == 409


def test_its_sender_and_the_offices_can_stop_it(client: ClientFor, template: Template) -> None:
    sending = begun(client, template())
    assert move(client, sending, "pause", COLLEAGUE).json()["error"] == (
        "Only who sent it, the academic office and accounting do this"
    )
    assert move(client, sending, "pause", OFFICE).status_code == 200
    assert move(client, sending, "cancel", TUTOR).status_code in (403, 404)


def test_address_that_bounces_during_the_sending_is_skipped(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    sending = begun(client, template())
    with database.transaction(STAFF) as tx:
        tx.insert(bounced_address, {"address": "s10@example.org", "reason": "550 gone"})
    run_jobs()
    assert to(mailbox) == ["s11@example.org"]
    assert mails(database)[0]["error"].startswith("has an address from which mail came back (550 gone)")
    assert shown(client, sending)["skipped"] == 1


def test_scheduled_sending_waits_for_its_time(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    later = dt.datetime.now(dt.UTC) + dt.timedelta(hours=2)
    answer = send(client, template(subject="On {{today}}"), sendAt=later.isoformat()).json()["data"]
    assert (answer["id"], answer["title"]) == (None, "Emails scheduled")
    a_minute_later(database)
    run_jobs()
    assert not mailbox.mails and shown(client, answer["sendingId"])["state"] == "queued"
    with database.transaction(STAFF) as tx:
        tx.execute(sa.update(mail_sending).values(send_at=later - dt.timedelta(hours=3)))
    a_minute_later(database)
    run_jobs()
    assert len(mailbox.mails) == 2 and str(later.year) in mailbox.mails[0]["Subject"]


def test_scheduled_sending_can_be_cancelled_before_its_time(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    later = (dt.datetime.now(dt.UTC) + dt.timedelta(hours=2)).isoformat()
    sending = begun(client, template(), sendAt=later)
    assert move(client, sending, "cancel").status_code == 200
    a_minute_later(database)
    assert {row["state"] for row in mails(database)} == {"skipped"} and not run_jobs()


@pytest.mark.parametrize(
    ("time", "reason"),
    [("2020-01-01T09:00:00Z", "passed"), ("2199-01-01T09:00:00Z", "within a year"), ("tomorrow", "")],
)
def test_invalid_time_is_refused(client: ClientFor, template: Template, time: str, reason: str) -> None:
    answer = send(client, template(), sendAt=time)
    assert answer.status_code == 422 and reason in answer.text and "sendAt" in answer.json()["fields"]


def test_five_thousand_are_one_sending(
    client: ClientFor, database: Database, template: Template, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sendings, "mail_settings", lambda: MailSettings(pace=120))
    ids = list(range(1_000, 6_000))
    people = [
        {"kind": "student", "id": number, "email": f"s{number}@example.org", "first_name": "S", "last_name": "T"}
        for number in ids
    ]
    with database.transaction(STAFF) as tx:
        tx.execute(sa.insert(person), people)
    answer = send(client, template(), entityTypeIds=ids).json()["data"]
    assert answer["queued"] == 5_000
    with database.read() as connection:
        released = sa.select(sa.func.count()).where(sent_mail.c.job_id.is_not(None))
        assert connection.scalar(released) == 120
