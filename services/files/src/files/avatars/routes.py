"""`GET` and `POST /avatar/user/{userId}` (`platform.md 7`)."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from files.avatars import pictures
from files.avatars.answers import Avatar, AvatarRemoved, AvatarSet
from files.avatars.model import avatar, user_name
from files.documents import multipart
from files.storage import storage
from kit.database import row_or_404, tables, upsert
from kit.errors import Invalid, NotFound, TooLarge, refuse_fields
from kit.http.flask import Call, Routes
from kit.policy import own, signed_in, sys_admin
from kit.records import foreign
from kit.values import Integer
from kit.values.bodies import parsed
from kit.values.initials import initials

routes = Routes()

_LIMIT = pictures.MAX_BYTES + 1024 * 1024
_SIZES = {"": pictures.LARGE, "large": pictures.LARGE, "small": pictures.SMALL}
_PERCENT = {"type": "integer", "minimum": 0, "maximum": 100}
_SETS = sys_admin | own("user", "user_id")
_FORM = multipart.described(offsetX=_PERCENT, offsetY=_PERCENT)


@routes.get("/avatar/user/{userId}", may=signed_in, query={"size": {"enum": ["large", "small"]}}, answers=Avatar)
def read(userId: int, call: Call) -> dict[str, Any]:
    """Return the picture of a user as base64, drawn from the initials if there is none."""
    size = call.request.args.get("size", "")
    if size not in _SIZES:
        raise Invalid("Unknown size; allowed are: large, small", fields={"size": "Unknown size"})
    picture = avatar.c.small if size == "small" else avatar.c.large
    columns = (picture.label("picture"), avatar.c.offset_x, avatar.c.offset_y, avatar.c.version)
    row = call.db.one(sa.select(*columns).where(avatar.c.user_id == userId))
    name = call.db.scalar(sa.select(user_name.c.name).where(user_name.c.user_id == userId))
    if row is None and name is None:
        raise NotFound()
    call.headers["Cache-Control"] = "private, max-age=60"
    image = row["picture"] if row else pictures.initials(str(name), userId, _SIZES[size])
    return {
        "image": base64.b64encode(image).decode(),
        "mediaType": "image/jpeg" if row else "image/png",
        "size": _SIZES[size],
        "offset": {"x": row["offset_x"], "y": row["offset_y"]} if row else None,
        "version": row["version"] if row else 0,
        "generated": row is None,
        "initials": initials(str(name or "")),
    }


@routes.post(
    "/avatar/user/{userId}", may=signed_in, status=201, remote=True, limit=_LIMIT, schema=_FORM, answers=AvatarSet
)
def write(userId: int, call: Call) -> dict[str, Any]:
    """Set the picture of a user: the caller's own, or anybody's as sysAdmin."""
    multipart.form_boundary(call.header("content-type"))
    _SETS.require(call.actor, {"user_id": userId})
    foreign.check("identity", "user", userId, "There is no such user")
    with multipart.received(call.request.stream, call.header("content-type"), storage()) as form:
        upload = form.files[0]
        if upload.size > pictures.MAX_BYTES:
            raise TooLarge(f"A picture has at most {pictures.MAX_BYTES // 1_048_576} MB")
        x, y = _centre(form.texts)
        with open(upload.draft.name, "rb") as source:  # noqa: PTH123  a path of ours
            large, small = pictures.crop(source, str(upload.name), x, y)
    values = {"large": large, "small": small, "offset_x": x, "offset_y": y}
    statement = upsert(avatar, {"user_id": userId}, values, also=tables.version_values(avatar))
    return {"id": userId, "version": call.tx.scalar(statement.returning(avatar.c.version))}


@routes.delete("/avatar/user/{userId}", may=signed_in, answers=AvatarRemoved)
def remove(userId: int, call: Call) -> dict[str, Any]:
    """Remove the picture of a user: the caller's own, or anybody's as sysAdmin."""
    condition = avatar.c.user_id == userId
    row_or_404(call.tx.connection, sa.select(avatar.c.id).where(condition))
    _SETS.require(call.actor, {"user_id": userId})
    call.tx.execute(sa.delete(avatar).where(condition))
    return {"id": userId}


def _centre(texts: Mapping[str, str]) -> tuple[int, int]:
    """Return the centre of the picture in percent. Raises Invalid."""
    values, refused = parsed(dict.fromkeys(("offsetX", "offsetY"), Integer(maximum=100)), texts)
    refuse_fields(refused)
    x, y = (50 if value is None else value for value in values.values())
    return x, y
