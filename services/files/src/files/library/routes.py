"""Calls of the library besides the declared ones (`money.md 7`, Document library)."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from files.documents import commands as documents
from files.documents import downloads, multipart
from files.documents.answers import FileText
from files.documents.routes import SHARE
from files.documents.rules import MAX_FILE, MB
from files.folders import policy
from files.folders.policy import LEVELS, READ
from files.library import access, commands, queries, trees, versioning
from files.library.answers import Access, LibraryFile, NewVersion, Reached, Root, Versions
from files.library.fields import FOLDER_FIELDS
from files.storage import storage
from kit.errors import Invalid
from kit.http import core
from kit.http.answers import detail
from kit.http.bodies import Id
from kit.http.flask import Body, Call, Routes
from kit.records import crud, foreign

routes = Routes()
_MOST = 500


class Entry(Body):
    """The organisation whose library is opened."""

    orgId: Id


class Way(Body):
    """The names of folders, each in the previous one."""

    names: Annotated[list[Annotated[str, Field(max_length=1000)]], Field(min_length=1, max_length=100)]


class Grant(Body):
    """A user and their level."""

    id: Id
    level: str = READ


class Granted(Body):
    """A folder and the users who get a level there: ids (level read), or ids with a level."""

    folderId: Id
    users: Annotated[list[Id | Grant], Field(min_length=1, max_length=_MOST)]


class Revoked(Body):
    """A folder and the users whose level there is removed."""

    folderId: Id
    users: Annotated[list[Id], Field(min_length=1, max_length=_MOST)]


@routes.post("/entry", may=policy.read, answers=detail(FOLDER_FIELDS), remote=True)
def entry(body: Entry, call: Call) -> dict[str, Any]:
    """Return the root folder of an organisation's library, which the first opening creates."""
    root = call.db.query(queries.root, call.actor, body.orgId)
    if root is None:
        foreign.check("identity", "organisation", body.orgId, "There is no such organisation")
        with call.db.transaction(call.actor) as tx:
            root = commands.entry(tx, body.orgId)
        call.db.query(queries.root, call.actor, body.orgId)
    return call.db.query(crud.detail, FOLDER_FIELDS, call.actor, root)


@routes.get("/library/roots", may=policy.read, answers=list[Root])
def roots(call: Call) -> list[dict[str, Any]]:
    """Return the root folders in which the caller sees something."""
    return call.db.query(queries.roots, call.actor)


@routes.post("/folder/{id}/way", may=policy.read, answers=Reached)
def way(id: int, body: Way, call: Call) -> dict[str, Any]:
    """Return the folder that names lead to from this one, for a dropped folder; missing ones are created."""
    return {"id": trees.reached(call.tx, id, body.names)}


@routes.post("/adduserstofolder", may=policy.read, answers=list[Access])
def add_users(body: Granted, call: Call) -> list[dict[str, Any]]:
    """Give users a level in a folder and all below it."""
    levels = {
        one if isinstance(one, int) else one.id: READ if isinstance(one, int) else one.level for one in body.users
    }
    if wrong := set(levels.values()) - set(LEVELS):
        text = f"Unknown level {sorted(wrong)[0]}; allowed are: {', '.join(LEVELS)}"
        raise Invalid(text, fields={"users": text})
    call.tx.lock(access.LOCK)
    row = commands.administered(call.tx, body.folderId)
    access.grant(call.tx, row, levels)
    return access.explained(call.tx.connection, row)


@routes.post("/deleteusersfromfolder", may=policy.read, answers=list[Access])
def delete_users(body: Revoked, call: Call) -> list[dict[str, Any]]:
    """Remove the level that users have in a folder."""
    call.tx.lock(access.LOCK)
    row = commands.administered(call.tx, body.folderId)
    access.revoke(call.tx, row, body.users)
    return access.explained(call.tx.connection, row)


@routes.get("/library/file/{id}", may=policy.read, answers=LibraryFile)
def one(id: int, call: Call) -> dict[str, Any]:
    """Return a library file as its folder shows it, for one beyond the first of a large folder."""
    return call.db.query(queries.one, call.actor, id)


@routes.get("/file/{id}/versions", may=policy.read, answers=list[Versions])
def versions(id: int, call: Call) -> list[dict[str, Any]]:
    """Return the versions of a library file, latest first."""
    return call.db.query(queries.versions, call.actor, id)


@routes.post(
    "/file/{id}/update",
    may=policy.read,
    status=201,
    remote=True,
    limit=MAX_FILE + 2 * MB,
    answers=NewVersion,
    schema=multipart.described(
        note={"type": "string", "maxLength": versioning.MAX_NOTE},
        signAgain={"type": "boolean"},
        signBy={"type": "string", "format": "date"},
    ),
)
def update(id: int, call: Call) -> core.Answer:
    """Upload a new version of a library file, with a note of the changes; `signAgain` asks everybody who was asked
    before to sign it, by the day `signBy`."""
    row = versioning.changed(call.db, call.actor, id)
    content_type = call.header("content-type")
    with SHARE.taken(call.actor), multipart.received(call.request.stream, content_type, storage()) as form:
        about = versioning.form_of(form.texts)
        if len(form.files) != 1:
            raise Invalid("A version is one file", fields={"file": "A version is one file"})
        with documents.stored(call.db, [form.files[0].draft]) as keys, call.db.transaction(call.actor) as tx:
            return core.data(versioning.add(tx, row, form.files[0], keys[0], about), 201)


@routes.get("/version/{id}", may=policy.read, answers=FileText)
def version(id: int, call: Call) -> core.Answer:
    """Return a version of a file as base64 text."""
    return downloads.as_text(call.db.query(queries.version, call.actor, id))


@routes.get("/version/{id}/download", may=policy.read, answers="application/octet-stream")
def download(id: int, call: Call) -> core.Answer:
    """Return the bytes of a version, whole or a range."""
    row = call.db.query(queries.version, call.actor, id)
    return downloads.stream(row, call.header("range"), call.header("if-none-match"))


@routes.post("/version/{id}/restore", may=policy.read, status=201, answers=NewVersion)
def restore(id: int, call: Call) -> core.Answer:
    """Make a version the latest one again."""
    row = queries.version(call.tx.connection, call.actor, id)
    return core.data(commands.restore(call.tx, row), 201)
