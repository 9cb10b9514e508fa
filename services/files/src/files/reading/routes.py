"""Calls on what was read in a file: its thumbnail, its pages and its text."""

from __future__ import annotations

from typing import Any

from files.documents import policy
from files.documents.queries import conversion, find, not_valid
from files.reading import queries
from files.reading.answers import Hit, Reading
from kit.errors import Invalid, NotFound
from kit.http import core
from kit.http.flask import Call, Routes
from kit.policy import Row

routes = Routes()
LONGEST_WORD = 100
NO_THUMBNAIL = "This file has no thumbnail"
_TOO_LONG = f"Please use maximum {LONGEST_WORD} characters"


@routes.get("/file/{id}/thumbnail", may=policy.read, answers="image/jpeg", no_id=not_valid)
def thumbnail(id: int, call: Call) -> core.Answer:
    """Get the first page of a file as a small JPEG; 404 where there is none"""
    row = find(call.db, call.actor, id)
    tag = f'"{row["sha256"]}-small"'
    headers = {"ETag": tag, "Cache-Control": "private, max-age=300", "X-Content-Type-Options": "nosniff"}
    picture = call.db.query(queries.thumbnail, call.actor, *_read_as(call, row))
    if picture is None:
        raise NotFound(NO_THUMBNAIL)
    if tag in call.header("if-none-match"):
        return core.Answer(b"", 304, "image/jpeg", headers)
    return core.Answer(picture, 200, "image/jpeg", headers)


@routes.get("/file/{id}/pages", may=policy.read, answers=Reading, no_id=not_valid)
def pages(id: int, call: Call) -> dict[str, Any]:
    """Get the number of pages of a file, and whether it was read"""
    row = find(call.db, call.actor, id)
    state = call.db.query(queries.state, call.actor, *_read_as(call, row))
    return state | {"conversion": call.db.query(conversion, call.actor, row)}


@routes.get(
    "/file/{id}/search", may=policy.read, query={"q": {"type": "string", "maxLength": LONGEST_WORD}},
    answers=list[Hit], no_id=not_valid,
)  # fmt: skip
def search(id: int, call: Call) -> list[dict[str, Any]]:
    """Find the pages of a file with a text, and the words around it"""
    word = " ".join(call.request.args.get("q", "").split())
    if len(word) > LONGEST_WORD:
        raise Invalid(_TOO_LONG, fields={"q": _TOO_LONG})
    read, _ = _read_as(call, find(call.db, call.actor, id))
    return call.db.query(queries.hits, call.actor, read, word) if word else []


def _read_as(call: Call, row: Row) -> tuple[int, str]:
    """Return the id and object of the file in which what is shown was read: of a PDF made of a document, that one."""
    return call.db.query(queries.document, call.actor, row) if row["converted_from"] else (row["id"], row["object_key"])
