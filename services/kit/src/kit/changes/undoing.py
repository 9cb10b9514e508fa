"""Undo of moves: the values that a move replaces, kept for the last move of each record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB, insert

from kit.changes.writing import RecordSet
from kit.database import tables
from kit.policy import Row

if TYPE_CHECKING:
    from kit.database import Tx

_undo = tables.move_undo


def keep(tx: Tx, record_set: RecordSet, move: str, before: Row, now: Row, columns: Iterable[str]) -> None:
    """Keep the values of `columns` in `before`; they replace the values kept by an earlier move of the record."""
    table = record_set.table
    pairs: list[Any] = []
    for name in columns:
        stored = table.c[name].type
        value = sa.bindparam(None, before[name], type_=stored, unique=True)
        pairs += [sa.cast(name, sa.Text), sa.cast(value, stored)]
    values = {
        "move": move,
        "before": sa.func.jsonb_build_object(*pairs, type_=JSONB),
        "version": now["version"],
        "user_id": tx.actor.user_id,
        "made": tables.now(),
    }
    statement = insert(_undo).values(entity=record_set.name, record_id=now["id"], **values)
    given = {name: statement.excluded[name] for name in values}
    tx.execute(statement.on_conflict_do_update(index_elements=["entity", "record_id"], set_=given))


def last_move(tx: Tx, record_set: RecordSet, record: int) -> Row | None:
    """Return the record's last move with its `age`, a timedelta; None if no move can be undone. Lock the record
    first."""
    age = (sa.func.clock_timestamp() - _undo.c.made).label("age")
    return tx.one(sa.select(_undo, age).where(_of(record_set, record)))


def take(tx: Tx, record_set: RecordSet, last: Row) -> dict[str, Any]:
    """Return the values that the record had before its `last_move`, by column, and delete the kept ones."""
    table, before = record_set.table, sa.bindparam("before", last["before"], type_=JSONB)
    columns = [sa.column(name, table.c[name].type) for name in last["before"]]
    as_row = sa.func.jsonb_populate_record(sa.literal_column(f"null::{table.fullname}"), before)
    values = tx.one(sa.select(*columns).select_from(as_row.alias("held")))
    assert values is not None, "a function that answers one row"
    tx.execute(sa.delete(_undo).where(_of(record_set, last["record_id"])))
    return dict(values)


def _of(record_set: RecordSet, record: int) -> sa.ColumnElement[bool]:
    return sa.and_(_undo.c.entity == record_set.name, _undo.c.record_id == record)
