"""Mails for tests: incoming ones as bytes, outgoing ones as the mail server received them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import sqlalchemy as sa

from kit.database import Database
from services.support.tests.tickets.builders import TECH, get_ticket
from staffroom_testing.mailbox import Mailbox
from support.inbox import arrivals
from support.mailboxes.model import mail_in, mailbox, ticket_mail

ADDRESS = "support@staffroom.example"
ADA = "Ada Client <ada@example.org>"
_numbers = itertools.count(1)


def written(
    body: str = "The total is wrong.",
    *,
    sender: str = ADA,
    to: str = ADDRESS,
    subject: str = "The total",
    **headers: str,
) -> EmailMessage:
    """Return a mail written by a person; `headers` are additional ones, with underscores for hyphens."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Message-ID"] = headers.pop("Message_ID", f"<in{next(_numbers)}@example.org>")
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(body)
    return message


class Mails:
    """The mail of one mailbox of tech support."""

    def __init__(self, database: Database, mailbox_id: int, outbox: Mailbox, run_jobs: Callable[[], Any]) -> None:
        self.database, self.mailbox_id, self.outbox, self.run_jobs = database, mailbox_id, outbox, run_jobs

    def store(self, message: EmailMessage | bytes) -> int | None:
        """Store a mail; returns its id, or None if it was stored before."""
        with self.database.read() as connection:
            row = connection.execute(sa.select(mailbox).where(mailbox.c.id == self.mailbox_id)).mappings().one()
        raw = message if isinstance(message, bytes) else message.as_bytes()
        return arrivals.store(self.database, dict(row), raw)

    def take(self, message: EmailMessage | bytes) -> dict[str, Any]:
        """Store a mail and run the jobs; returns its row."""
        mail_id = self.store(message)
        assert mail_id is not None
        self.run()
        return self.row(mail_id)

    def run(self) -> None:
        """Run all jobs, and the jobs that they queue."""
        for _ in range(5):
            if all(job["state"] != "queued" for job in self.run_jobs()):
                return

    def row(self, mail_id: int) -> dict[str, Any]:
        with self.database.read() as connection:
            return dict(connection.execute(sa.select(mail_in).where(mail_in.c.id == mail_id)).mappings().one())

    def answered(self, client: Any, ticket: int, text: str = "<p>We look into it</p>", who: Any = TECH) -> Any:
        """Answer a ticket; returns the sent mail."""
        before = len(self.outbox.mails)
        answer = client(who).post(f"/api/v2/support/ticket/{ticket}/message", json={"message": text})
        assert answer.status_code == 201, answer.text
        self.run()
        assert len(self.outbox.mails) == before + 1, self.sent()
        return self.outbox.mails[-1]

    def texts(self, client: Any, ticket: int) -> list[str]:
        """Return the messages of a ticket."""
        return [message["message"] for message in get_ticket(client, TECH, ticket)["messages"]]

    def sent(self) -> list[tuple[str, str, str]]:
        """Return the recipient, state and error of each outgoing mail."""
        columns = (ticket_mail.c.recipient, ticket_mail.c.state, ticket_mail.c.error)
        with self.database.read() as connection:
            return [tuple(row) for row in connection.execute(sa.select(*columns).order_by(ticket_mail.c.id))]
