"""A mail server, a file store in memory, people, an invoice, and templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
import sqlalchemy as sa

from kit import store
from kit.database import Database
from kit.errors import BUSY, Invalid, NotFound, TooLarge, Unavailable
from kit.events import Event
from kit.policy import Actor
from kit.store import Stored
from services.support.tests.builders import STAFF
from staffroom.finance.events.v1.events_pb2 import InvoiceChanged
from staffroom.people.events.v1.events_pb2 import PersonChanged
from staffroom_testing.mailbox import mailbox
from support.mail.model import email_template, sent_mail

__all__ = ["mailbox"]


class Files:
    """A fake file store. `down` makes it unavailable, `asked` counts the fetched files."""

    def __init__(self) -> None:
        self.kept: dict[int, Stored] = {}
        self.down = False
        self.asked = 0

    def get(self, file_id: int, actor: Actor, most: int) -> Stored:
        self._answer()
        self.asked += 1
        if file_id not in self.kept:
            raise NotFound("File ID not valid")
        if len(self.kept[file_id].content) > most:
            raise TooLarge(f"{self.kept[file_id].name} is more than {most // 1_048_576} MB")
        return self.kept[file_id]

    def check(self, file_ids: Iterable[int], actor: Actor, field: str, title: str) -> dict[int, str]:
        names = self.known(file_ids, actor)
        for file_id in file_ids:
            if file_id not in names:
                text = f"{title}: there is no file {file_id} to attach"
                raise Invalid(text, fields={field: text})
        return names

    def known(self, file_ids: Iterable[int], actor: Actor) -> dict[int, str]:
        self._answer()
        return {file_id: self.kept[file_id].name for file_id in file_ids if file_id in self.kept}

    def _answer(self) -> None:
        if self.down:
            raise Unavailable(BUSY)


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Files:
    files = Files()
    files.kept[7] = Stored("terms.pdf", "application/pdf", b"%PDF terms")
    monkeypatch.setattr(store, "get", files.get)
    monkeypatch.setattr(store, "known", files.known)
    monkeypatch.setattr(store, "check", files.check)
    return files


@pytest.fixture(autouse=True)
def read_models(deliver: Callable[..., None]) -> None:
    """Students 1 to 3, of whom 3 has no address, their client, the sender as staff, and an invoice over £1,234.50."""
    person: dict[str, Any] = {"title": "Ms", "firstName": "Ada", "lastName": "Student", "status": "active"}
    for number, email in ((1, "ada@example.org"), (2, "ben@example.org"), (3, "")):
        who = person | {"kind": "student", "id": number, "email": email}
        deliver(
            Event.of(PersonChanged),
            f"student:{number}",
            who | ({} if number == 1 else {"title": "", "firstName": "Ben"}),
        )
    client = {"kind": "client", "id": 9, "email": "client@example.org", "lastName": "<b>O'Brien</b>"}
    deliver(Event.of(PersonChanged), "client:9", person | client)
    staff = {"kind": "staff", "id": 4, "email": "stella@office.example", "userId": STAFF.user_id}
    deliver(Event.of(PersonChanged), "staff:4", person | staff)
    deliver(Event.of(InvoiceChanged), 5, invoice(5))


def invoice(number: int, **change: Any) -> dict[str, Any]:
    """Return the event payload of an invoice to client 9 about student 1."""
    about = {"personKind": "client", "personId": 9, "studentId": 1, "currency": "GBP", "dueDate": "2026-12-21"}
    return {"id": number, "number": f"INV-{number}", "total": 123_450, "outstanding": 50, **about, **change}


Template = Callable[..., int]


@pytest.fixture
def template(database: Database) -> Template:
    """`template(**columns)` returns the id of a new template, about people unless the columns say otherwise."""

    def add(**columns: Any) -> int:
        given = {"name": "Welcome", "subject": "Hello {{firstName}}", "body": "<p>Dear {{name}}, {{sender}}</p>"}
        with database.transaction(STAFF) as tx:
            return tx.insert(email_template, given | columns)

    return add


def mails(database: Database) -> list[dict[str, Any]]:
    """Return the log, oldest first."""
    with database.read() as connection:
        return [dict(row) for row in connection.execute(sa.select(sent_mail).order_by(sent_mail.c.id)).mappings()]
