"""Layers and marks of a file that the caller reads.

Staff and tutors see every layer of it; others see their own layer and the released ones (`docs/documents.md`).
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from files.annotations import points, xfdf
from files.annotations.model import OTHER, annotation, annotation_layer
from files.documents.readers import teaches
from kit.database import all_rows
from kit.errors import Forbidden, NotFound
from kit.policy import Actor

_a, _l = annotation.c, annotation_layer.c
NO_MARK = "There is no such mark"


def seen(actor: Actor) -> sa.ColumnElement[bool]:
    """Return the layers that the actor sees, of a file that they read."""
    if teaches(actor):
        return sa.true()
    return sa.or_(_l.author_id == actor.user_id, _l.released)


def layers(connection: sa.Connection, actor: Actor, file_id: int) -> list[dict[str, Any]]:
    """Return the layers with their marks, oldest first."""
    shown = all_rows(connection, sa.select(annotation_layer).where(_l.file_id == file_id, seen(actor)).order_by(_l.id))
    ids = [one["id"] for one in shown]
    statement = sa.select(annotation).where(_a.layer_id.in_(ids), _a.deleted.is_(None), _a.kind != OTHER)
    marks: dict[int, list[Any]] = {}
    for mark in all_rows(connection, statement.order_by(_a.id)):
        marks.setdefault(mark["layer_id"], []).append(mark)
    return [
        {
            "id": one["id"],
            "authorId": one["author_id"],
            "authorName": one["author_name"],
            "mine": one["author_id"] == actor.user_id,
            "released": one["released"],
            "score": points.total(mark["data"] for mark in marks.get(one["id"], ())),
            "marks": [shown_mark(mark) for mark in marks.get(one["id"], ())],
        }
        for one in shown
    ]


def owned(connection: sa.Connection, actor: Actor, mark_id: int) -> dict[str, Any]:
    """Return the actor's own mark with its `file_id`. Raises NotFound; Forbidden for that of another person."""
    statement = sa.select(annotation, _l.file_id, _l.author_id).where(
        _a.id == mark_id, _a.deleted.is_(None), _a.layer_id == _l.id
    )
    rows = all_rows(connection, statement)
    if not rows:
        raise NotFound(NO_MARK)
    if rows[0]["author_id"] != actor.user_id:
        raise Forbidden("Only its author changes a mark")
    return rows[0]


def shown_mark(row: Any) -> dict[str, Any]:
    return {
        "id": row["id"],
        "page": row["page"],
        "kind": row["kind"],
        **row["data"],
        "score": points.of_mark(row["data"]),
        "repliesTo": row["replies_to"],
        "number": row["number"],
        "modified": row["modified"],
    }


def listed(connection: sa.Connection, actor: Actor, file_id: int) -> list[dict[str, Any]]:
    """Return `annotations` of `GET /file/{id}`: the layers that have marks, by id and author."""
    has = sa.exists().where(_a.layer_id == _l.id, _a.deleted.is_(None))
    statement = sa.select(_l.id, _l.author_name.label("authorName"), _l.modified)
    return all_rows(connection, statement.where(_l.file_id == file_id, seen(actor), has).order_by(_l.id))


def layer_xfdf(connection: sa.Connection, actor: Actor, file_id: int, layer_id: int) -> dict[str, Any]:
    """Return a layer as XFDF. Raises NotFound."""
    statement = sa.select(annotation_layer).where(_l.file_id == file_id, _l.id == layer_id, seen(actor))
    row = connection.execute(statement).mappings().first()
    if row is None:
        raise NotFound("There is no such annotation")
    answered = annotation.alias("answered")
    marks = (
        sa.select(annotation, sa.func.coalesce(answered.c.name, "").label("replies"))
        .select_from(annotation.outerjoin(answered, answered.c.id == _a.replies_to))
        .where(_a.layer_id == layer_id, _a.deleted.is_(None))
        .order_by(_a.id)
    )
    text = xfdf.document(all_rows(connection, marks), row["author_name"])
    return {"id": layer_id, "fileId": file_id, "authorName": row["author_name"], "xfdf": text}
