"""Drawing, changing and removing marks, each in the layer of its author."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from files.annotations import copies
from files.annotations.model import annotation, annotation_layer
from files.annotations.queries import NO_MARK, shown_mark
from files.documents import jobs
from files.documents.readers import teaches
from kit.database import Tx, row_or_404
from kit.errors import Conflict, Forbidden, Invalid
from kit.policy import Row

_a, _l = annotation.c, annotation_layer.c
MOST_MARKS = 5000
TOO_MANY = f"A file has at most {MOST_MARKS} marks of one person"


def layer_of(tx: Tx, file_id: int) -> int:
    """Return the id of the caller's layer of a file, created if necessary; locked until the commit."""
    about = {"author_name": tx.actor.name, "teaches": teaches(tx.actor), "modified": sa.func.now()}
    statement = insert(annotation_layer).values(file_id=file_id, author_id=tx.actor.user_id, **about)
    upsert = statement.on_conflict_do_update(index_elements=["file_id", "author_id"], set_=about)
    return int(tx.scalar(upsert.returning(_l.id)))


def add(tx: Tx, file: Row, values: Mapping[str, Any]) -> dict[str, Any]:
    """Draw a mark. Raises Invalid for an answer to a mark of another file, Conflict above MOST_MARKS."""
    layer_id = layer_of(tx, file["id"])
    standing = sa.select(sa.func.count()).where(_a.layer_id == layer_id, _a.deleted.is_(None))
    if (tx.scalar(standing) or 0) >= MOST_MARKS:
        raise Conflict(TOO_MANY)
    if values["replies_to"] is not None:
        answered = sa.select(_a.id).where(_a.id == values["replies_to"], _a.layer_id == _l.id, _l.file_id == file["id"])
        if tx.scalar(answered) is None:
            raise Invalid(NO_MARK, fields={"repliesTo": NO_MARK})
    row = tx.one(
        sa.insert(annotation)
        .values(layer_id=layer_id, name=uuid.uuid4().hex, number=file["number"], **values)
        .returning(*annotation.c)
    )
    assert row is not None
    return shown_mark(row)


def change(tx: Tx, row: Row, values: Mapping[str, Any]) -> dict[str, Any]:
    """Change points, colour, width or content of a mark; from then on its XFDF is generated from them."""
    kept = {name: values[name] for name in ("page", "kind", "data")}
    changed = row_or_404(
        tx.connection,
        sa.update(annotation)
        .where(_a.id == row["id"], _a.deleted.is_(None))
        .values(**kept, raw=None, modified=sa.func.now())
        .returning(*annotation.c),
        NO_MARK,
    )
    return shown_mark(changed)


def remove(tx: Tx, row: Row) -> None:
    tx.execute(sa.update(annotation).where(_a.id == row["id"]).values(deleted=sa.func.now()))


def release(tx: Tx, file_id: int, released: bool) -> dict[str, Any]:
    """Release the caller's layer to all readers of the file, or withdraw it; the marked copy follows. Raises
    Forbidden."""
    if not teaches(tx.actor):
        raise Forbidden("Staff and tutors release their marks")
    copies.lock(tx, [file_id])
    layer_id = layer_of(tx, file_id)
    tx.execute(sa.update(annotation_layer).where(_l.id == layer_id).values(released=released))
    if not released:
        copies.drop(tx, file_id)
    jobs.copy_marks_later(tx, file_id)
    return {"id": layer_id, "released": released}


def save(tx: Tx, file: Row, marks: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Replace the caller's whole layer with `marks`: change those with a known name, add others, delete missing ones.
    Marks of others that came back with them are ignored."""
    layer_id = layer_of(tx, file["id"])
    of_others = {
        row["name"]
        for row in tx.all(sa.select(_a.name).where(_a.layer_id == _l.id, _l.file_id == file["id"], _l.id != layer_id))
    }
    own = {mark["name"]: mark for mark in marks if mark["name"] not in of_others}
    tx.execute(
        sa.update(annotation)
        .where(_a.layer_id == layer_id, _a.deleted.is_(None), _a.name.not_in(own))
        .values(deleted=sa.func.now())
    )
    for mark in own.values():
        values = {name: mark[name] for name in ("page", "kind", "data", "raw")} | {"deleted": None}
        statement = insert(annotation).values(layer_id=layer_id, name=mark["name"], number=file["number"], **values)
        tx.execute(
            statement.on_conflict_do_update(
                index_elements=["layer_id", "name"], set_={**values, "modified": sa.func.now()}
            )
        )
    named = {
        row["name"]: row["id"]
        for row in tx.all(sa.select(_a.name, _a.id).where(_a.layer_id == _l.id, _l.file_id == file["id"]))
    }
    for mark in own.values():
        if mark["replies"] in named:
            replies = sa.update(annotation).where(_a.layer_id == layer_id, _a.name == mark["name"])
            tx.execute(replies.values(replies_to=named[mark["replies"]]))
    return {"id": layer_id, "fileId": file["id"], "marks": len(own)}
