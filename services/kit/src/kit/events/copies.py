"""Read copies: records of another service, kept as far as they are needed here. Events alone write them; `kit replay`
rebuilds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx
from kit.events.event import Envelope
from kit.events.subscriptions import Handler, Subscription

Payload = Mapping[str, Any]
Value = str | Callable[[Payload], Any]
"""The value of a column: a name of the payload, or a function of the payload."""


class Gone(Enum):
    """The fate of the copy of a record that is deleted."""

    REMOVE = "removed"
    LEAVE = "left as it was, for what refers to it"
    MARK = "left with the column `deleted` set"


@dataclass(frozen=True, kw_only=True)
class Copy(Subscription):
    """The subscription that keeps a read copy: one row of `table` for each record that `event` is about.

    `columns` and `key`, the primary key, say what each column holds. `only` says of a payload whether its record is
    kept at all. `gone` is for events that say `deleted`; without it such an event is kept as every other.
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
        said = envelope.payload
        if self.only is not None and not self.only(said):
            return
        key = _values(self.key, said)
        gone = self.gone if self.gone is not None and said["deleted"] else None
        if gone is None:
            values = _values(self.columns, said)
            kept = insert(self.table).values(**key, **values)
            tx.execute(kept.on_conflict_do_update(index_elements=list(key), set_=values))
        elif gone is Gone.REMOVE:
            tx.execute(sa.delete(self.table).where(*(self.table.c[name] == value for name, value in key.items())))
        elif gone is Gone.MARK:
            # The event may say no more than the id: what is known of the record stays beside the mark.
            new = insert(self.table).values(**key, **_values(self.columns, said) | {"deleted": True})
            tx.execute(new.on_conflict_do_update(index_elements=list(key), set_={"deleted": True}))


def _values(columns: Mapping[str, Value], said: Payload) -> dict[str, Any]:
    return {name: said[value] if isinstance(value, str) else value(said) for name, value in columns.items()}


def same(*names: str) -> dict[str, Value]:
    """Columns that are called as in the payload: `firstName` is `first_name`."""
    return {"".join(f"_{one.lower()}" if one.isupper() else one for one in name): name for name in names}


def or_none(name: str) -> Value:
    """The value of the payload, null where it is 0 or empty."""
    return lambda said: said[name] or None
