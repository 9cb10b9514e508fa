"""Creating, continuing, finishing and removing an upload.

The offset is the number of bytes stored. It moves in the transaction that adds a piece, after the piece is written and
synced, and only from the offset at which the request began. So neither a reader nor a second writer waits for a hanging
writer: the second one continues, and the first loses the comparison. The last piece is never stored: the transaction
that adds the file moves the offset to the end, so if the process dies there, the client sends its last piece again.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import IO, Any

import sqlalchemy as sa

from files.documents import commands as documents
from files.documents import rules
from files.documents.content import archives
from files.documents.multipart import Received
from files.library import versioning
from files.storage import CHUNK, storage
from files.uploads import queries
from files.uploads.model import DONE, FAILED, OPEN, upload, upload_piece
from files.uploads.rules import LIFETIME, MOST_OPEN, TOO_MANY_OPEN, check_file, form_texts, version_of
from kit.database import Database, Tx
from kit.errors import Conflict, NotSignedIn, Refused, TooMany
from kit.policy import Actor, Row

_u, _p = upload.c, upload_piece.c
Add = Callable[[Tx, Received, str], int]
"""Adds the received file, stored under a key; returns its id."""
_NOT_FINAL = (NotSignedIn, TooMany)
"""Refusals after which the same last piece may succeed, as after the server's own errors."""


class Refusal(Refused):
    """Return the refusal with which an upload ended, again."""

    def __init__(self, kept: Mapping[str, Any]) -> None:
        body = dict(kept["body"])
        super().__init__(body.pop("error"), code=body.pop("code"), extra=body)
        self.status = kept["status"]


def create(db: Database, actor: Actor, metadata: Mapping[str, str], length: int) -> Row:
    """Create an upload of `length` bytes, checked like its file or version. Raises what `POST /system/uploader` or
    `POST /file/{id}/update` raises before it reads a file."""
    check_file(metadata, length)
    _adding(db, actor, metadata)
    if queries.open_number(db, actor) >= MOST_OPEN:
        raise Conflict(TOO_MANY_OPEN, code="too_many_uploads")
    values = {"id": uuid.uuid4(), "creator_id": actor.user_id, "metadata": dict(metadata), "length": length}
    with db.transaction(actor) as tx:
        expires = sa.func.now() + LIFETIME
        row = tx.one(sa.insert(upload).values(**values, expires=expires).returning(upload))
    assert row is not None
    return row


def _adding(db: Database, actor: Actor, metadata: Mapping[str, str]) -> Add:
    """Return the function that adds the whole file: a new file, or a version of another. Raises the refusals of either
    form. Must run outside a transaction."""
    changed = version_of(metadata)
    if changed is None:
        details = documents.details(actor, form_texts(actor, metadata))
        return lambda tx, received, key: documents.add(tx, received, key, details)
    row, form = versioning.changed(db, actor, changed), versioning.form_of(metadata)
    return lambda tx, received, key: int(versioning.add(tx, row, received, key, form)["id"])


def add_piece(db: Database, actor: Actor, row: Row, start: int, draft: IO[bytes], size: int) -> None:
    """Store `size` bytes from `start` and advance the offset. Raises Conflict if the offset has moved in the meantime,
    Unavailable."""
    with documents.stored(db, [draft]) as keys, db.transaction(actor) as tx:
        _move(tx, row, start, received=start + size, expires=sa.func.now() + LIFETIME)
        values = {"upload_id": row["id"], "start": start, "size": size, "object_key": keys[0]}
        tx.execute(sa.insert(upload_piece).values(**values))


def finish(db: Database, actor: Actor, row: Row, start: int, last: IO[bytes]) -> int:
    """Join the pieces and the `last` one, check the content and add the file or version; returns the id of the file.
    Raises the refusals of the form's call, with which the upload has failed; Conflict if the offset has moved in the
    meantime, Unavailable."""
    with storage().draft() as whole:
        try:
            add = _adding(db, actor, row["metadata"])
            received = _joined(db, row, last, whole)
        except _NOT_FINAL:
            raise
        except Refused as refusal:
            if refusal.status < 500:
                _fail(db, actor, row, start, refusal)
            raise
        with documents.stored(db, [whole]) as keys, db.transaction(actor) as tx:
            _move(tx, row, start, received=row["length"], state=DONE)
            file_id = add(tx, received, keys[0])
            tx.execute(sa.update(upload).where(_u.id == row["id"]).values(file_id=file_id))
            pieces = _without_pieces(tx, row)
    documents.forget(db, pieces)
    return file_id


def _joined(db: Database, row: Row, last: IO[bytes], whole: IO[bytes]) -> Received:
    """Yield the whole file in its draft, checked. Memory holds one chunk. Raises NotFound, Invalid, TooLarge,
    Unavailable."""
    received = Received(rules.split(row["metadata"]["filename"]), whole)
    pieces = db.all(sa.select(upload_piece).where(_p.upload_id == row["id"]).order_by(_p.start))
    for piece in pieces:
        for chunk in storage().read(piece["object_key"], 0, piece["size"]):
            received.write(chunk, rules.MAX_FILE)
    last.seek(0)
    while chunk := last.read(CHUNK):
        received.write(chunk, rules.MAX_FILE)
    if received.size != row["length"]:
        raise _offset_conflict()
    received.check(archives.Budget())
    return received


def _move(tx: Tx, row: Row, start: int, **values: Any) -> None:
    """Set `values` while the offset is `start` and the upload open. Raises Conflict."""
    still = (_u.id == row["id"], _u.received == start, _u.state == OPEN)
    if tx.execute(sa.update(upload).where(*still).values(**values)).rowcount == 0:
        raise _offset_conflict()


def _offset_conflict() -> Conflict:
    return Conflict("Another request continued this upload", code="offset_moved")


def _fail(db: Database, actor: Actor, row: Row, start: int, refusal: Refused) -> None:
    """Store the refusal for a repeated last piece, and drop the pieces. Raises Conflict if the offset has moved."""
    body = {name: value for name, value in refusal.body("").items() if name != "requestId"}
    with db.transaction(actor) as tx:
        _move(tx, row, start, state=FAILED, refusal={"status": refusal.status, "body": body})
        pieces = _without_pieces(tx, row)
    documents.forget(db, pieces)


def remove(db: Database, actor: Actor, row: Row) -> None:
    """Remove an upload and its pieces; the file of a finished one stays."""
    with db.transaction(actor) as tx:
        pieces = _without_pieces(tx, row)
        tx.execute(sa.delete(upload).where(_u.id == row["id"]))
    documents.forget(db, pieces)


def _without_pieces(tx: Tx, row: Row) -> list[str]:
    """Delete the rows of the pieces; returns their keys, whose objects are to be removed after the commit. The sweep
    removes objects that fail then."""
    tx.execute(sa.select(_u.id).where(_u.id == row["id"]).with_for_update())
    rows = tx.all(sa.delete(upload_piece).where(_p.upload_id == row["id"]).returning(_p.object_key))
    return [piece["object_key"] for piece in rows]
