"""The invoice behind the field sets of its parts: it is locked first and hears of every change."""

from __future__ import annotations

from functools import partial
from typing import Any

import sqlalchemy as sa

from finance.invoices import issuing, rules
from finance.invoices.commands import locked, touched
from finance.invoices.policy import edits_lines
from kit.database import Tx
from kit.errors import Forbidden
from kit.policy import Row
from kit.records import Parent
from kit.records.pipeline import NOT_ALLOWED


def _read_only(row: Row) -> str | None:
    return rules.refuse_read_only(row["status"])


def part_of_invoice(column: sa.Column[Any]) -> Parent:
    """The invoice whose id `column` holds; it refuses every change of a part while it is read only (`money.md 4`)."""
    return Parent(column=column, lock=partial(locked, editable=False), changed=touched, when=_read_only)


def lines_of_invoice(column: sa.Column[Any]) -> Parent:
    """The same of its lines, which of a credit note are what it credits."""
    return Parent(column=column, lock=_lock_lines, changed=_lines_changed, when=_read_only)


def _lines_changed(tx: Tx, record: int) -> None:
    issuing.check_lines(tx, touched(tx, record))


def _lock_lines(tx: Tx, record: int) -> Row:
    row = locked(tx, record, editable=False)
    if not edits_lines(tx.actor, row):
        raise Forbidden(NOT_ALLOWED)
    return row
