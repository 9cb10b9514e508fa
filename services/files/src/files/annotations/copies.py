"""The marked copy of a file: one PDF with the marks of all released layers drawn into it.

It belongs to the file (`converted_from`) and has the same readers. `marks_digest` identifies the marks it shows: a file
has one copy, created once for them. A release requests it. Withdrawing a layer drops it in the same transaction, and
requests one of the rest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from files.annotations.model import OTHER, annotation, annotation_layer
from files.documents import jobs, rules
from files.documents.model import file
from files.documents.multipart import Received
from kit.database import Tx, all_rows
from kit.policy import Row

_a, _l, _f = annotation.c, annotation_layer.c, file.c
MARKED = "markedHomework"
_LOOK = 1
"""Increased with the appearance of copies, so that a release draws them again."""


def lock(tx: Tx, ids: Sequence[int]) -> list[dict[str, Any]]:
    """Return the files among `ids`, locked, which serialises releasing and storing a copy."""
    statement = sa.select(_f.id, _f.object_key, _f.number).where(_f.id.in_(ids)).order_by(_f.id)
    return tx.all(statement.with_for_update(key_share=True))


def marks(connection: sa.Connection, file_id: int) -> list[dict[str, Any]]:
    """Return the marks of the released layers of a file with their `author`, in the viewer's drawing order."""
    statement = (
        sa.select(_a.id, _a.page, _a.kind, _a.data, _a.replies_to, _l.author_name.label("author"))
        .where(_l.file_id == file_id, _l.released, _a.layer_id == _l.id, _a.deleted.is_(None), _a.kind != OTHER)
        .order_by(_l.id, _a.id)
    )
    return [{**row, **row.pop("data")} for row in all_rows(connection, statement)]


def digest(row: Row, shown: Sequence[Mapping[str, Any]]) -> str:
    """Return the digest of a copy's content: these marks on this object."""
    text = json.dumps([_LOOK, row["object_key"], [dict(mark) for mark in shown]], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def is_made(connection: sa.Connection, file_id: int, mark: str) -> bool:
    """Return True if the file has the copy with this `mark`."""
    copy = sa.exists().where(_f.converted_from == file_id, _f.marks_digest == mark)
    return bool(connection.scalar(sa.select(copy)))


def drop(tx: Tx, file_id: int) -> None:
    """Delete the copy of a file."""
    copy = (_f.converted_from == file_id, _f.marks_digest.is_not(None))
    for row in tx.all(sa.delete(file).where(*copy).returning(_f.object_key, _f.entity_type)):
        jobs.discard_later(tx, row)


def keep(tx: Tx, row: Row, mark: str, received: Received, key: str) -> bool:
    """Store the received file as the copy, replacing a former one. Returns False if the file shows other released marks
    by now, or already has this copy: then nothing refers to `key`."""
    locked = lock(tx, [row["id"]])
    if not locked or digest(locked[0], marks(tx.connection, row["id"])) != mark:
        return False
    if is_made(tx.connection, row["id"], mark):
        return False
    drop(tx, row["id"])
    copy_id = tx.insert(
        file,
        {
            "name": f"{row['name'][: rules.MAX_NAME - len(' (marked)')]} (marked)",
            "extension": "pdf",
            "media_type": rules.MEDIA_TYPES["pdf"],
            "size": received.size,
            "sha256": received.sha256,
            "object_key": key,
            "uploader_id": 0,
            "owner_id": 0,
            "content_type": MARKED,
            "converted_from": row["id"],
            "number": row["number"],
            "marks_digest": mark,
        },
    )
    jobs.read_later(tx, copy_id, key)
    return True
