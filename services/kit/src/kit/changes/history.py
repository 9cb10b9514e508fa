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

Encode = Callable[[Any], Any]
"""Encodes a stored value as JSON."""
_FIELDS: dict[tuple[str, str], tuple[str, Encode]] = {}


def declare(entity: str, column: str, field: str, encode: Encode) -> None:
    """Declare the field name and the encoder of `column` for the history of `entity`."""
    _FIELDS[entity, column] = field, encode


def wire_name(column: str) -> str:
    """`tracking_status` → `trackingStatus`."""
    first, *rest = column.split("_")
    return first + "".join(part.capitalize() for part in rest)


def name_of(entity: str, column: str) -> str:
    """Return the name under which the history of `entity` records `column`."""
    return _FIELDS[entity, column][0] if (entity, column) in _FIELDS else wire_name(column)


def compare(tx: Tx, entity: str, table: sa.Table, before: Row, now: Row, columns: Iterable[str]) -> None:
    """Write a history row for each of `columns` that differs between two states of a record, except columns that are
    `secret` in their `info`."""
    entries = []
    for column in dict.fromkeys(columns):
        if before[column] == now[column] or table.c[column].info.get("secret"):
            continue
        field, encode = _FIELDS.get((entity, column), (wire_name(column), _encode_plain))
        entries.append(entry(tx, entity, now["id"], field, encode(before[column]), encode(now[column])))
    if entries:
        tx.execute(sa.insert(tables.field_history), entries)


def entry(tx: Tx, entity: str, record: int, field: str, old: Any, new: Any) -> dict[str, Any]:
    """Return the values of one row: the actor of `tx` changed `field` of the record from `old` to `new` (JSON
    values)."""
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


def _encode_plain(value: Any) -> Any:
    """Return the JSON value of a column without a field."""
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return float(value) if isinstance(value, Decimal) else value
