"""The writer of records inside a transaction: values, version, author, history and event in one place.

A field that changes by itself has a faster way to the same rows, one statement without a transaction
(`kit.records.pipeline`).
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


class Kind(Protocol):
    """The records of one table: a field set or a workflow."""

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
    """A Kind for commands on records whose field set is declared further up."""

    name: str
    table: sa.Table
    event: Event | None = None
    payload: Callable[[Row], Mapping[str, Any]] | None = None


def change(tx: Tx, kind: Kind, before: Row, values: Mapping[str, Any], follows: Sequence[str] = ()) -> dict[str, Any]:
    """Write `values`, by column, to the record `before`, which `tx` holds locked; the row as it now is.

    A value may be an expression. The history gets a row for each of the columns that is another afterwards, and for
    those of `follows`: columns that the database changes by itself, with what was written.
    """
    table = kind.table
    statement = sa.update(table).where(table.c.id == before["id"]).values(**values, **tables.touched(table, tx.actor))
    now = tx.one(statement.returning(*table.c))
    assert now is not None, f"{kind.name} {before['id']} is not there, though it is locked"
    history.compare(tx, kind.name, table, before, now, [*values, *follows])
    publish(tx, kind, now)
    return now


def announce(tx: Tx, kind: Kind, record: int) -> None:
    """Publish the event of the kind about the record as it now stands in this transaction, if it is there."""
    row = tx.one(sa.select(kind.table).where(kind.table.c.id == record)) if kind.event is not None else None
    if row is not None:
        publish(tx, kind, row)


def publish(tx: Tx, kind: Kind, row: Row) -> None:
    """Publish the event of the kind, if it has one, about the record that `row` shows."""
    if kind.event is not None:
        tx.publish(kind.event, row["id"], payload(kind, row))


def payload(kind: Kind, row: Row) -> Mapping[str, Any]:
    """The payload of the kind's event about `row`."""
    return kind.payload(row) if kind.payload else {"id": row["id"]}
