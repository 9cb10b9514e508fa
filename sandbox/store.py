"""The books of the sandbox: one SQLite file. Answered calls are on disk, so a kill loses nothing acknowledged."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
import time
import uuid
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tenant (id TEXT PRIMARY KEY, name TEXT NOT NULL, currency TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS entry (
  tenant TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, updated INTEGER NOT NULL,
  body TEXT NOT NULL, PRIMARY KEY (tenant, kind, id)
);
CREATE INDEX IF NOT EXISTS entry_name ON entry (tenant, kind, name);
CREATE INDEX IF NOT EXISTS entry_updated ON entry (tenant, kind, updated);
CREATE TABLE IF NOT EXISTS answered (
  tenant TEXT NOT NULL, key TEXT NOT NULL, request TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL,
  created REAL NOT NULL, PRIMARY KEY (tenant, key)
);
CREATE TABLE IF NOT EXISTS grants (
  token TEXT PRIMARY KEY, kind TEXT NOT NULL, tenants TEXT NOT NULL, expires REAL NOT NULL, family TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS event (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT NOT NULL, category TEXT NOT NULL, kind TEXT NOT NULL,
  resource TEXT NOT NULL, at TEXT NOT NULL
);
"""
_NAME = {
    "Invoices": "InvoiceNumber",
    "CreditNotes": "CreditNoteNumber",
    "Contacts": "Name",
    "Accounts": "Code",
    "TaxRates": "TaxType",
    "Payments": "Reference",
}
ID = {
    "Invoices": "InvoiceID",
    "CreditNotes": "CreditNoteID",
    "Contacts": "ContactID",
    "Accounts": "AccountID",
    "TaxRates": "TaxType",
    "Payments": "PaymentID",
}


def encoded(value: Any) -> str:
    """Encode JSON in which amounts are numbers with two decimals."""
    return json.dumps(value, default=float, separators=(",", ":"))


def decoded(text: str | bytes) -> Any:
    """Decode JSON with exact amounts."""
    return json.loads(text, parse_float=Decimal)


def new_id() -> str:
    """Return a new id in Xero's form."""
    return str(uuid.uuid4())


class Books:
    """All records of the sandbox. Transactions run one at a time, started by `transaction`."""

    def __init__(self, path: Path) -> None:
        self.lock = threading.RLock()
        self.connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        # NORMAL: a killed process loses no commit; only a power failure may.
        self.connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;" + _SCHEMA)
        self.changed = threading.Event()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all statements of the block or none."""
        with self.lock:
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self.connection.execute("ROLLBACK")
                raise
            self.connection.execute("COMMIT")
        self.changed.set()

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a statement."""
        with self.lock:
            return self.connection.execute(statement, values).fetchall()

    def one(self, tenant: str, kind: str, key: str) -> dict[str, Any] | None:
        """Return the entry with that id."""
        rows = self.rows("SELECT body FROM entry WHERE tenant = ? AND kind = ? AND id = ?", tenant, kind, key)
        return decoded(rows[0][0]) if rows else None

    def named(self, tenant: str, kind: str, name: str) -> list[dict[str, Any]]:
        """Return the entries with that number, code or name, ignoring case."""
        rows = self.rows(
            "SELECT body FROM entry WHERE tenant = ? AND kind = ? AND name = ?", tenant, kind, name.casefold()
        )
        return [decoded(body) for (body,) in rows]

    def all(self, tenant: str, kind: str, since: int = 0) -> list[dict[str, Any]]:
        """Return the entries changed since that time (milliseconds), oldest change first."""
        rows = self.rows(
            "SELECT body FROM entry WHERE tenant = ? AND kind = ? AND updated >= ? ORDER BY updated, id",
            tenant,
            kind,
            since,
        )
        return [decoded(body) for (body,) in rows]

    def page(self, tenant: str, kind: str, since: int, number: int, size: int) -> tuple[list[dict[str, Any]], int]:
        """Return one page of `all`, and the number of entries."""
        changed = "tenant = ? AND kind = ? AND updated >= ?"
        count = self.rows(f"SELECT count(*) FROM entry WHERE {changed}", tenant, kind, since)[0][0]  # noqa: S608  a constant
        rows = self.rows(
            f"SELECT body FROM entry WHERE {changed} ORDER BY updated, id LIMIT ? OFFSET ?",  # noqa: S608  a constant
            tenant,
            kind,
            since,
            size,
            (number - 1) * size,
        )
        return [decoded(body) for (body,) in rows], int(count)

    def put(self, tenant: str, kind: str, body: dict[str, Any]) -> dict[str, Any]:
        """Write an entry. Its change time always advances, so that readers by change time miss none."""
        last = self.rows("SELECT max(updated) FROM entry WHERE tenant = ? AND kind = ?", tenant, kind)[0][0] or 0
        updated = max(int(time.time() * 1000), last + 1)
        body = body | {"UpdatedDateUTC": f"/Date({updated}+0000)/"}
        name = str(body.get(_NAME[kind]) or "").casefold()
        self.connection.execute(
            "INSERT INTO entry (tenant, kind, id, name, updated, body) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (tenant, kind, id) DO UPDATE SET name = excluded.name, updated = excluded.updated, "
            "body = excluded.body",
            (tenant, kind, body[ID[kind]], name, updated, encoded(body)),
        )
        return body

    def tell(self, tenant: str, category: str, kind: str, resource: str) -> None:
        """Queue a webhook event."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S.000", time.gmtime())
        self.connection.execute(
            "INSERT INTO event (tenant, category, kind, resource, at) VALUES (?, ?, ?, ?, ?)",
            (tenant, category, kind, resource, at),
        )


_ACCOUNTS = (
    {"Code": "090", "Name": "Business Bank Account", "Type": "BANK", "Class": "ASSET"},
    {"Code": "200", "Name": "Sales", "Type": "REVENUE", "Class": "REVENUE"},
)
_TAX_RATES = (
    ("OUTPUT2", "20% (VAT on Income)", 20),
    ("RROUTPUT", "5% (VAT on Income)", 5),
    ("NONE", "No VAT", 0),
    ("ZERORATEDOUTPUT", "Zero Rated Income", 0),
    ("EXEMPTOUTPUT", "Exempt Income", 0),
)


def open_books(path: Path, tenants: Mapping[str, str]) -> Books:
    """Open the books in `path`; new organisations (name -> currency) start with a small chart of accounts."""
    books = Books(path)
    with books.transaction():
        for name, currency in tenants.items():
            tenant = str(uuid.uuid5(uuid.NAMESPACE_DNS, f"{name}.sandbox.staffroom.example"))
            if books.rows("SELECT 1 FROM tenant WHERE id = ?", tenant):
                continue
            books.connection.execute("INSERT INTO tenant VALUES (?, ?, ?)", (tenant, name, currency))
            for entry in _ACCOUNTS:
                books.put(tenant, "Accounts", {"AccountID": new_id(), "Status": "ACTIVE", **entry})
            for code, title, rate in _TAX_RATES:
                books.put(tenant, "TaxRates", tax_rate(code, title, Decimal(rate)))
    return books


def tax_rate(code: str, title: str, rate: Decimal) -> dict[str, Any]:
    """Build a tax rate with one component, for income."""
    return {
        "TaxType": code,
        "Name": title,
        "Status": "ACTIVE",
        "EffectiveRate": rate,
        "DisplayTaxRate": rate,
        "CanApplyToRevenue": True,
        "TaxComponents": [{"Name": "VAT", "Rate": rate}],
    }
