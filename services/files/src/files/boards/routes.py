"""Calls of whiteboards besides the declared ones. Drawing itself is a separate process (`files.live`)."""

from __future__ import annotations

import base64
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool

from files.boards import commands, policy, queries, rules
from files.boards.answers import BoardId, BoardKept, BoardPeople, Joined
from files.documents import commands as documents
from files.documents import multipart
from files.documents.kinds import DOCUMENT
from files.documents.routes import SHARE
from files.documents.rules import MAX_DESCRIPTION, MAX_FILE, MB
from files.storage import storage
from kit.errors import Invalid, NotFound
from kit.http import core
from kit.http.bodies import Id
from kit.http.flask import Body, Call, Routes

routes = Routes()
_ONE_FILE = "A board is kept as one file, a PNG or a PDF"
_NO_PICTURE = "The picture is a PNG of at most 60 kB"
_PNG = b"\x89PNG\r\n\x1a\n"


class LockBody(Body):
    """Whether the board is locked: for one of its people, or for everybody except those who manage it."""

    userId: Id | None = None
    locked: StrictBool


class Invited(Body):
    """A user and their level on a board."""

    id: Id
    level: Literal["view", "draw"] = "draw"


class InviteBody(Body):
    """The users who get a level on a board."""

    users: Annotated[list[Invited], Field(min_length=1, max_length=rules.MOST_MEMBERS)]


class PictureBody(Body):
    """The small picture of a board: a PNG as base64."""

    picture: Annotated[str, Field(min_length=1, max_length=rules.MAX_PICTURE * 4 // 3 + 4)]


@routes.post("/board/{id}/join", may=policy.read, answers=Joined)
def join(id: int, call: Call) -> dict[str, Any]:
    """Open a board: its tutor sees who is on it."""
    return commands.join(call.tx, id)


@routes.post("/board/{id}/lock", may=policy.read, answers=BoardPeople)
def lock(id: int, body: LockBody, call: Call) -> dict[str, Any]:
    """Lock a board, for one person or for all who do not run it, or unlock it."""
    return commands.lock(call.tx, id, body.userId, body.locked)


@routes.post("/board/{id}/members", may=policy.read, answers=BoardPeople)
def invite(id: int, body: InviteBody, call: Call) -> dict[str, Any]:
    """Invite people to a board, to draw or to view."""
    return commands.invite(call.tx, id, {one.id: one.level for one in body.users})


@routes.delete("/board/{id}/members/{userId}", may=policy.read, answers=BoardPeople)
def dismiss(id: int, userId: int, call: Call) -> dict[str, Any]:
    """Remove a person from a board."""
    return commands.dismiss(call.tx, id, userId)


@routes.post("/board/{id}/recover", may=policy.read, answers=BoardId)
def recover(id: int, call: Call) -> dict[str, Any]:
    """Restore a deleted board."""
    return commands.recover(call.tx, id)


@routes.get("/board/{id}/picture", may=policy.read, answers="image/png")
def picture(id: int, call: Call) -> core.Answer:
    """Return the first page of a board as a small PNG; 404 if there is none."""
    row = call.read(queries.picture, id)
    if row is None:
        raise NotFound("This board has no picture")
    tag = f'"{id}-{row["at"].timestamp()}"'
    headers = {"ETag": tag, "Cache-Control": "private, max-age=60", "X-Content-Type-Options": "nosniff"}
    if tag in call.header("if-none-match"):
        return core.Answer(b"", 304, "image/png", headers)
    return core.Answer(row["picture"], 200, "image/png", headers)


@routes.put("/board/{id}/picture", may=policy.read, answers=BoardId)
def keep_picture(id: int, body: PictureBody, call: Call) -> dict[str, Any]:
    """Store the small picture of a board, which its page draws."""
    try:
        content = base64.b64decode(body.picture, validate=True)
    except ValueError:
        content = b""
    if not content.startswith(_PNG) or len(content) > rules.MAX_PICTURE:
        raise Invalid(_NO_PICTURE, fields={"picture": _NO_PICTURE})
    return commands.keep_picture(call.tx, id, content)


@routes.post(
    "/board/{id}/keep",
    may=policy.read,
    status=201,
    remote=True,
    limit=MAX_FILE + 2 * MB,
    answers=BoardKept,
    schema=multipart.described(description={"type": "string", "maxLength": MAX_DESCRIPTION}),
)
def keep(id: int, call: Call) -> core.Answer:
    """Store a rendering of a board as a file of its course, or as the caller's own file without one."""
    row, mine = call.read(queries.find, id)
    mine.require_draws()
    content_type = call.header("content-type")
    with SHARE.taken(call.actor), multipart.received(call.request.stream, content_type, storage()) as form:
        if len(form.files) != 1 or form.files[0].name.extension not in {"png", "pdf"}:
            raise Invalid(_ONE_FILE, fields={"file": _ONE_FILE})
        of_course = {"entityType": "course", "entityTypeId": str(row["course_id"])} if row["course_id"] else {}
        texts = {"uploadType": DOCUMENT, "description": form.texts.get("description", "Whiteboard"), **of_course}
        details = documents.details(call.actor, texts)
        with documents.stored(call.db, [form.files[0].draft]) as keys, call.db.transaction(call.actor) as tx:
            return core.data({"id": id, "fileId": documents.add(tx, form.files[0], keys[0], details)}, 201)
