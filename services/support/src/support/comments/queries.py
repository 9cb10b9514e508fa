"""Queries of comments; each takes the actor."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, row_or_404
from kit.errors import Forbidden, NotFound
from kit.kinds import CommentType
from kit.policy import Actor, Row, may_map, staff
from support.comments.attributes import COMMENT
from support.comments.kinds import readable
from support.comments.model import comment, comment_revision
from support.comments.policy import ACTIONS
from support.directory.model import user
from support.directory.queries import course_kinds, teaches, user_of
from support.kinds.queries import EntityKind, comment_kinds

PAGE = 1_000
"""Maximum number of comments in one answer; `after` returns older ones."""

_of_record = (
    comment.c.entity_type == sa.bindparam("entity_type", type_=sa.Text),
    comment.c.entity_type_id == sa.bindparam("entity_type_id", type_=sa.BigInteger),
    comment.c.type == sa.any_(sa.bindparam("types", type_=sa.ARRAY(sa.Text))),
    comment.c.deleted.is_(None),
)
_comments = sa.select(comment, user_of(comment.c.author_id).label("author")).select_from(
    comment.outerjoin(user, user.c.id == comment.c.author_id)
)
_rows = _comments.where(*_of_record).order_by(comment.c.pinned.desc(), comment.c.id.desc())
_after = sa.tuple_(comment.c.pinned, comment.c.id) < sa.tuple_(
    sa.bindparam("pinned", type_=sa.Boolean), sa.bindparam("before", type_=sa.BigInteger)
)


def types_for(connection: sa.Connection, actor: Actor, kind: EntityKind, record: int | None) -> tuple[CommentType, ...]:
    """Return the types that the actor reads and writes on a record; without `record`, on any record of the kind."""
    if staff(actor):
        return kind.types
    if record is None:
        return readable(kind, set(actor.persons))
    if actor.person(kind.name) == record:
        return readable(kind, {kind.name})
    if kind.name == "course":
        return readable(kind, course_kinds(connection, actor, record))
    if kind.name == "student" and teaches(connection, actor, record):
        return readable(kind, {"tutor"})
    return ()


def reachable(connection: sa.Connection, actor: Actor, kind: EntityKind, record: int) -> tuple[CommentType, ...]:
    """Return the same types; raises Forbidden if there are none."""
    types = types_for(connection, actor, kind, record)
    if not types:
        raise Forbidden()
    return types


def page(
    connection: sa.Connection, actor: Actor, kind: EntityKind, record: int, after: tuple[bool, int] | None = None
) -> tuple[list[dict[str, Any]], tuple[bool, int] | None]:
    """Return a page of a record's comments, pinned first, newest first, and the position of the next page or None.

    `after` is `(pinned, id)` of the last comment of the previous page. Raises Forbidden.
    """
    types = [entry.value for entry in reachable(connection, actor, kind, record)]
    params: dict[str, Any] = {"entity_type": kind.name, "entity_type_id": record, "types": types}
    statement = _rows.limit(PAGE + 1)
    if after is not None:
        statement = statement.where(_after)
        params |= {"pinned": after[0], "before": after[1]}
    rows = all_rows(connection, statement, params)
    comments = [shape(actor, row, kind) for row in rows[:PAGE]]
    last = rows[PAGE - 1] if len(rows) > PAGE else None
    return comments, (last["pinned"], last["id"]) if last is not None else None


def count(connection: sa.Connection, actor: Actor, kind: EntityKind, record: int) -> int:
    """Return the number of a record's comments that the actor reads."""
    types = [entry.value for entry in reachable(connection, actor, kind, record)]
    statement = sa.select(sa.func.count()).select_from(comment).where(*_of_record)
    params = {"entity_type": kind.name, "entity_type_id": record, "types": types}
    return int(connection.execute(statement, params).scalar_one())


def find(connection: sa.Connection, actor: Actor, comment_id: int, *, lock: bool = False) -> dict[str, Any]:
    """Return a comment that the actor reads, with its `author`. Raises NotFound."""
    statement = _comments.where(comment.c.id == comment_id, comment.c.deleted.is_(None))
    row = row_or_404(connection, statement.with_for_update(of=comment) if lock else statement)
    if not _reads(connection, actor, row):
        raise NotFound()
    return row


def _reads(connection: sa.Connection, actor: Actor, row: Row) -> bool:
    """Return True if the actor reads the comment; nobody reads those of a kind that is no longer declared."""
    kind = comment_kinds(connection).get(row["entity_type"])
    types = types_for(connection, actor, kind, row["entity_type_id"]) if kind is not None else ()
    return any(entry.value == row["type"] for entry in types)


def revisions(connection: sa.Connection, actor: Actor, comment_id: int) -> list[dict[str, Any]]:
    """Return the text of a comment before each edit, latest edit first, if its type then was one that the actor reads:
    an edit may have opened it to others. Raises NotFound."""
    of_record = find(connection, actor, comment_id)
    kind = comment_kinds(connection)[of_record["entity_type"]]
    types = [entry.value for entry in types_for(connection, actor, kind, of_record["entity_type_id"])]
    c = comment_revision.c
    statement = (
        sa.select(c.id, c.type, c.comment, c.replaced, user_of(c.replaced_by).label("replacedBy"))
        .select_from(comment_revision.outerjoin(user, user.c.id == c.replaced_by))
        .where(c.comment_id == comment_id, c.type.in_(types))
    )
    return all_rows(connection, statement.order_by(c.id.desc()).limit(500))


def shape(actor: Actor, row: Row, kind: EntityKind) -> dict[str, Any]:
    """Return the wire form of a comment on a record of `kind` (`docs/api.md`, Comments)."""
    comment_type = kind.type(row["type"])
    return {
        "id": row["id"],
        **COMMENT.shown(row),
        "author": row["author"],
        "typeLabel": comment_type.label if comment_type else row["type"],
        "createdDate": row["created"],
        "color": comment_type.color if comment_type else "grey",
        "may": may_map(actor, row, ACTIONS),
    }
