"""Holds: a file, or all files in a folder, that nobody deletes until sysAdmin removes the hold. The trash keeps them
too."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from files.documents.model import file
from files.folders.model import folder
from files.folders.policy import KIND
from kit.database import Tx, all_rows
from kit.errors import Conflict
from kit.policy import Row

_f, _c = file.c, folder.c
_here, _holding = folder.alias("here").c, folder.alias("holding").c
_path = sa.select(sa.func.unnest(_here.path)).where(_here.id == _f.entity_id).correlate(file)
HELD = sa.or_(
    _f.hold != "",
    sa.and_(_f.entity_type == KIND, sa.exists().where(_holding.hold != "", _holding.id.in_(_path)).correlate(file)),
)
"""Condition: the file must not be deleted."""


def of_folder(connection: sa.Connection, folder_id: int, *, above: bool = False) -> dict[str, Any] | None:
    """Return the hold on the folder or above it, the lowest first: `id`, `name`, `hold`. With `above`, without its
    own."""
    path = sa.select(sa.func.unnest(_here.path)).where(_here.id == folder_id)
    hold = sa.select(_c.id, _c.name, _c.hold).where(_c.hold != "", _c.id.in_(path))
    if above:
        hold = hold.where(_c.id != folder_id)
    rows = all_rows(connection, hold.order_by(sa.func.cardinality(_c.path).desc()).limit(1))
    return rows[0] if rows else None


def refusal(connection: sa.Connection, row: Row) -> str:
    """Return why the file `row` must not be deleted; empty if it may be."""
    name = f"{row['name']}.{row['extension']}"
    if row["hold"]:
        return f"{name} is on hold and cannot be deleted: {row['hold']}"
    hold = of_folder(connection, row["entity_id"]) if row["entity_type"] == KIND else None
    return f"{name} cannot be deleted, since the folder {hold['name']} is on hold: {hold['hold']}" if hold else ""


def check(tx: Tx, row: Row) -> None:
    """Refuse the deletion of a file on hold. Raises Conflict."""
    text = refusal(tx.connection, row)
    if text:
        raise Conflict(text, code="on_hold")
