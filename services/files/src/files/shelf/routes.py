"""Calls on library files: bulk actions, reviews and favourites."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field

from files.documents.answers import FileDeleted, Uploaded
from files.documents.downloads import disposition
from files.documents.routes import SHARE
from files.folders import policy
from files.shelf import copying, favourites, reviewing, several
from files.shelf.answers import Favourite, Favourites, Moved, Reviewed
from kit.database import Tx
from kit.errors import Invalid
from kit.http import core
from kit.http.bodies import Id
from kit.http.flask import Body, Call, Routes

routes = Routes()
MOST = 500
_IDS = "Please choose files"


class FilesChosen(Body):
    """Files of the library."""

    fileIds: Annotated[list[Id], Field(min_length=1, max_length=MOST)]


class FilesMoved(FilesChosen):
    """Files, and their target folder."""

    folderId: Id


class FilesCopied(Body):
    """Files of the library, and the record for which they are copied, if any."""

    fileIds: Annotated[list[Id], Field(min_length=1, max_length=copying.MOST)]
    uploadType: Annotated[str, Field(max_length=40)] = ""
    entityType: Annotated[str, Field(max_length=40)] = ""
    entityTypeId: Annotated[int, Field(ge=0)] | None = None

    def texts(self) -> dict[str, str]:
        """Return the texts of the form of an upload."""
        about = {"uploadType": self.uploadType, "entityType": self.entityType, "entityTypeId": self.entityTypeId}
        return {name: str(value) for name, value in about.items() if value not in {"", None}}


class NextReview(Body):
    """The next review date."""

    nextDate: dt.date


class Marked(Body):
    """A file or folder, and whether it is a favourite."""

    kind: Literal["file", "folder"]
    id: Id
    on: bool


@routes.post("/library/move", may=policy.read, answers=list[Moved])
def move(body: FilesMoved, call: Call) -> list[dict[str, Any]]:
    """Move files to a folder; returns the outcome of each."""
    return several.move_files(call.tx, body.fileIds, body.folderId)


@routes.post("/library/copy", may=policy.read, status=201, remote=True, answers=Uploaded)
def copy(body: FilesCopied, call: Call) -> core.Answer:
    """Copy library files for a record, a mail or a ticket; takes an Idempotency-Key although it copies."""

    def once(tx: Tx, add: Callable[[], list[int]]) -> core.Answer:
        def work() -> core.Answer:
            ids = add()
            return core.data({"id": ids[0], "ids": ids}, 201)

        key = call.header("idempotency-key")
        return core.idempotent(tx, key, "POST /library/copy", body.model_dump_json().encode(), work)

    with SHARE.taken(call.actor):
        return copying.copy(call.db, call.actor, body.fileIds, body.texts(), once)


@routes.post("/library/delete", may=policy.read, answers=list[Moved])
def delete(body: FilesChosen, call: Call) -> list[dict[str, Any]]:
    """Put files into the trash; returns the outcome of each."""
    return several.delete_files(call.tx, body.fileIds)


@routes.post("/library/recover", may=policy.read, answers=list[Moved])
def recover_several(body: FilesChosen, call: Call) -> list[dict[str, Any]]:
    """Restore files from the trash; returns the outcome of each."""
    return several.recover_files(call.tx, body.fileIds)


@routes.get(
    "/library/zip", may=policy.read, query={"ids": {"type": "string", "maxLength": 8000}}, answers="application/zip"
)
def packed(call: Call) -> core.Answer:
    """Return library files as one ZIP; `ids` are separated by commas."""
    texts = [text for text in call.request.args.get("ids", "").split(",") if text]
    if not texts or len(texts) > MOST or not all(text.isdecimal() and len(text) < 16 for text in texts):
        raise Invalid(_IDS, fields={"ids": _IDS})
    rows = call.db.query(several.packed, call.actor, [int(text) for text in texts])
    headers = {"Content-Disposition": disposition("Documents.zip"), "X-Content-Type-Options": "nosniff"}
    return core.Answer(several.archive(rows), 200, "application/zip", headers)


@routes.post("/file/{id}/recover", may=policy.read, answers=FileDeleted)
def recover(id: int, call: Call) -> dict[str, Any]:
    """Restore a file from the trash to its folder."""
    return several.recover(call.tx, id)


@routes.post("/file/{id}/reviewed", may=policy.read, answers=Reviewed)
def reviewed(id: int, body: NextReview, call: Call) -> dict[str, Any]:
    """Mark a document as reviewed and set its next review date."""
    return reviewing.reviewed(call.tx, id, body.nextDate)


@routes.get("/library/favourites", may=policy.read, answers=Favourites)
def listed(call: Call) -> dict[str, Any]:
    """Return the caller's favourite folders and files."""
    return call.db.query(favourites.listed, call.actor)


@routes.post("/library/favourites", may=policy.read, answers=Favourite)
def mark(body: Marked, call: Call) -> dict[str, Any]:
    """Add a file or folder to the favourites, or remove it."""
    favourites.mark(call.tx, body.kind, body.id, on=body.on)
    return {"kind": body.kind, "id": body.id, "on": body.on}
