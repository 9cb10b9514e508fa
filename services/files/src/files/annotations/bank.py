"""The comment bank: texts that markers reuse, their own and shared ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from files.schema import metadata
from kit.database import Tx, all_rows, tables
from kit.errors import Conflict, Forbidden, NotFound
from kit.policy import Actor, staff

LONGEST = 500
MOST = 200
TOO_MANY = f"A person keeps at most {MOST} comments"
NO_COMMENT = "There is no such comment"
NOT_YOURS = "Only its author changes a comment"
NOT_SHARED = "Only staff share comments"

marking_comment = sa.Table(
    "marking_comment",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("author_id", sa.BigInteger, nullable=False, index=True),
    sa.Column("author_name", sa.Text, nullable=False, server_default=""),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("shared", sa.Boolean, nullable=False, server_default=sa.false(), comment="whether all markers see it"),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.Column("modified", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
)
"""One comment of the bank."""
_c = marking_comment.c


def seen(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return the caller's comments and the shared ones, ordered by text."""
    statement = sa.select(marking_comment).where(sa.or_(_c.author_id == actor.user_id, _c.shared))
    return [_shown(actor, row) for row in all_rows(connection, statement.order_by(sa.func.lower(_c.text), _c.id))]


def add(tx: Tx, text: str, shared: bool) -> dict[str, Any]:
    """Add a comment. Raises Forbidden if a tutor shares it, Conflict above MOST."""
    actor = tx.actor
    _check_share(actor, shared)
    if (tx.scalar(sa.select(sa.func.count()).where(_c.author_id == actor.user_id)) or 0) >= MOST:
        raise Conflict(TOO_MANY)
    values = {"author_id": actor.user_id, "author_name": actor.name, "text": text.strip(), "shared": shared}
    row = tx.one(sa.insert(marking_comment).values(values).returning(marking_comment))
    assert row is not None
    return _shown(actor, row)


def change(tx: Tx, comment_id: int, text: str, shared: bool) -> dict[str, Any]:
    """Change a comment of the caller. Raises NotFound, Forbidden."""
    _check_share(tx.actor, shared)
    _check_own(tx, comment_id)
    values = {"text": text.strip(), "shared": shared, "modified": sa.func.now()}
    changed = sa.update(marking_comment).where(_c.id == comment_id).values(values)
    row = tx.one(changed.returning(marking_comment))
    assert row is not None
    return _shown(tx.actor, row)


def remove(tx: Tx, comment_id: int) -> None:
    """Delete a comment of the caller; marks with its text stay. Raises NotFound, Forbidden."""
    _check_own(tx, comment_id)
    tx.execute(sa.delete(marking_comment).where(_c.id == comment_id))


def _shown(actor: Actor, row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": row["id"],
        "text": row["text"],
        "shared": row["shared"],
        "mine": row["author_id"] == actor.user_id,
        "authorName": row["author_name"],
    }


def _check_share(actor: Actor, shared: bool) -> None:
    if shared and not staff(actor):
        raise Forbidden(NOT_SHARED)


def _check_own(tx: Tx, comment_id: int) -> None:
    """Raise NotFound for a comment that the caller does not see, Forbidden for that of another person."""
    row = tx.one(sa.select(_c.author_id, _c.shared).where(_c.id == comment_id).with_for_update())
    if row is None or not (row["shared"] or row["author_id"] == tx.actor.user_id):
        raise NotFound(NO_COMMENT)
    if row["author_id"] != tx.actor.user_id:
        raise Forbidden(NOT_YOURS)
