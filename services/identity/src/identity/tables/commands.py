"""Saving a shared table for all."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from identity.tables import policy, queries
from identity.tables.fields import SHARED_TABLE
from identity.tables.model import shared_table
from kit.changes import writing
from kit.database import Tx
from kit.errors import Conflict, NotFound

SAVED_MEANWHILE = "Somebody else has saved this table. Go back to the shared one, or save yours as another table."


def save_for_all(tx: Tx, table_id: int, definition: dict[str, Any], version: int) -> dict[str, Any]:
    """Replace the definition of a table that the caller changed from its `version`. Raises NotFound, Forbidden, and
    Conflict where another person has saved it since."""
    mine = (shared_table.c.id == table_id, policy.visible.where(tx.actor))
    row = tx.one(sa.select(shared_table).where(*mine).with_for_update())
    if row is None:
        raise NotFound(queries.GONE)
    policy.changes.require(tx.actor, row)
    if row["version"] != version:
        raise Conflict(SAVED_MEANWHILE, code="changed_meanwhile", extra={"version": row["version"]})
    writing.change(tx, SHARED_TABLE, row, {"definition": definition})
    return queries.by_slug(tx.connection, tx.actor, row["slug"])
