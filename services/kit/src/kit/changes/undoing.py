"""The way back of a move: what its columns held before, kept until the move can no longer be undone."""

from __future__ import annotations

import datetime as dt
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
    """Keep what `columns` held in `before`, in place of what an earlier move of the record left."""
    table = record_set.table
    held: list[Any] = []
    for name in columns:
        stored = table.c[name].type
        value = sa.bindparam(None, before[name], type_=stored, unique=True)
        held += [sa.cast(name, sa.Text), sa.cast(value, stored)]
    values = {
        "move": move,
        "before": sa.func.jsonb_build_object(*held, type_=JSONB),
        "version": now["version"],
        "user_id": tx.actor.user_id,
        "made": tables.now(),
    }
    statement = insert(_undo).values(entity=record_set.name, record_id=now["id"], **values)
    given = {name: statement.excluded[name] for name in values}
    tx.execute(statement.on_conflict_do_update(index_elements=["entity", "record_id"], set_=given))


def kept(tx: Tx, record_set: RecordSet, record: int) -> tuple[Row, dt.timedelta] | None:
    """What is kept of the record's last move, and how long ago that was; None without one."""
    age = (sa.func.clock_timestamp() - _undo.c.made).label("age")
    own = sa.and_(_undo.c.entity == record_set.name, _undo.c.record_id == record)
    row = tx.one(sa.select(_undo, age).where(own).with_for_update())
    return (row, row["age"]) if row is not None else None


def take(tx: Tx, record_set: RecordSet, last: Row) -> dict[str, Any]:
    """The values, by column, that the move's record had before it; they are kept no longer."""
    table, before = record_set.table, sa.bindparam("before", last["before"], type_=JSONB)
    columns = [sa.column(name, table.c[name].type) for name in last["before"]]
    as_row = sa.func.jsonb_populate_record(sa.literal_column(f"null::{table.fullname}"), before)
    values = tx.one(sa.select(*columns).select_from(as_row.alias("held")))
    assert values is not None, "a function that answers one row"
    own = sa.and_(_undo.c.entity == record_set.name, _undo.c.record_id == last["record_id"])
    tx.execute(sa.delete(_undo).where(own))
    return dict(values)
