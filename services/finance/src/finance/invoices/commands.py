"""Locking, changing and publishing an invoice: every command on it or its parts uses these (`docs/finance.md`)."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from finance.events import INVOICE_CHANGED
from finance.invoices import rules
from finance.invoices.attributes import INVOICE
from finance.invoices.model import invoice
from finance.invoices.policy import SCOPE
from kit.changes import history
from kit.changes.writing import Records, change
from kit.database import Tx
from kit.database.reading import row_or_404
from kit.errors import conflict_if
from kit.policy import Row


def lock_invoice(tx: Tx, record: int, *, editable: bool = True) -> dict[str, Any]:
    """Lock the invoice until the transaction ends; returns its row. Raises NotFound; with `editable`, Conflict if the
    status is read only (`money.md 4`)."""
    statement = sa.select(invoice).where(invoice.c.id == record, SCOPE.where(tx.actor)).with_for_update()
    row = row_or_404(tx.connection, statement)
    if editable:
        conflict_if(rules.refuse_read_only(row))
    return row


RECORDS = Records("invoice", invoice, INVOICE_CHANGED, INVOICE.payload)
_DERIVED = ("status", "due_date")
"""Columns that triggers derive from the payments (migrations 0004 and 0014)."""


def change_invoice(tx: Tx, before: Row, **values: Any) -> dict[str, Any]:
    """Write `values` to the invoice, whose row was `before` when it was locked; returns the new row. The history gets
    the derived columns too.

    Also publishes the invoice that a credit note credits: its balance changed.
    """
    now = change(tx, RECORDS, before, values, _DERIVED)
    touch_credited(tx, now)
    return now


def touch_invoice(tx: Tx, record: int) -> dict[str, Any]:
    """Raise the version of a locked invoice after a change of a part, and publish it; returns the new row."""
    now = change(tx, RECORDS, {"id": record}, {})
    touch_credited(tx, now)
    return now


def touch_credited(tx: Tx, row: Row) -> None:
    """Publish the invoice that the credit note `row` credits, if any: its balance changed."""
    if row["parent_id"] is not None:
        touch_invoice(tx, row["parent_id"])


@contextlib.contextmanager
def as_server(tx: Tx) -> Iterator[None]:
    """Allow the server to change parts of a read-only invoice inside the block (migration 0004)."""
    statement = sa.select(sa.func.set_config("staffroom.system", sa.bindparam("on"), True))
    tx.execute(statement, {"on": "on"})
    yield
    tx.execute(statement, {"on": "off"})


def note_derived(tx: Tx, before: Row, now: Row) -> None:
    """Write changes of the derived columns to the history."""
    history.compare(tx, RECORDS.name, invoice, before, now, _DERIVED)


def note(tx: Tx, record: int, field: str, old: Any, new: Any) -> None:
    """Write one change of the invoice to its history."""
    history.note(tx, RECORDS.name, record, field, old, new)
