"""The sandbox in this process, connected, and a pusher for its tenant."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
import sqlalchemy as sa

from finance.books.model import sync_document, sync_tenant
from finance.copies.model import organisation
from finance.sync import connecting
from finance.sync.pusher import Pusher, states
from finance.sync.settings import xero_settings
from kit.database import Database
from sandbox.api import Api
from sandbox.limits import Limits, Meter
from sandbox.oauth import Client, Grants
from sandbox.server import Sandbox, listen
from sandbox.store import Books, open_books
from staffroom_testing.components import free_port

CLIENT = Client("staffroom-tests", "a secret of the tests alone 93b1")


@dataclass
class Over:
    """The sandbox, and our client of it."""

    books: Books
    meter: Meter
    url: str
    pusher: Pusher
    database: Database

    @property
    def tenant(self) -> str:
        return self.pusher.xero.tenant_id

    def turn(self) -> bool:
        return self.pusher.turn(states().get(self.pusher.chart))

    def drain(self, turns: int = 400) -> None:
        """Run turns until there is nothing to do."""
        for _ in range(turns):
            if not self.turn():
                return
        raise AssertionError(f"still busy after {turns} turns: {self.rows()[:3]}")

    def poll(self) -> None:
        """Wake the poller as a webhook does, then run everything that follows."""
        with self.database.read() as connection:
            connection.execute(sa.update(sync_tenant).values(wake=sa.func.clock_timestamp()))
        self.drain()

    def rows(self) -> list[dict[str, Any]]:
        with self.database.read() as connection:
            rows = connection.execute(sa.select(sync_document).order_by(sync_document.c.invoice_id)).mappings()
            return [dict(row) for row in rows]

    def row(self, record: int) -> dict[str, Any]:
        return next(row for row in self.rows() if row["invoice_id"] == record)

    def invoices(self) -> list[dict[str, Any]]:
        return self.books.all(self.tenant, "Invoices")

    def notes(self) -> list[dict[str, Any]]:
        return self.books.all(self.tenant, "CreditNotes")

    def invoice(self, number: str) -> dict[str, Any]:
        document = self.books.named(self.tenant, "Invoices", number)
        assert len(document) == 1
        return document[0]


@pytest.fixture
def configured(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Return `configured(url, per_minute=...)`, which points the settings of this process to that sandbox."""

    def configure(url: str, **more: Any) -> None:
        values = {
            "api_url": url,
            "login_url": f"{url}/identity/connect/authorize",
            "token_url": f"{url}/connect/token",
            "client_id": CLIENT.id,
            "client_secret": CLIENT.secret,
            "webhook_key": "hook key",
            "per_minute": 100_000,
        } | more
        for name, value in values.items():
            monkeypatch.setenv(f"STAFFROOM_XERO_{name.upper()}", str(value))
        xero_settings.cache_clear()

    yield configure
    xero_settings.cache_clear()


@pytest.fixture
def limits() -> Limits:
    """High enough that nothing waits; tests of the limits set it lower."""
    return Limits(100_000, 5, 1_000_000)


@pytest.fixture
def over(database: Database, tmp_path: Path, configured: Callable[..., None], limits: Limits) -> Iterator[Over]:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    configured(url)
    books = open_books(tmp_path / "books.sqlite", {"Oxford": "GBP", "London": "GBP"})
    meter = Meter(limits)
    grants = Grants(books, CLIENT)
    server = listen(Sandbox(books, grants, Api(books, grants, meter), xero_settings().redirect, True), port)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    with database.read() as connection:
        connection.execute(sa.insert(organisation).values(id=1, title="Oxford", currency="GBP"))
    consent()
    with database.read() as connection:
        tenant = connection.scalar(sa.select(sync_tenant.c.tenant_id).where(sync_tenant.c.chart == 1))
    pusher = Pusher(1, tenant)
    yield Over(books, meter, url, pusher, database)
    pusher.close()
    server.shutdown()
    server.server_close()
    books.connection.close()


def consent() -> None:
    """Connect the chart of organisation 1, as a person would with their browser."""
    answer = httpx.get(connecting.begin(1, "Ann Accountant"))
    given = parse_qs(urlsplit(answer.headers["location"]).query)
    connecting.complete(given["code"][0], given["state"][0])
