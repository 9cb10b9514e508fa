"""Holds of files and folders, and checks of retention rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from files.documents.model import file
from files.documents.queries import not_valid
from files.folders.model import folder
from files.folders.policy import KIND
from files.retention import rules
from files.retention.model import retention_rule
from kit.changes import history
from kit.database import Tx
from kit.errors import Conflict, Invalid, NotFound

_r = retention_rule.c
_TABLES = {"file": file, "folder": folder}


def hold(tx: Tx, kind: str, record: int, reason: str) -> None:
    """Put a library file, or a folder with all its content, on hold for `reason`; an empty one removes the hold. Raises
    NotFound, Conflict."""
    table = _TABLES[kind]
    conditions = [table.c.id == record, *([file.c.entity_type == KIND] if kind == "file" else [])]
    row = tx.one(sa.select(table.c.hold).where(*conditions).with_for_update())
    if row is None:
        raise not_valid() if kind == "file" else NotFound(rules.NO_FOLDER)
    if bool(row["hold"]) == bool(reason):
        raise Conflict(rules.ON_HOLD if reason else rules.NOT_ON_HOLD)
    tx.execute(sa.update(table).where(table.c.id == record).values(hold=reason, version=table.c.version + 1))
    history.note(tx, kind, record, "hold", row["hold"] or None, reason or None)


def check_rule(tx: Tx, values: Mapping[str, Any]) -> dict[str, Any]:
    """Check that the folder of a new rule exists, and that no other rule has the same scope. Raises Invalid,
    Conflict."""
    folder_id, kind = values.get("folder_id"), values.get("content_type")
    if folder_id and tx.scalar(sa.select(folder.c.id).where(folder.c.id == folder_id)) is None:
        raise Invalid(rules.NO_FOLDER, fields={"folderId": rules.NO_FOLDER})
    tx.lock("retention")
    same = sa.and_(_r.folder_id.is_not_distinct_from(folder_id), _r.content_type.is_not_distinct_from(kind))
    if tx.scalar(sa.select(_r.id).where(same)) is not None:
        raise Conflict(rules.PRESENT)
    return {}
