"""The calls of the tus protocol 1.0.0, with creation, termination and expiration (`docs/documents.md`, Uploads that
resume)."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import IO

from files.documents import policy
from files.documents.rules import MAX_FILE, MB
from files.storage import CHUNK, storage
from files.uploads import commands, protocol, queries
from files.uploads.model import DONE, FAILED
from files.uploads.rules import LEAST_PIECE, PIECE
from kit.errors import Conflict, Malformed, Refused, TooLarge
from kit.http.core import Answer
from kit.http.flask import Call, Routes
from kit.policy import Row
from kit.policy.share import Share

routes = Routes()

CREATED = Share("newUploads", "new uploads", at_once=6, a_minute=300)
PIECES = Share("pieces", "pieces of uploads", at_once=12, a_minute=600)
"""The rate limit of one person. An interrupted PATCH counts until its lease ends."""
_SCHEMA = {protocol.PIECE_TYPE: {"schema": {"type": "string", "format": "binary"}}}


@routes.post("/uploads", may=policy.upload, status=201, remote=True, answers=None)
@protocol.spoken
def create(call: Call) -> Answer:
    """Create a resumable upload of `Upload-Length` bytes, with the texts of the form in `Upload-Metadata`."""
    if call.header("upload-defer-length"):
        raise Malformed("The length of a file is known: send Upload-Length")
    length = protocol.number(call, "Upload-Length")
    with CREATED.taken(call.actor):
        row = commands.create(call.db, call.actor, protocol.decoded(call.header("upload-metadata")), length)
    return Answer(b"", 201, headers=_headers(row) | {"Location": f"/api/v1/upload/{row['id']}"})


@routes.head("/upload/{uuid}", may=policy.upload, answers=None)
@protocol.spoken
def state(uuid: uuid.UUID, call: Call) -> Answer:
    """Return the offset of an upload, and its file once it is finished."""
    row = queries.own(call.db, call.actor, uuid)
    more = {"Upload-Length": str(row["length"]), "Upload-Metadata": protocol.encoded(row["metadata"])}
    return Answer(b"", headers=_headers(row) | more)


@routes.patch(
    "/upload/{uuid}", may=policy.upload, status=204, remote=True, limit=MAX_FILE + MB, schema=_SCHEMA, answers=None
)
@protocol.spoken
def append(uuid: uuid.UUID, call: Call) -> Answer:
    """Append bytes from `Upload-Offset` on; the last ones create the file, whose id is in `Upload-File-Id`."""
    if call.header("content-type") != protocol.PIECE_TYPE:
        raise protocol.OtherType(f"The content type of a piece is {protocol.PIECE_TYPE}")
    offset = protocol.number(call, "Upload-Offset")
    with PIECES.taken(call.actor):
        row = queries.own(call.db, call.actor, uuid)
        if row["state"] == FAILED:
            raise commands.Refusal(row["refusal"])
        if offset != row["received"]:
            text = f"This upload continues at byte {row['received']}"
            raise Conflict(text, code="offset_differs", headers={"Upload-Offset": str(row["received"])})
        if offset + (call.request.content_length or 0) > row["length"]:
            raise TooLarge("The upload is shorter than this piece says")
        if row["state"] != DONE:
            _store(call, row)
    return Answer(b"", 204, headers=_headers(queries.own(call.db, call.actor, uuid)))


@routes.delete("/upload/{uuid}", may=policy.upload, status=204, remote=True, answers=None)
@protocol.spoken
def terminate(uuid: uuid.UUID, call: Call) -> Answer:
    """Remove an upload and its stored pieces; the file of a finished one stays."""
    commands.remove(call.db, call.actor, queries.own(call.db, call.actor, uuid))
    return Answer(b"", 204)


def _store(call: Call, row: Row) -> None:
    """Store the body piece by piece. The received part of an interrupted body is stored, so that slow connections
    progress too, unless it has fewer than `LEAST_PIECE` bytes."""
    offset = row["received"]
    body = _Body(call)
    while offset < row["length"] and not body.ended:
        with storage().draft() as draft:
            size = body.fill(draft, min(PIECE, row["length"] - offset))
            if offset + size == row["length"]:
                commands.finish(call.db, call.actor, row, offset, draft)
            elif size >= LEAST_PIECE or (size and offset > row["received"]):
                commands.add_piece(call.db, call.actor, row, offset, draft, size)
            elif size and not body.broken:
                raise Malformed(f"A request has at least {LEAST_PIECE // 1024} KB, but for the last one")
        offset += size


class _Body:
    """Yield the body of a request, up to an interruption."""

    def __init__(self, call: Call) -> None:
        self._source = call.request.stream
        self._left = call.request.content_length
        self.ended = self.broken = False

    def fill(self, draft: IO[bytes], most: int) -> int:
        """Write at most `most` bytes into the draft; returns their number."""
        size = 0
        for chunk in self._chunks(most):
            draft.write(chunk)
            size += len(chunk)
        if self._left is not None:
            self._left -= size
            self.broken = self.broken or (self.ended and self._left > 0)
            self.ended = self.ended or self._left == 0
        draft.flush()
        return size

    def _chunks(self, most: int) -> Iterator[bytes]:
        while most > 0:
            try:
                chunk = self._source.read(min(CHUNK, most))
            except Refused:
                raise
            except Exception:  # a connection breaks in many ways
                chunk, self.broken = b"", True
            if not chunk:
                self.ended = True
                return
            most -= len(chunk)
            yield chunk


def _headers(row: Row) -> dict[str, str]:
    headers = {"Upload-Offset": str(row["received"]), "Upload-Expires": protocol.moment(row["expires"])}
    if row["file_id"] is not None:
        headers["Upload-File-Id"] = str(row["file_id"])
    return headers
