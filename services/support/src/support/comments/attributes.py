"""Attributes of a comment (`docs/api.md`, Comments)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.attributes import Attribute, Attributes
from kit.policy import Row
from kit.values import Boolean, DateTime, Integer, Text

COMMENT = Attributes(
    Attribute(name="entityType", type=Text(), default=None, event="entityType"),
    Attribute(name="entityTypeId", type=Integer(required=True), event="entityTypeId"),
    Attribute(name="type", type=Text(), default=None, at="type", event="type"),
    Attribute(name="comment", type=Text(), default=None, at="comment"),
    Attribute(name="authorId", type=Integer(required=True), event="authorUserId"),
    Attribute(name="actingUserId", type=Integer(required=True)),
    Attribute(
        name="modifiedDate",
        type=DateTime(),
        at="modifiedDate",
        column=sa.Column("edited", sa.DateTime(timezone=True)),
    ),
    Attribute(name="edits", type=Integer(), at="edits", stored_as=sa.Integer, default="0"),
    Attribute(name="pinned", type=Boolean(), at="pinned"),
    Attribute(name="locked", type=Boolean(), at="locked"),
)
"""`comment` is sanitised html; `modifiedDate` is null until the text is changed; `actingUserId` differs from the author
under impersonation."""


def comment_payload(row: Row, text: str) -> dict[str, Any]:
    """Return the CommentChanged of a row of `comment`; `text` is its text without markup, cut to the length of an
    event."""
    moments = {"created": row["created"], "modified": row["edited"] or row["created"]}
    return {**COMMENT.payload(row), **moments, "deleted": row["deleted"] is not None, "words": text}
