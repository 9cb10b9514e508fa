"""Reactions of other rooms to the writes of a record, and fields that are temporarily withheld from a caller."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy as sa

from kit.errors import Forbidden
from kit.policy import Actor, Row

if TYPE_CHECKING:
    from kit.database import Tx


@dataclass(frozen=True)
class Withholding:
    """Fields that a caller may read only after something else: `names(connection, actor, row)` returns those of
    `fields` that are withheld from this caller now. They are null in the detail answer, and their changes are refused
    with `text`. It may record who read the others."""

    fields: frozenset[str]
    names: Callable[[sa.Connection, Actor, Row], Collection[str]]
    text: str

    def refuse(self, connection: sa.Connection, actor: Actor, row: Row, changed: Collection[str]) -> None:
        """Raise Forbidden if one of the `changed` fields is withheld."""
        asked = self.fields.intersection(changed)
        if asked and asked.intersection(self.names(connection, actor, row)):
            raise Forbidden(self.text, code="withheld")


@dataclass(frozen=True)
class Watch:
    """A reaction of another room to the writes of records of field set `record`, in their transaction: `run(tx, before,
    now)` gets the rows; `before` is None for a new record, `now` is None for a deleted one. Rows that a command or a
    move writes are not watched. `Service.watches` connects the two."""

    record: str
    run: Callable[[Tx, Row | None, Row | None], None]
