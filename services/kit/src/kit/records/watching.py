"""Reactions of other rooms to the writes of a record, and fields that are withheld from a caller for now."""

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
    """Fields that a caller may read only after something else: `names(connection, actor, row)` answers those of
    `fields` that are withheld from this caller now. They are null in the detail answer, and their changes are refused
    with `text`. It may note who read the others."""

    fields: frozenset[str]
    names: Callable[[sa.Connection, Actor, Row], Collection[str]]
    text: str

    def refuse(self, connection: sa.Connection, actor: Actor, row: Row, changed: Collection[str]) -> None:
        """Raise Forbidden where one of the `changed` fields is withheld."""
        asked = self.fields.intersection(changed)
        if asked and asked.intersection(self.names(connection, actor, row)):
            raise Forbidden(self.text, code="withheld")


@dataclass(frozen=True)
class Watch:
    """A reaction of another room to the writes of the records of field set `record`, in their transaction: `run(tx,
    before, now)` gets the rows, `before` None of a new record, `now` None of a deleted one. Rows that a command or a
    move writes are not watched. `Service.watches` connects the two."""

    record: str
    run: Callable[[Tx, Row | None, Row | None], None]
