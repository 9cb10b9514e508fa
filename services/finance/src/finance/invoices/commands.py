"""The beginning and end of every command on an invoice or its parts (`docs/finance.md`)."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from finance.invoices import rules
from finance.invoices.events import INVOICE_CHANGED
from finance.invoices.model import invoice
from finance.invoices.payload import payload
from finance.invoices.policy import SCOPE
from kit import history, tables
from kit.db import Tx
from kit.errors import Conflict, NotFound
from kit.policy import Row


def locked(tx: Tx, record: int, *, editable: bool = True) -> dict[str, Any]:
    """The invoice, locked until the transaction ends. Raises NotFound, and Conflict where `editable` is wanted and the
    status is read only (`money.md 4`)."""
    found = tx.one(sa.select(invoice).where(invoice.c.id == record, SCOPE.where(tx.actor)).with_for_update())
    if found is None:
        raise NotFound()
    refusal = rules.refuse_read_only(found["status"]) if editable else None
    if refusal is not None:
        raise Conflict(refusal)
    return found


def changed(tx: Tx, record: int, **values: Any) -> dict[str, Any]:
    """Write `values` to the locked invoice, raise its version, tell the others; the row as it now is.

    A credit note changes what is owed on the invoice it credits, so that is told of too.
    """
    bump = tables.touched(invoice, tx.actor)
    now = tx.one(sa.update(invoice).where(invoice.c.id == record).values(**values, **bump).returning(*invoice.c))
    assert now is not None
    tx.publish(INVOICE_CHANGED, record, payload(now))
    if now["parent_id"] is not None:
        changed(tx, now["parent_id"])
    return now


@contextlib.contextmanager
def as_server(tx: Tx) -> Iterator[None]:
    """Inside, parts of a read-only invoice may change: the server itself does it (migration 0004)."""
    switch = sa.select(sa.func.set_config("staffroom.system", sa.bindparam("on"), True))
    tx.execute(switch, {"on": "on"})
    yield
    tx.execute(switch, {"on": "off"})


def note_followed(tx: Tx, before: Row, now: Row) -> None:
    """Write to the history what followed the money by itself: status and due date (migrations 0004 and 0014)."""
    if now["status"] != before["status"]:
        note(tx, before["id"], "status", before["status"], now["status"])
    if now["due_date"] != before["due_date"]:
        note(tx, before["id"], "dueDate", rules.wrapped(before["due_date"]), rules.wrapped(now["due_date"]))


def note(tx: Tx, record: int, field: str, old: Any, new: Any) -> None:
    """Write a change of the invoice to its history."""
    history.note(tx, "invoice", record, field, old, new)
