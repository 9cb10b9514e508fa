"""Commands on shared tables: saving for all, versions, and readers' own copies."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from identity.accounts.model import user_account
from identity.tables import policy, queries
from identity.tables.fields import SHARED_TABLE
from identity.tables.model import own_table, shared_table, shared_table_edition
from kit.changes import writing
from kit.database import Tx, row_or_404, tables
from kit.errors import Conflict

SAVED_MEANWHILE = "Somebody else has saved this table. Go back to the shared one, or save yours as another table."


MOST_EDITIONS = 50
"""Maximum versions of a table."""
_c, _e, _o = shared_table.c, shared_table_edition.c, own_table.c
_SHARING = ("roles", "change_roles", "people", "change_people")
_KEPT = ("title", "description", "definition", *_SHARING)


def save_for_all(tx: Tx, table_id: int, definition: dict[str, Any], version: int) -> dict[str, Any]:
    """Replace the definition of a table that the caller changed from its `version`, and drop their own copy. Raises
    NotFound, Forbidden, and Conflict if another person has saved it since."""
    row = _locked(tx, table_id)
    policy.changes.require(tx.actor, row)
    if row["edition"] != version:
        raise Conflict(SAVED_MEANWHILE, code="changed_meanwhile", extra={"version": row["edition"]})
    return _saved(tx, row, {"definition": definition})


def restore(tx: Tx, table_id: int, version: int, sharing: bool) -> dict[str, Any]:
    """Save an earlier version of a table for all again: its definition; for its owner also its title, and with
    `sharing` its readers. Raises NotFound, Forbidden."""
    row = _locked(tx, table_id)
    (policy.owns if sharing else policy.changes).require(tx.actor, row)
    kept = row_or_404(
        tx.connection,
        sa.select(shared_table_edition).where(_e.table_id == table_id, _e.edition == version),
        "This version is no longer kept",
    )
    named = ("title", "description") if policy.owns(tx.actor, row) else ()
    names = ("definition", *named, *(_SHARING if sharing else ()))
    return _saved(tx, row, {name: kept[name] for name in names})


def keep_own(tx: Tx, table_id: int, definition: dict[str, Any], version: int) -> dict[str, Any]:
    """Store the caller's own copy of a table and return the table; the last writer wins. Raises NotFound."""
    row = _visible(tx, table_id)
    kept = insert(own_table).values(
        user_id=tx.actor.user_id, table_id=table_id, edition=version, definition=definition, modified=tables.now()
    )
    again = {name: kept.excluded[name] for name in ("edition", "definition", "modified")}
    tx.execute(kept.on_conflict_do_update(index_elements=["user_id", "table_id"], set_=again))
    return queries.by_slug(tx.connection, tx.actor, row["slug"])


def drop_own(tx: Tx, table_id: int) -> dict[str, Any]:
    """Drop the caller's own copy of a table, if any, and return the table. Raises NotFound."""
    row = _visible(tx, table_id)
    _drop(tx, table_id)
    return queries.by_slug(tx.connection, tx.actor, row["slug"])


def _saved(tx: Tx, row: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    # The previous state may have a different title and different readers than when it was saved.
    _keep_edition(tx, row)
    now = writing.change(tx, SHARED_TABLE, row, {**values, "edition": row["edition"] + 1})
    _keep_edition(tx, now)
    tx.execute(
        sa.delete(shared_table_edition).where(_e.table_id == row["id"], _e.edition <= now["edition"] - MOST_EDITIONS)
    )
    _drop(tx, row["id"])
    return queries.by_slug(tx.connection, tx.actor, row["slug"])


def _keep_edition(tx: Tx, row: dict[str, Any]) -> None:
    owner = sa.select(user_account.c.name).where(user_account.c.id == row["owner_id"])
    author = row["modified_by_name"] or tx.scalar(owner)
    kept = insert(shared_table_edition).values(
        table_id=row["id"],
        edition=row["edition"],
        **{name: row[name] for name in _KEPT},
        saved=row["modified"],
        saved_by=author,
    )
    again = {name: kept.excluded[name] for name in ("title", "description", *_SHARING)}
    tx.execute(kept.on_conflict_do_update(index_elements=["table_id", "edition"], set_=again))


def _drop(tx: Tx, table_id: int) -> None:
    tx.execute(sa.delete(own_table).where(_o.user_id == tx.actor.user_id, _o.table_id == table_id))


def _visible(tx: Tx, table_id: int, *, lock: bool = False) -> dict[str, Any]:
    statement = sa.select(shared_table).where(_c.id == table_id, policy.visible.where(tx.actor))
    return row_or_404(tx.connection, statement.with_for_update() if lock else statement, queries.GONE)


def _locked(tx: Tx, table_id: int) -> dict[str, Any]:
    return _visible(tx, table_id, lock=True)
