"""The writer of records inside a transaction: values, version, author, history and event in a single place.

A single field has a faster path to the same rows: one statement without a transaction (`kit.records.pipeline`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import sqlalchemy as sa

from kit.changes import history
from kit.database import tables
from kit.policy import Row

if TYPE_CHECKING:
    from kit.database import Tx
    from kit.events import Event


class RecordSet(Protocol):
    """A set of records of one table: a field set or a workflow."""

    @property
    def name(self) -> str: ...
    @property
    def table(self) -> sa.Table: ...
    @property
    def event(self) -> Event | None: ...
    @property
    def payload(self) -> Callable[[Row], Mapping[str, Any]] | None: ...


@dataclass(frozen=True)
class Records:
    """A RecordSet for commands in a room that cannot import the field set of their records."""

    name: str
    table: sa.Table
    event: Event | None = None
    payload: Callable[[Row], Mapping[str, Any]] | None = None


def change(
    tx: Tx, record_set: RecordSet, before: Row, values: Mapping[str, Any], follows: Sequence[str] = ()
) -> dict[str, Any]:
    """Write `values`, by column, to the record `before`, which `tx` has locked, and return the new row.

    A value may be an expression. The history gets a row for each of these columns that changed, and for `follows`, the
    columns that the database derives from them.
    """
    table = record_set.table
    statement = (
        sa.update(table).where(table.c.id == before["id"]).values(**values, **tables.audit_values(table, tx.actor))
    )
    now = tx.one(statement.returning(*table.c))
    assert now is not None, f"{record_set.name} {before['id']} is not there, though it is locked"
    history.compare(tx, record_set.name, table, before, now, [*values, *follows])
    publish(tx, record_set, now)
    return now


def announce(tx: Tx, record_set: RecordSet, record: int) -> None:
    """Publish the event of the set, if any, with the current state of the record, if it exists."""
    row = (
        tx.one(sa.select(record_set.table).where(record_set.table.c.id == record))
        if record_set.event is not None
        else None
    )
    if row is not None:
        publish(tx, record_set, row)


def publish(tx: Tx, record_set: RecordSet, row: Row) -> None:
    """Publish the event of the set, if any, about the record in `row`."""
    if record_set.event is not None:
        tx.publish(record_set.event, row["id"], payload(record_set, row))


def payload(record_set: RecordSet, row: Row) -> Mapping[str, Any]:
    """Return the payload of the event about `row`."""
    return record_set.payload(row) if record_set.payload else {"id": row["id"]}
