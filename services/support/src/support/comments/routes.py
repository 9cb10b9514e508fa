"""The calls of comments (`docs/api.md`, Comments)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Header, Query
from pydantic import Field

from kit.errors import Invalid
from kit.http import core
from kit.http.answers import Whole
from kit.http.bodies import LARGEST
from kit.http.fastapi import Body, Call, Id, RequestCall, Routes
from kit.kinds import CommentType
from kit.policy import signed_in, staff
from support.comments import answers, commands, kinds, policy, queries
from support.directory.queries import mentionable

routes = Routes()

EntityType = Annotated[str | None, Header(alias="entityType", description="Kind of the record, `student`")]
EntityTypeId = Annotated[str | None, Header(alias="entityTypeId", description="Id of the record")]


class Written(Body):
    """A comment as written; `commentId` is only for edits and may be null or 0 on a new one."""

    entityType: str
    entityTypeId: Id
    comment: str
    type: str = "general"
    commentId: Annotated[int, Field(ge=0, le=LARGEST)] | None = None


@routes.get("/comments", may=signed_in, answers=Whole(answers.CommentPage))
def listed(
    call: Call,
    entity_type: EntityType = None,
    entity_type_id: EntityTypeId = None,
    after: Annotated[str, Query(max_length=40)] = "",
) -> core.Answer:
    """Return comments of the record named by the headers, pinned first, newest first."""
    with call.db.read() as connection:
        kind, record = kinds.kind_of(connection, entity_type), _record(entity_type_id)
        rows, following = queries.page(connection, call.actor, kind, record, _position(after))
        total = queries.count(connection, call.actor, kind, record) if after or following else len(rows)
        types = queries.types_for(connection, call.actor, kind, record)
    body: dict[str, Any] = {"data": rows, "total": total, "totalIsExact": True, "next": None}
    if following is not None:
        body["next"] = f"{int(following[0])}-{following[1]}"
    body["types"] = [_type(entry) for entry in types]
    return core.Answer(core.encode(body))


@routes.get("/comments/types", may=signed_in, answers=list[answers.CommentType])
def types(call: Call, entity_type: EntityType = None, entity_type_id: EntityTypeId = None) -> list[dict[str, Any]]:
    """Return the comment types that the caller may read and write on the kind of record (or the record) named by the
    headers."""
    with call.db.read() as connection:
        kind = kinds.kind_of(connection, entity_type)
        record = _record(entity_type_id) if entity_type_id else None
        return [_type(entry) for entry in queries.types_for(connection, call.actor, kind, record)]


@routes.get("/comments/people", may=staff, answers=list[answers.Mentionable])
def people(call: Call) -> list[dict[str, Any]]:
    """Return the people who can be mentioned: the active staff, by name."""
    with call.db.read() as connection:
        return mentionable(connection)


def _check_record(call: RequestCall, arguments: Mapping[str, Any]) -> None:
    """Raise NotFound for a record that its owner does not have. Only for staff: others reach the records that the read
    models assign to them, and must not find out here which records exist."""
    body: Written = arguments["body"]
    if staff(call.actor):
        with call.db.read() as connection:
            kind = kinds.kind_of(connection, body.entityType)
        commands.check_record(kind, body.entityTypeId)


@routes.post("/comment/add", may=signed_in, status=201, before=_check_record, answers=answers.Comment)
def add(call: Call, body: Written) -> dict[str, Any]:
    """Write a comment."""
    kind = kinds.kind_of(call.tx.connection, body.entityType)
    comment_id = commands.add(call.tx, kind, body.entityTypeId, body.type, body.comment)
    return queries.shape(call.actor, queries.find(call.tx.connection, call.actor, comment_id), kind)


@routes.post("/comment/edit", may=signed_in, answers=answers.Comment)
def edit(call: Call, body: Written) -> dict[str, Any]:
    """Change the text or type of the caller's own comment."""
    if not body.commentId:
        raise Invalid("Field is required", title="Form errors", field="commentId")
    kind = kinds.kind_of(call.tx.connection, body.entityType)
    return commands.edit(call.tx, kind, body.entityTypeId, body.commentId, body.type, body.comment)


@routes.post("/comment/{comment_id}/toggle/pinned", may=signed_in, answers=answers.CommentPinned)
def toggle_pinned(call: Call, comment_id: Id) -> dict[str, Any]:
    """Pin or unpin a comment."""
    return commands.toggle(call.tx, comment_id, "pinned", policy.pin)


@routes.post("/comment/{comment_id}/toggle/locked", may=signed_in, answers=answers.CommentLocked)
def toggle_locked(call: Call, comment_id: Id) -> dict[str, Any]:
    """Lock a comment against change and deletion, or unlock it."""
    return commands.toggle(call.tx, comment_id, "locked", policy.lock)


@routes.delete("/comment/{comment_id}", may=signed_in, answers=answers.CommentDeleted)
def delete(call: Call, comment_id: Id) -> dict[str, Any]:
    """Delete a comment that is not locked."""
    return commands.delete(call.tx, comment_id)


@routes.get("/comment/{comment_id}/revisions", may=signed_in, answers=list[answers.CommentRevision])
def revisions(call: Call, comment_id: Id) -> list[dict[str, Any]]:
    """Return the text of a comment before each of its edits."""
    return call.read(queries.revisions, comment_id)


def _type(entry: CommentType) -> dict[str, Any]:
    return asdict(entry) | {"audience": sorted(entry.audience)}


def _record(text: str | None) -> int:
    record = _number(text or "")
    if not record:
        raise Invalid(kinds.MISSING_ID, fields={"entityTypeId": "Positive integer values only"})
    return record


def _number(text: str) -> int:
    """Return the id in `text`, or 0."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST)) else 0
    return number if number <= LARGEST else 0


def _position(after: str) -> tuple[bool, int] | None:
    if not after:
        return None
    pinned, _, number = after.partition("-")
    if pinned not in {"0", "1"} or not _number(number):
        raise Invalid("`after` is not one of our `next` tokens", code="bad_token")
    return pinned == "1", _number(number)
