"""Records without uses: a record that is used anywhere is not deleted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import sqlalchemy as sa

from kit import context
from kit.errors import Conflict, NotFound
from kit.policy import Actor, Row
from kit.records.fieldset import FieldSet
from kit.records.references.closed import record_name
from kit.records.references.declared import of
from kit.records.references.kinds import Count
from kit.records.references.owners import count_at
from kit.settings import settings

if TYPE_CHECKING:
    from kit.database import Database


def check_unused(db: Database, fieldset: FieldSet, actor: Actor, record: int) -> None:
    """Refuse to delete a record in use, with the counts of every service. Raises Conflict, NotFound, and Unavailable if
    a service does not answer: no record is deleted unchecked. The deletion itself checks the actor's rights."""
    deletion = fieldset.delete
    references = of(fieldset)
    if deletion is None or references is None or not deletion.shared:
        return
    table = fieldset.table
    with db.read() as connection:
        query = sa.select(table).where(table.c.id == record, fieldset.scope.where(actor))
        row = connection.execute(query).mappings().first()
        if row is None:
            raise NotFound()
        if not deletion.may(actor, dict(row)) or (deletion.when is not None and deletion.when(dict(row))):
            return
        counts = references.count(connection, fieldset.collection, record)
    for peer in settings().peers():
        if peer != context.service():
            counts += count_at(peer, fieldset.collection, record)
    refuse(fieldset, dict(row), counts)


def check_unused_here(connection: sa.Connection, fieldset: FieldSet, row: Row) -> None:
    """Check like `check_unused`, but only this service's own tables, in the transaction of the deletion."""
    deletion = fieldset.delete
    references = of(fieldset)
    if deletion is None or references is None or (deletion.mark is not None and not deletion.shared):
        return
    refuse(fieldset, row, references.count(connection, fieldset.collection, row["id"]))


def refuse(fieldset: FieldSet, row: Row, counts: Sequence[Count]) -> None:
    """Raise Conflict with the counts, if there are any."""
    if not counts:
        return
    counts = sorted(counts, key=lambda count: -count.number)
    texts = [count.text() for count in counts]
    listed = texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
    assert fieldset.delete is not None
    instead = "Archive it instead." if "archived" in fieldset.fields else fieldset.delete.instead
    raise Conflict(
        f"{record_name(fieldset, row)} is used by {listed}. {instead}".strip(),
        code="in_use",
        extra={"uses": [{"label": count.plural, "count": count.number} for count in counts]},
    )
