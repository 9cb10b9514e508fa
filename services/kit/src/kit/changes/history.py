"""Rows of the history of records: the field that changed, its value before and after, and who changed it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from kit.database import tables
from kit.policy import Row

if TYPE_CHECKING:
    from kit.database import Tx

Told = Callable[[Any], Any]
"""The JSON value with which a stored one is told."""
_FIELDS: dict[tuple[str, str], tuple[str, Told]] = {}


def declare(entity: str, column: str, field: str, told: Told) -> None:
    """Let the history of `entity` call `column` by the name of its field, its values told as the field tells them."""
    _FIELDS[entity, column] = field, told


def wire_name(column: str) -> str:
    """`tracking_status` → `trackingStatus`."""
    first, *rest = column.split("_")
    return first + "".join(part.capitalize() for part in rest)


def compare(tx: Tx, entity: str, table: sa.Table, before: Row, now: Row, columns: Iterable[str]) -> None:
    """Write a row for each of `columns` that differs between two states of a record; of a column that says in its
    `info` that it is `secret` nothing is told."""
    entries = []
    for column in dict.fromkeys(columns):
        if before[column] == now[column] or table.c[column].info.get("secret"):
            continue
        field, told = _FIELDS.get((entity, column), (wire_name(column), _plain))
        entries.append(entry(tx, entity, now["id"], field, told(before[column]), told(now[column])))
    if entries:
        tx.execute(sa.insert(tables.field_history), entries)


def entry(tx: Tx, entity: str, record: int, field: str, old: Any, new: Any) -> dict[str, Any]:
    """The columns of one row: the actor of `tx` changed `field` of the record from `old` to `new` (JSON values)."""
    return {
        "entity": entity,
        "entity_id": record,
        "field": field,
        "old_value": old,
        "new_value": new,
        "user_id": tx.actor.user_id,
        "acting_user_id": tx.actor.acting_user_id,
        "user_name": tx.actor.name,
        "request_id": tx.request_id,
    }


def note(tx: Tx, entity: str, record: int, field: str, old: Any, new: Any) -> None:
    """Write one row (`entry`)."""
    tx.execute(sa.insert(tables.field_history).values(**entry(tx, entity, record, field, old, new)))


def _plain(value: Any) -> Any:
    """A value of a column that no field shows."""
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return float(value) if isinstance(value, Decimal) else value
