"""The parent of an invoice's parts: locked before every change of a part, and published afterwards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import sqlalchemy as sa

from finance.invoices import rules
from finance.invoices.commands import lock_invoice, touch_invoice
from finance.invoices.happened import ITEM, note_part
from finance.invoices.model import invoice
from finance.invoices.policy import edits_lines
from kit.changes import hands
from kit.database import Tx
from kit.policy import Row
from kit.records import Parent


def part_of_invoice(
    column: sa.Column[Any],
    kind: str,
    when: Callable[[Row], str | None] = rules.refuse_read_only,
    ordered: sa.Column[Any] | None = None,
) -> Parent:
    """Return the parent invoice, whose id is in `column`, of parts of a `kind` (`finance.invoices.happened`). It
    refuses changes of its parts while it is read only (`money.md 4`), unless `when` decides otherwise."""
    lock = partial(lock_invoice, editable=False)
    return Parent(
        column=column, lock=lock, changed=touch_invoice, when=when, noun=kind, ordered=ordered, noted=_noted(kind)
    )


def lines_of_invoice(column: sa.Column[Any], ordered: sa.Column[Any]) -> Parent:
    """Return the parent invoice of a line. Changing a line needs the right to edit lines, and lines of an issued
    invoice never change."""
    return Parent(
        column=column,
        lock=_lock_lines,
        changed=_touch,
        when=rules.refuse_issued,
        noun="line",
        ordered=ordered,
        order_path="/invoice/{id}/items/order",
        order_changed=touch_invoice,
        noted=_noted(ITEM),
    )


def _noted(kind: str) -> Callable[[Tx, Row, bool], None]:
    return lambda tx, row, gone: note_part(tx, kind, row, gone=gone)


def _touch(tx: Tx, record: int) -> None:
    touch_invoice(tx, record)
    hands.add(tx, invoice, invoice.c.id == record, hands.hand(tx.actor, "changed the lines of this invoice"))


def _lock_lines(tx: Tx, record: int) -> Row:
    row = lock_invoice(tx, record, editable=False)
    edits_lines.require(tx.actor, row)
    return row
