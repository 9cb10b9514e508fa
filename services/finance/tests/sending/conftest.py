"""An in-memory file store, a mail server, and an invoice that can be sent."""

from __future__ import annotations

import datetime as dt
import io
import itertools
from collections.abc import Callable, Iterable
from typing import Any

import pikepdf
import pytest
import sqlalchemy as sa

from finance.pay.model import bank_account
from finance.sending.model import invoice_email, letterhead
from kit import store
from kit.database import Database
from kit.errors import BUSY, NotFound, Unavailable
from kit.policy import Actor, as_service
from kit.store import Stored
from services.finance.tests.builders import make_copies, make_invoice, make_item
from staffroom_testing.mailbox import mailbox

__all__ = ["mailbox"]

DUE = dt.date(2026, 12, 3)


class Files:
    """The stored files and their owners; `down` makes it unresponsive."""

    def __init__(self) -> None:
        self.kept: dict[int, Stored] = {}
        self.entities: dict[int, tuple[str, int]] = {}
        self.down = False
        self._ids = itertools.count(501)

    def put(
        self, source: Any, name: str, media_type: str, actor: Actor, content_type: str = "export", entity: Any = ("", 0)
    ) -> int:
        if self.down:
            raise Unavailable(BUSY)
        number = next(self._ids)
        self.kept[number] = Stored(name, media_type, source if isinstance(source, bytes) else source.read_bytes())
        self.entities[number] = entity
        return number

    def get(self, file_id: int, actor: Actor, most: int) -> Stored:
        if self.down:
            raise Unavailable(BUSY)
        if file_id not in self.kept:
            raise NotFound("File ID not valid")
        return self.kept[file_id]

    def delete(self, file_ids: Iterable[int], actor: Actor) -> None:
        if self.down:
            raise Unavailable(BUSY)
        assert actor.service, "only services delete produced files"
        for number in file_ids:
            self.kept.pop(number, None)

    def known(self, file_ids: Iterable[int], actor: Actor) -> dict[int, str]:
        if self.down:
            raise Unavailable(BUSY)
        return {number: self.kept[number].name for number in file_ids if number in self.kept}


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Files:
    files = Files()
    monkeypatch.setattr(store, "put", files.put)
    monkeypatch.setattr(store, "get", files.get)
    monkeypatch.setattr(store, "delete", files.delete)
    monkeypatch.setattr(store, "known", files.known)
    return files


Make = Callable[..., int]


@pytest.fixture
def make(database: Database) -> Make:
    """Create an invoice over £120.00 of Oxford to Ada Client, proposed and ready to be mailed."""
    make_copies(database)
    with database.transaction(as_service("finance")) as tx:
        head = {
            "id": 1,
            "name": "Staffroom Oxford Ltd",
            "address": "14 Holywell Street\nOxford",
            "email": "a@ox.example",
        }
        tx.execute(sa.insert(letterhead).values(**head, vat_number="GB 123 4567 89"))
        bank = {"organisation_id": 1, "currency": "GBP", "holder": "Staffroom Oxford Ltd", "account_number": "12345678"}
        tx.execute(sa.insert(bank_account).values(**bank))

    def one(**values: Any) -> int:
        given = {"status": "proposed", "due_date": DUE, "email": "ada@example.org", "line1": "12 Mill Road"}
        record = make_invoice(database, **given | values)
        amount = -10_000 if values.get("is_credit_note") else 10_000
        make_item(database, record, amount, vat_rate=2000, description="<p>Tuition</p>")
        return record

    return one


def emails(database: Database) -> list[dict[str, Any]]:
    """Return the log, oldest first."""
    with database.read() as connection:
        rows = connection.execute(sa.select(invoice_email).order_by(invoice_email.c.id)).mappings()
        return [dict(row) for row in rows]


def pages(content: bytes) -> int:
    """Return the number of pages of a PDF."""
    with pikepdf.open(io.BytesIO(content)) as document:
        return len(document.pages)
