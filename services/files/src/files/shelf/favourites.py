"""Favourites: folders and files of the library that a user marked, as long as they see them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from files.documents import policy as documents
from files.documents.model import file, file_favourite
from files.documents.policy import IN_LIBRARY
from files.documents.queries import library_file
from files.folders.model import folder, folder_favourite
from files.folders.policy import PASSING
from kit.database import Tx, all_rows, row_or_404
from kit.errors import Conflict
from kit.policy import Actor

_f, _c, _of = file.c, folder.c, folder.alias("of_favourite").c
MOST = 200
FULL = f"You have {MOST} favourites. Take one away before you add another."
_TABLES = {"file": file_favourite, "folder": folder_favourite}


def listed(connection: sa.Connection, actor: Actor) -> dict[str, Any]:
    """Return the actor's favourites that they still see, by name."""
    mine = sa.select(folder_favourite.c.folder_id).where(folder_favourite.c.user_id == actor.user_id)
    folders = sa.select(_c.id, _c.name).where(_c.id.in_(mine), PASSING.where(actor))
    own = sa.select(file_favourite.c.file_id).where(file_favourite.c.user_id == actor.user_id)
    columns = (_f.id, _f.name, _f.extension, _f.size, _f.modified, _of.id.label("folderId"), _of.name.label("folder"))
    files = sa.select(*columns).join(_of.id.table, _of.id == _f.entity_id)
    files = files.where(_f.id.in_(own), IN_LIBRARY, documents.SCOPE.where(actor))
    return {
        "folders": all_rows(connection, folders.order_by(sa.func.lower(_c.name), _c.id)),
        "files": all_rows(connection, files.order_by(sa.func.lower(_f.name), _f.id)),
    }


def mark(tx: Tx, kind: str, record: int, *, on: bool) -> None:
    """Add a file or folder that the actor sees to the favourites, or remove it. Idempotent. Raises NotFound,
    Conflict."""
    table, column = _TABLES[kind], f"{kind}_id"
    mine = table.c.user_id == tx.actor.user_id
    if not on:
        tx.execute(sa.delete(table).where(mine, table.c[column] == record))
        return
    if kind == "file":
        library_file(tx.connection, tx.actor, record)
    else:
        row_or_404(
            tx.connection, sa.select(_c.id).where(_c.id == record, PASSING.where(tx.actor)), "There is no such folder"
        )
    if (tx.scalar(sa.select(sa.func.count()).select_from(table).where(mine)) or 0) >= MOST:
        raise Conflict(FULL)
    tx.execute(insert(table).values({"user_id": tx.actor.user_id, column: record}).on_conflict_do_nothing())
