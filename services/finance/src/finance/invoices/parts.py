"""The invoice behind the field sets of its parts: it is locked first and hears of every change."""

from __future__ import annotations

from functools import partial
from typing import Any

import sqlalchemy as sa

from finance.invoices import rules
from finance.invoices.commands import changed, locked
from kit.fields import Parent
from kit.policy import Row


def _read_only(row: Row) -> str | None:
    return rules.refuse_read_only(row["status"])


def part_of_invoice(column: sa.Column[Any]) -> Parent:
    """The invoice whose id `column` holds; it refuses every change of a part while it is read only (`money.md 4`)."""
    return Parent(column=column, lock=partial(locked, editable=False), changed=changed, when=_read_only)
