"""Calls on the reading of a file: its thumbnail, its picture, its pages and its text."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from files.documents import downloads, policy, rules
from files.documents.jobs import read_later
from files.documents.queries import conversion, find, not_valid
from files.reading import child, process, queries
from files.reading.answers import Hit, Mail, Reading
from files.scanning import guard
from kit.errors import Invalid, NotFound
from kit.http import core
from kit.http.flask import Call, Routes
from kit.policy import Row, staff
from kit.policy.share import Share

routes = Routes()
LONGEST_WORD = 100
NO_THUMBNAIL = "This file has no thumbnail"
NO_PICTURE = "This file is not a picture"
NO_MAIL = "This file is not an email"
NO_ATTACHMENT = "This mail has no such attachment"
MEDIA_TYPE = "application/octet-stream"
MAILS = Share("mails", "mails", at_once=2, a_minute=60, lease=60)
"""The rate limit of one person: a mail is parsed each time that it or an attachment is opened."""
PICTURES = Share("pictures", "pictures", at_once=2, a_minute=60, lease=60)
"""The rate limit of one person: each picture is decoded on request."""
AGAIN = Share("readAgain", "files to be read again", at_once=2, a_minute=20)
"""The rate limit of one person: each reading takes a process up to two minutes."""
_PICTURE_SECONDS = 40
_TOO_LONG = f"Please use maximum {LONGEST_WORD} characters"


def _kept(tag: str) -> dict[str, str]:
    """Return the headers of a picture that a browser caches for a while."""
    return {"ETag": tag, "Cache-Control": "private, max-age=300", "X-Content-Type-Options": "nosniff"}


@routes.get("/file/{id}/thumbnail", may=policy.read, answers="image/jpeg", no_id=not_valid)
def thumbnail(id: int, call: Call) -> core.Answer:
    """Return the first page of a file as a small JPEG; 404 if there is none."""
    row = find(call.db, call.actor, id)
    tag = f'"{row["sha256"]}-small"'
    picture = call.db.query(queries.thumbnail, call.actor, *_read_as(call, row))
    if picture is None:
        raise NotFound(NO_THUMBNAIL)
    if tag in call.header("if-none-match"):
        return core.Answer(b"", 304, "image/jpeg", _kept(tag))
    return core.Answer(picture, 200, "image/jpeg", _kept(tag))


@routes.get("/file/{id}/picture", may=policy.read, remote=True, answers="image/jpeg", no_id=not_valid)
def picture(id: int, call: Call) -> core.Answer:
    """Return a picture of a kind that browsers do not show (TIFF, HEIC) as a JPEG of at most 2,000 pixels."""
    row = find(call.db, call.actor, id)
    if row["extension"] not in child.PICTURES:
        raise NotFound(NO_PICTURE)
    tag = f'"{row["sha256"]}-picture"'
    if tag in call.header("if-none-match"):
        return core.Answer(b"", 304, "image/jpeg", _kept(tag))
    with PICTURES.taken(call.actor), tempfile.TemporaryDirectory(prefix="picture-") as folder:
        content = guard.read(row["object_key"], 0, row["size"])
        result = process.run(content, row["extension"], Path(folder), _PICTURE_SECONDS, "picture")
        if result is None or "reason" in result:
            raise NotFound(process.TOO_LONG if result is None else result["reason"])
        return core.Answer((Path(folder) / "picture.jpg").read_bytes(), 200, "image/jpeg", _kept(tag))


@routes.get("/file/{id}/mail", may=policy.read, remote=True, answers=Mail, no_id=not_valid)
def mail(id: int, call: Call) -> dict[str, Any]:
    """Return headers, text and attachments of a mail file."""
    with _opened_mail(call, id) as (_, parts):
        return {name: value for name, value in parts.items() if name != "reason"}


@routes.get("/file/{id}/mail/{partId}", may=policy.read, remote=True, answers=MEDIA_TYPE, no_id=not_valid)
def attachment(id: int, partId: int, call: Call) -> core.Answer:
    """Return an attachment of a mail file by its number."""
    with _opened_mail(call, id) as (folder, parts):
        part = next((one for one in parts["attachments"] if one["place"] == partId), None)
        if part is None:
            raise NotFound(NO_ATTACHMENT)
        headers = {"Content-Disposition": downloads.disposition(part["name"]), "X-Content-Type-Options": "nosniff"}
        return core.Answer((folder / f"part-{partId}").read_bytes(), 200, MEDIA_TYPE, headers)


@contextlib.contextmanager
def _opened_mail(call: Call, file_id: int) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield the folder with the attachments of a mail file, and the result of `reading.mail`. Raises NotFound."""
    row = find(call.db, call.actor, file_id)
    if row["extension"] not in rules.MAILS:
        raise NotFound(NO_MAIL)
    with MAILS.taken(call.actor), tempfile.TemporaryDirectory(prefix="mail-") as place:
        folder = Path(place)
        guard.copy(row["object_key"], row["size"], folder / "source")
        parts = process.started(
            "files.reading.mail", str(folder / "source"), place, result=folder / "result.json", seconds=_PICTURE_SECONDS
        )
        if parts is None or "reason" in parts:
            raise NotFound(process.TOO_LONG if parts is None else parts["reason"])
        yield folder, parts


@routes.get("/file/{id}/pages", may=policy.read, answers=Reading, no_id=not_valid)
def pages(id: int, call: Call) -> dict[str, Any]:
    """Return the number of pages of a file, and whether it was read."""
    return _reading(call, find(call.db, call.actor, id))


@routes.post("/file/{id}/read", may=staff, remote=True, answers=Reading)
def read_again(id: int, call: Call) -> dict[str, Any]:
    """Have a file read again whose reading failed: its pages, text, thumbnail, and the PDF of an office document."""
    row = find(call.db, call.actor, id)
    file_id, key = _read_as(call, row)
    with AGAIN.taken(call.actor), call.db.transaction(call.actor) as tx:
        queries.lock_failed(tx, file_id, key)
        read_later(tx, file_id, key, row["number"], again=True)
    return _reading(call, row)


def _reading(call: Call, row: Row) -> dict[str, Any]:
    state = call.db.query(queries.state, call.actor, *_read_as(call, row))
    return state | {"conversion": call.db.query(conversion, call.actor, row)}


@routes.get(
    "/file/{id}/search",
    may=policy.read,
    query={"q": {"type": "string", "maxLength": LONGEST_WORD}},
    answers=list[Hit],
    no_id=not_valid,
)
def search(id: int, call: Call) -> list[dict[str, Any]]:
    """Find the pages of a file with a text, and the words around it."""
    word = " ".join(call.request.args.get("q", "").split())
    if len(word) > LONGEST_WORD:
        raise Invalid(_TOO_LONG, fields={"q": _TOO_LONG})
    read, _ = _read_as(call, find(call.db, call.actor, id))
    return call.db.query(queries.hits, call.actor, read, word) if word else []


def _read_as(call: Call, row: Row) -> tuple[int, str]:
    """Return id and object of the file whose reading is shown: for an office document, its PDF."""
    is_conversion = row["converted_from"] and row["marks_digest"] is None
    return call.db.query(queries.document, call.actor, row) if is_conversion else (row["id"], row["object_key"])
