"""The order of lines and texts, which no single field can say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from finance.invoices.commands import locked, touched
from finance.items import rules
from kit.changes import history
from kit.database import Tx, tables
from kit.errors import Conflict
from kit.records import FieldSet


def place(tx: Tx, table: sa.Table, among: sa.ColumnElement[bool], wanted: int | None) -> int:
    """The place of a new row among its invoice's: last, or at `wanted`. Rows from there on move on by one, so that a
    line whose deletion is undone comes back to its place."""
    order = table.c.display_order
    if wanted is None:
        return int(tx.scalar(sa.select(sa.func.coalesce(sa.func.max(order) + 1, 0)).where(among)))
    if tx.scalar(sa.select(sa.exists().where(among, order == wanted))):
        further = sa.update(table).where(among, order >= wanted)
        tx.execute(further.values(display_order=order + 1, **tables.bumped(table)))
    return wanted


def reorder(
    tx: Tx, fieldset: FieldSet, invoice_id: int, among: sa.ColumnElement[bool], ids: Sequence[int]
) -> dict[str, Any]:
    """Put the rows `among` into the order of `ids`, in one statement. Raises Conflict where `ids` are not exactly those
    rows: somebody has added or deleted one meanwhile."""
    locked(tx, invoice_id)
    table = fieldset.table
    before = {row["id"]: row["display_order"] for row in tx.all(sa.select(table).where(among))}
    if len(ids) != len(before) or set(ids) != set(before):
        raise Conflict(rules.OTHER_LINES, code="changed_meanwhile")
    moved = [(record, position) for position, record in enumerate(ids) if before[record] != position]
    if moved:
        _move(tx, table, moved)
        entries = [
            history.entry(tx, fieldset.name, record, "displayOrder", before[record], position)
            for record, position in moved
        ]
        tx.execute(sa.insert(tables.field_history), entries)
        touched(tx, invoice_id)
    return {"ids": list(ids)}


def _move(tx: Tx, table: sa.Table, moved: Sequence[tuple[int, int]]) -> None:
    columns = sa.column("id", sa.BigInteger), sa.column("position", sa.Integer)
    lists = (
        sa.literal([record for record, _ in moved], ARRAY(sa.BigInteger)),
        sa.literal([position for _, position in moved], ARRAY(sa.Integer)),
    )
    to = sa.func.unnest(*lists).table_valued(*columns, name="moved").render_derived()
    bump = tables.bumped(table)
    tx.execute(sa.update(table).where(table.c.id == to.c.id).values(display_order=to.c.position, **bump))
