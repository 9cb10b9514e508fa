"""The beginning and end of every command on an invoice or its parts (`docs/finance.md`)."""

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


_INVOICES = Records("invoice", invoice, INVOICE_CHANGED, INVOICE.payload)
_FOLLOWING = ("status", "due_date")
"""Columns that follow the money by themselves (migrations 0004 and 0014)."""


def changed(tx: Tx, before: Row, **values: Any) -> dict[str, Any]:
    """Write `values` to the invoice, which was `before` when it was locked; the row as it now is. Its history tells
    what changed, what followed the money too.

    A credit note changes what is owed on the invoice it credits, so that is told of too.
    """
    return _told(tx, change(tx, _INVOICES, before, values, _FOLLOWING))


def touched(tx: Tx, record: int) -> dict[str, Any]:
    """Raise the version of a locked invoice of which a part changed, and tell the others; the row as it now is."""
    return _told(tx, change(tx, _INVOICES, {"id": record}, {}))


def _told(tx: Tx, now: dict[str, Any]) -> dict[str, Any]:
    if now["parent_id"] is not None:
        touched(tx, now["parent_id"])
    return now


@contextlib.contextmanager
def as_server(tx: Tx) -> Iterator[None]:
    """Inside, parts of a read-only invoice may change: the server itself does it (migration 0004)."""
    switch = sa.select(sa.func.set_config("staffroom.system", sa.bindparam("on"), True))
    tx.execute(switch, {"on": "on"})
    yield
    tx.execute(switch, {"on": "off"})


def note_followed(tx: Tx, before: Row, now: Row) -> None:
    """Write to the history what followed the money by itself."""
    history.compare(tx, _INVOICES.name, invoice, before, now, _FOLLOWING)


def note(tx: Tx, record: int, field: str, old: Any, new: Any) -> None:
    """Write a change of the invoice to its history."""
    history.note(tx, _INVOICES.name, record, field, old, new)
