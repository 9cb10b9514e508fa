"""Order of the lines and texts of an invoice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from finance.invoices.commands import lock_invoice, touch_invoice
from finance.invoices.rules import refuse_issued
from finance.items import rules
from kit.changes import history
from kit.database import Tx, tables
from kit.errors import Conflict, conflict_if
from kit.records import FieldSet


def insert_position(tx: Tx, table: sa.Table, siblings: sa.ColumnElement[bool], position: int | None = None) -> int:
    """`display_order` of a new row among its `siblings`: last, or `position`. Rows from there on shift by one, so that
    undoing a deletion restores the line's position."""
    display_order = table.c.display_order
    if position is None:
        return int(tx.scalar(sa.select(sa.func.coalesce(sa.func.max(display_order) + 1, 0)).where(siblings)))
    if tx.scalar(sa.select(sa.exists().where(siblings, display_order == position))):
        statement = sa.update(table).where(siblings, display_order >= position)
        tx.execute(statement.values(display_order=display_order + 1, **tables.version_values(table)))
    return position


def reorder(
    tx: Tx, fieldset: FieldSet, invoice_id: int, siblings: sa.ColumnElement[bool], ids: Sequence[int]
) -> dict[str, Any]:
    """Put the `siblings` into the order of `ids`, in one statement. Raises Conflict unless `ids` are just those rows:
    another request may have added or deleted one."""
    conflict_if(refuse_issued(lock_invoice(tx, invoice_id, editable=False)))
    table = fieldset.table
    before = {row["id"]: row["display_order"] for row in tx.all(sa.select(table).where(siblings))}
    if len(ids) != len(before) or set(ids) != set(before):
        raise Conflict(rules.OTHER_LINES, code="changed_meanwhile")
    moved = {record: position for position, record in enumerate(ids) if before[record] != position}
    if moved:
        order = sa.literal(list(ids), ARRAY(sa.BigInteger))
        values = {"display_order": sa.func.array_position(order, table.c.id) - 1, **tables.version_values(table)}
        tx.execute(sa.update(table).where(table.c.id.in_(moved)).values(values))
        entries = [
            history.entry(tx, fieldset.name, record, "displayOrder", before[record], position)
            for record, position in moved.items()
        ]
        tx.execute(sa.insert(tables.field_history), entries)
        touch_invoice(tx, invoice_id)
    return {"ids": list(ids)}
