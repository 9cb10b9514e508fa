"""Calls on files besides the declared ones: upload, download, and the legacy toggles."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from files.documents import commands, downloads, kinds, multipart, openings, policy, queries, rules
from files.documents.answers import FileDeleted, PlayerAddress, Uploaded
from files.documents.fields import FILE
from files.storage import storage
from kit.database import database
from kit.errors import NotFound
from kit.http import core
from kit.http.answers import detail, saved
from kit.http.flask import Call, Routes
from kit.policy import links, public
from kit.policy.share import Share
from kit.records import crud
from kit.records.pipeline import update

routes = Routes()

_UPLOAD_LIMIT = rules.MAX_TOTAL + 16 * rules.MB
"""The limit of the files and the form around them together; the limits per file give clearer refusals."""
SHARE = Share("uploads", "uploads", at_once=6, a_minute=300, lease=900)
"""The rate limit of one person. A page uploads one file after another; an upload ends before the gateway times out."""
_PLAY = "play"
_NOT_PLAYED = "This file is neither audio nor video"
_FORM = multipart.described(
    uploadType={"type": "string"},
    description={"type": "string", "maxLength": rules.MAX_DESCRIPTION},
    owner={"type": "integer"},
    reviewDate={"type": "string", "format": "date"},
    entityType={"type": "string"},
    entityTypeId={"type": "integer"},
)

_OF_HOMEWORK = multipart.described(hwsId={"type": "integer"}, studentId={"type": "integer"})


def upload(call: Call) -> core.Answer:
    """Upload one or several files (`money.md 7`, Upload); takes an Idempotency-Key although it streams."""
    return _upload(call, dict)


def upload_homework(call: Call) -> core.Answer:
    """Upload files of a student's work, `{file, hwsId, studentId?}` (`teaching.md 7`). This is an upload of kind
    homework, attached to the homework of the student, whose service decides who adds files. The same call with JSON
    submits them as `fileIds`."""
    return _upload(call, lambda texts: commands.of_homework(call.actor, texts))


def _upload(call: Call, texts_of: Callable[[Mapping[str, str]], Mapping[str, str]]) -> core.Answer:
    """Store the files of a form; `texts_of` derives the texts of an upload from those of the form."""
    content_type = call.header("content-type")
    with SHARE.taken(call.actor), multipart.received(call.request.stream, content_type, storage()) as form:
        details = commands.details(call.actor, texts_of(form.texts))
        with commands.stored(call.db, [upload.draft for upload in form.files]) as keys:

            def work() -> core.Answer:
                ids = [commands.add(tx, upload, key, details) for upload, key in zip(form.files, keys, strict=True)]
                return core.data({"id": ids[0], "ids": ids}, 201)

            with call.db.transaction(call.actor) as tx:
                body = json.dumps([[upload.sha256 for upload in form.files], form.texts], sort_keys=True).encode()
                answer = core.idempotent(tx, call.header("idempotency-key"), "POST /uploader", body, work)
        if "Idempotency-Replayed" in answer.headers:
            commands.forget(call.db, keys)
    return answer


@routes.get(
    "/uploader/needs",
    may=policy.upload,
    query={"entityType": {"type": "string", "maxLength": 40}},
    answers=dict[str, dict[str, bool]],
)
def needs(call: Call) -> dict[str, Any]:
    """Return the fields that the uploader asks for, by kind of file, and whether each is required; `entityType` is the
    kind of record for the files."""
    return {kind: dict(fields) for kind, fields in kinds.needs(call.request.args.get("entityType", "")).items()}


for _path in ("/system/uploader", "/uploader", "/file"):
    _register = routes.post(
        _path, may=policy.upload, status=201, remote=True, limit=_UPLOAD_LIMIT, schema=_FORM, answers=Uploaded
    )
    _register(upload)
routes.post(
    "/student/homework/add",
    may=policy.upload,
    status=201,
    remote=True,
    limit=_UPLOAD_LIMIT,
    schema=_OF_HOMEWORK,
    answers=Uploaded,
)(upload_homework)


@routes.get("/file/{id}/download", may=policy.read, answers="application/octet-stream", no_id=queries.not_valid)
def download(id: int, call: Call) -> core.Answer:
    """Return the bytes of a file, whole or a range."""
    row = queries.find(call.db, call.actor, id)
    openings.note(call.db, call.actor, row)
    return downloads.stream(row, call.header("range"), call.header("if-none-match"))


@routes.post("/file/{id}/player", may=policy.read, remote=True, answers=PlayerAddress, no_id=queries.not_valid)
def player(id: int, call: Call) -> dict[str, Any]:
    """Create an address at which a player of this session reads an audio or a video in ranges."""
    row = queries.find(call.db, call.actor, id)
    if row["extension"] not in rules.PLAYED:
        raise NotFound(_NOT_PLAYED)
    path = f"{core.full_path('/file/player')}/{links.make(call.actor, _PLAY, id)}"
    return {"address": path, "seconds": links.SECONDS}


@routes.get("/file/player/{secret}", may=public, answers="application/octet-stream")
def play(secret: str, call: Call) -> core.Answer:
    """Return the bytes of an audio or a video, whole or a range, for the person to whom its address was given."""
    actor, number = links.open_(secret, _PLAY)
    row = queries.find(call.db, actor, number)
    return downloads.stream(row, call.header("range"), call.header("if-none-match"))


@routes.get("/file/{id}/details", may=policy.read, answers=detail(FILE), no_id=queries.not_valid)
def about(id: int, call: Call) -> dict[str, Any]:
    """Return the details of a file, without its bytes."""
    row = queries.find(call.db, call.actor, id)
    return call.db.query(crud.detail, FILE, queries.showing(call.actor, row), id)


@routes.post("/file/delete/{id}", may=policy.read, remote=True, answers=FileDeleted)
def delete(id: int, call: Call) -> core.Answer:
    """Delete a file, by the legacy call; takes an Idempotency-Key although it checks the right."""
    commands.check_removal(call.db, call.actor, id)

    def work() -> core.Answer:
        crud.remove(call.tx, FILE, id)
        return core.data({"id": id})

    return core.idempotent(call.tx, call.header("idempotency-key"), f"POST /file/delete/{id}", b"", work)


def _toggle(path: str, field: str, value: bool, summary: str) -> None:
    """Register a toggle as GET and POST. The legacy calls are GETs; they are idempotent, so gateways may retry them."""

    def run(id: int, call: Call) -> dict[str, Any]:
        return update(database(), FILE, call.actor, id, field, value)

    routes.get(path, may=policy.read, summary=summary, answers=saved(FILE))(run)
    routes.post(path, may=policy.read, remote=True, summary=summary, answers=saved(FILE))(run)


_toggle("/file/{id}/lock", "locked", True, "Lock a file")
_toggle("/file/{id}/unlock", "locked", False, "Unlock a file")
_toggle("/file/{id}/visible", "visible", True, "Make a file visible")
_toggle("/file/{id}/invisible", "visible", False, "Make a file invisible")
