"""Queries of the kinds: those of other services from the tables, support's own from their declaration."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import sqlalchemy as sa

from kit.database import all_rows
from kit.kinds import CommentKind, CommentType, NoticeKind
from kit.policy import Row
from support.kinds.model import comment_kind, notice_kind
from support.kinds.own import COMMENT_KINDS, NOTICE_KINDS

Kind = TypeVar("Kind", bound=CommentKind | NoticeKind)
_Placed = tuple[tuple[int, str, int], Kind]
_OWN = "support"


@dataclass(frozen=True)
class EntityKind(CommentKind):
    """A kind of record that takes comments, and the `service` that declares it."""

    service: str = ""

    @property
    def owner(self) -> str:
        """The service to ask for a record; empty if none is asked."""
        return self.service if self.asked else ""

    def type(self, value: str) -> CommentType | None:
        """Return the type of comment with this value, None if this kind has none."""
        return next((entry for entry in self.types if entry.value == value), None)


def notice_kinds(connection: sa.Connection) -> dict[str, NoticeKind]:  # allow queries-take-the-actor: none is private
    """Return the kinds of notice by name, in the order of the settings."""
    placed = [
        (_place(row), NoticeKind(**_declared(row) | {"roles": tuple(row["roles"])}))
        for row in all_rows(connection, sa.select(notice_kind))
    ]
    return _by_name([*placed, *(((kind.place, _OWN, number), kind) for number, kind in enumerate(NOTICE_KINDS))])


def comment_kinds(connection: sa.Connection) -> dict[str, EntityKind]:  # allow queries-take-the-actor: none is private
    """Return the kinds of record that take comments by name, in their order."""
    placed = [
        (_place(row), EntityKind(**_declared(row) | {"types": tuple(map(_type, row["types"]))}, service=row["service"]))
        for row in all_rows(connection, sa.select(comment_kind))
    ]
    own = (EntityKind(**vars(kind), service=_OWN) for kind in COMMENT_KINDS)
    return _by_name([*placed, *(((kind.place, _OWN, number), kind) for number, kind in enumerate(own))])


def _place(row: Row) -> tuple[int, str, int]:
    return row["place"], row["service"], row["position"]


def _declared(row: Row) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in ("service", "position")}


def _type(stored: dict[str, Any]) -> CommentType:
    return CommentType(**stored | {"audience": frozenset(stored["audience"])})


def _by_name(placed: Iterable[_Placed[Kind]]) -> dict[str, Kind]:
    """Return the kinds in order; of two with one name, the first."""
    kinds: dict[str, Kind] = {}
    for _, kind in sorted(placed, key=lambda entry: entry[0]):
        kinds.setdefault(kind.name, kind)
    return kinds
