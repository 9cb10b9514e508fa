"""The kind of record that a call on comments names, and the types of comment that its caller reads."""

from __future__ import annotations

import sqlalchemy as sa

from kit.errors import Invalid
from kit.kinds import CommentType
from support import entities
from support.kinds.queries import EntityKind, comment_kinds

MISSING_TYPE = "Please name the kind of record in the header entityType"
MISSING_ID = "Please name the record in the header entityTypeId, a whole number"


def kind_of(connection: sa.Connection, name: str | None) -> EntityKind:
    """Return the kind with this name. Raises Invalid."""
    if not name:
        raise Invalid(MISSING_TYPE, fields={"entityType": "Field is required"})
    return entities.named(comment_kinds(connection), name)


def readable(kind: EntityKind, belongs: set[str]) -> tuple[CommentType, ...]:
    """Return the types of `kind` for a caller who is not staff.

    `belongs` are the kinds of person in which the record belongs to them.
    """
    return tuple(entry for entry in kind.types if not entry.audience.isdisjoint(belongs))
