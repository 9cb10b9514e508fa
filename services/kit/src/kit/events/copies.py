"""Read models: copies of another service's records, with the columns needed here. Only events write them; `kit replay`
rebuilds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx, upsert
from kit.events.event import Envelope
from kit.events.subscriptions import Handler, Subscription

Payload = Mapping[str, Any]
Value = str | Callable[[Payload], Any]
"""The source of a column: a name in the payload, or a function of the payload."""


class Gone(Enum):
    """The action on a copy when its record is deleted."""

    REMOVE = "removed"
    LEAVE = "left unchanged, for its references"
    MARK = "left with the column `deleted` set"


@dataclass(frozen=True, kw_only=True)
class Copy(Subscription):
    """The subscription that maintains a read model: one row of `table` for each record of `event`.

    `columns` and `key`, the primary key, map each column to its source. `only(payload)` selects the records to copy.
    `gone` applies to events with `deleted`; without it such an event is an upsert like any other.
    """

    handler: Handler = field(init=False, repr=False)
    table: sa.Table
    columns: Mapping[str, Value]
    key: Mapping[str, Value] = field(default_factory=lambda: {"id": "id"})
    gone: Gone | None = None
    only: Callable[[Payload], bool] | None = None

    def __post_init__(self) -> None:
        unknown = {*self.columns, *self.key} - set(self.table.c.keys())
        if unknown:
            raise ValueError(f"copy of {self.event.subject}: {sorted(unknown)} are no columns of {self.table.name}")
        object.__setattr__(self, "handler", self._handle)

    def _handle(self, tx: Tx, envelope: Envelope) -> None:
        payload = envelope.payload
        if self.only is not None and not self.only(payload):
            return
        key = _values(self.key, payload)
        gone = self.gone if self.gone is not None and payload["deleted"] else None
        if gone is None:
            tx.execute(upsert(self.table, key, _values(self.columns, payload)))
        elif gone is Gone.REMOVE:
            tx.execute(sa.delete(self.table).where(*(self.table.c[name] == value for name, value in key.items())))
        elif gone is Gone.MARK:
            # The event may contain only the id, so the other columns stay unchanged.
            row = insert(self.table).values(**key, **_values(self.columns, payload) | {"deleted": True})
            tx.execute(row.on_conflict_do_update(index_elements=list(key), set_={"deleted": True}))


def _values(columns: Mapping[str, Value], payload: Payload) -> dict[str, Any]:
    return {name: payload[value] if isinstance(value, str) else value(payload) for name, value in columns.items()}


def same(*names: str) -> dict[str, Value]:
    """Return the columns that have the same names as in the payload: `firstName` is `first_name`."""
    return {
        "".join(f"_{character.lower()}" if character.isupper() else character for character in name): name
        for name in names
    }


def or_none(name: str) -> Value:
    """Return the value in the payload; null if it is 0 or empty."""
    return lambda payload: payload[name] or None


def person_name(payload: Payload) -> str:
    """Return the name of a person in `people.person.changed`: `Ada Lovelace`."""
    return f"{payload['firstName']} {payload['lastName']}".strip()
