"""The SMTP receiver as a process, tested with real mails sent by the standard library."""

from __future__ import annotations

import os
import signal
import smtplib
import subprocess
import sys
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.settings import settings
from services.support.tests.builders import ADMIN
from services.support.tests.inbox.builders import ADDRESS, Mails, written
from staffroom_testing.components import await_ready, free_port
from support.mailboxes.model import mail_in, mail_raw, mailbox


class Receiver:
    """The process and its mail port."""

    def __init__(self) -> None:
        self.port, self.metrics = free_port(), free_port()
        own = {
            "STAFFROOM_MAIL_IN_PORT": str(self.port),
            "STAFFROOM_METRICS_PORT": str(self.metrics),
            "STAFFROOM_DATABASE_URL": settings().database_url,
        }
        self.process = subprocess.Popen([sys.executable, "-m", "support.inbox"], env=os.environ | own)
        ready = f"http://127.0.0.1:{self.metrics}"
        await_ready(ready, alive=lambda: self.process.poll() is None)

    def client(self) -> smtplib.SMTP:
        return smtplib.SMTP("127.0.0.1", self.port, timeout=60)

    def stop(self, number: int = signal.SIGTERM) -> None:
        self.process.send_signal(number)
        self.process.wait(20)


_running: list[Receiver] = []


@pytest.fixture(scope="module", autouse=True)
def _stopped() -> Iterator[None]:
    """Stop the process after the last test: all tests share one, because its start takes longest."""
    yield
    for one in _running:
        one.stop()


@pytest.fixture
def receiver(database: Database, mailbox_id: int) -> Receiver:
    if not _running or _running[-1].process.poll() is not None:
        _running.append(Receiver())
    return _running[-1]


def stored(database: Database) -> list[tuple[str, bytes]]:
    """Return the state and the bytes of each mail."""
    both = sa.select(mail_in.c.state, mail_raw.c.content).join(mail_raw, mail_raw.c.mail_in_id == mail_in.c.id)
    with database.read() as connection:
        return [(row.state, bytes(row.content)) for row in connection.execute(both.order_by(mail_in.c.id))]


def test_mail_is_stored_before_250_and_becomes_a_ticket(receiver: Receiver, mails: Mails) -> None:
    with receiver.client() as client:
        client.send_message(written("Hello"))
        ((state, raw),) = stored(mails.database)
        assert state == "received"
        assert raw.startswith(b"Return-Path: <ada@example.org>\r\nDelivered-To: support@staffroom.example\r\nFrom:")
    mails.run()
    ((state, _),) = stored(mails.database)
    assert state == "taken"


def test_stored_mail_survives_a_kill(receiver: Receiver, mails: Mails) -> None:
    with receiver.client() as client:
        client.send_message(written("Hello"))
    receiver.stop(signal.SIGKILL)
    assert len(stored(mails.database)) == 1


def test_mail_received_twice_is_stored_once(receiver: Receiver, mails: Mails) -> None:
    message = written("Hello")
    with receiver.client() as client:
        client.send_message(message)
        client.send_message(message)
    assert len(stored(mails.database)) == 1


def test_unknown_address_is_refused_at_once(receiver: Receiver) -> None:
    with receiver.client() as client, pytest.raises(smtplib.SMTPRecipientsRefused) as refusal:
        client.send_message(written(to="nobody@staffroom.example"))
    assert refusal.value.recipients["nobody@staffroom.example"][0] == 550


def test_disabled_mailbox_is_refused(receiver: Receiver, mails: Mails) -> None:
    with mails.database.transaction(ADMIN) as tx:
        tx.execute(sa.update(mailbox).values(active=False))
    with receiver.client() as client, pytest.raises(smtplib.SMTPRecipientsRefused):
        client.send_message(written())


def test_mail_to_two_mailboxes_is_stored_in_both(receiver: Receiver, mails: Mails) -> None:
    with mails.database.transaction(ADMIN) as tx:
        tx.insert(mailbox, {"address": "office@staffroom.example", "type": "academicOffice"})
    with receiver.client() as client:
        client.sendmail("ada@example.org", [ADDRESS, "OFFICE+x@staffroom.example", ADDRESS], written().as_bytes())
    assert len(stored(mails.database)) == 2


def test_mail_over_50_mb_is_refused(receiver: Receiver, mails: Mails) -> None:
    body = written().as_bytes() + b"x" * 76 * 700_000
    with receiver.client() as client, pytest.raises((smtplib.SMTPSenderRefused, smtplib.SMTPDataError)) as refusal:
        client.sendmail("ada@example.org", [ADDRESS], body)
    assert refusal.value.smtp_code == 552 and stored(mails.database) == []


def test_thousand_recipients_in_a_header_are_read(receiver: Receiver, mails: Mails) -> None:
    message = written()
    message["Cc"] = ", ".join(f"p{number}@example.org" for number in range(1_000))
    with receiver.client() as client:
        client.sendmail("ada@example.org", [ADDRESS], message.as_bytes())
    mails.run()
    assert stored(mails.database)[0][0] == "taken"


def test_sender_cannot_forge_the_headers_of_the_last_server(receiver: Receiver, mails: Mails) -> None:
    raw = b"Delivered-To: support+t1-x@staffroom.example\r\nReturn-Path: <>\r\n" + written().as_bytes()
    with receiver.client() as client:
        client.sendmail("ada@example.org", [ADDRESS], raw)
    content = stored(mails.database)[0][1]
    assert content.count(b"Delivered-To:") == content.count(b"Return-Path:") == 1


def test_unavailable_database_makes_the_sender_try_again(receiver: Receiver, mails: Mails) -> None:
    with mails.database.transaction(ADMIN) as tx:
        tx.execute(sa.text("ALTER TABLE mail_raw RENAME TO mail_raw_away"))
    try:
        with receiver.client() as client, pytest.raises(smtplib.SMTPDataError) as refusal:
            client.send_message(written())
        assert (refusal.value.smtp_code, refusal.value.smtp_error) == (451, b"4.3.0 Try again later")
    finally:
        with mails.database.transaction(ADMIN) as tx:
            tx.execute(sa.text("ALTER TABLE mail_raw_away RENAME TO mail_raw"))
    assert stored(mails.database) == []
