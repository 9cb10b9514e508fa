"""FieldSet: the editable fields of a record, declared. `PUT /thing/{id} {field, newValue}` is served from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from kit.fields.types import FieldType
from kit.policy import Actor, Row, Rule, sys_admin
from kit.sql import Scope

if TYPE_CHECKING:
    from kit.db import Tx
    from kit.events import Event
    from kit.workflow import Workflow


@dataclass(frozen=True)
class Change:
    """One field about to change: the whole row as it stands, the value it has and the value it will have."""

    actor: Actor
    field: Field
    row: Row
    old: Any
    new: Any


Check = Callable[[Change], None]
"""Raises Invalid or Conflict with the spec's text."""
After = Callable[["Tx", Change], None]
"""What follows the change, in its transaction."""


@dataclass(frozen=True, kw_only=True)
class Field:
    """One editable field.

    `may` overrides the set's rule; `when` is asked of the row and answers the text that refuses, or None;
    `check` looks at the value beside the row; `after` runs in the same transaction; `move` names the workflow whose
    state this is: writing the field makes the move that leads there. `shown` hides a field from those it refuses.
    """

    name: str
    column: sa.Column[Any]
    type: FieldType
    title: str = ""
    help: str = ""
    may: Rule | None = None
    when: Callable[[Row], str | None] | None = None
    check: Check | None = None
    after: After | None = None
    workflow: Workflow | None = None
    read_only: bool = False
    shown: Rule | None = None

    def label(self) -> str:
        return self.title or words(self.name)

    def meta(self) -> dict[str, Any]:
        """The form field (`docs/api.md`, Records)."""
        meta = {"name": self.name, "title": self.label()} | self.type.meta()
        if self.help:
            meta["help"] = self.help
        if self.read_only:
            meta["readOnly"] = True
        return meta


@dataclass(frozen=True)
class Section:
    """An accordion section of a profile."""

    name: str
    title: str
    fields: Sequence[Field]


@dataclass(frozen=True, kw_only=True)
class Create:
    """How a record comes to be: `POST path` with `fields` of the set (by name). `defaults` fills columns from the
    parsed values, which it may refuse; `after(tx, id, values)` runs in the same transaction."""

    path: str
    fields: Sequence[str]
    may: Rule
    defaults: Callable[[Actor, dict[str, Any]], Mapping[str, Any]] | None = None
    after: Callable[[Tx, int, Mapping[str, Any]], None] | None = None


@dataclass(frozen=True, kw_only=True)
class Delete:
    """How a record goes: `DELETE path`. `when` answers the text that refuses, or None; `mark` keeps the row and
    sets columns instead."""

    path: str
    may: Rule
    when: Callable[[Row], str | None] | None = None
    mark: Mapping[str, Any] | None = None
    after: Callable[[Tx, Row], None] | None = None


@dataclass(frozen=True, kw_only=True)
class FieldSet:
    """The fields of one kind of record, the paths that serve them and who reaches which records.

    `event` is published on every create, change and delete with `payload(row)`; `extra(connection, actor, row)` adds
    what a detail answer holds beyond the fields; `may` is the rule of every field that has none of its own;
    `read` gates the detail route; `routes` lists further (method, path) pairs that do the same PUT.
    """

    name: str
    table: sa.Table
    path: str
    sections: Sequence[Section]
    scope: Scope
    read: Rule
    may: Rule
    routes: Sequence[tuple[str, str]] = ()
    create: Create | None = None
    delete: Delete | None = None
    event: Event | None = None
    payload: Callable[[Row], Mapping[str, Any]] | None = None
    extra: Callable[[sa.Connection, Actor, Row], Mapping[str, Any]] | None = None
    actions: Mapping[str, Rule] = field(default_factory=dict)
    workflow: Workflow | None = None
    history: Rule = sys_admin
    detail: bool = True

    @property
    def fields(self) -> dict[str, Field]:
        return {entry.name: entry for section in self.sections for entry in section.fields}

    @property
    def collection(self) -> str:
        """`/students` of `/students/{id}`."""
        return self.path.rsplit("/", 1)[0]

    def rule(self, entry: Field) -> Rule:
        return entry.may or self.may

    def meta(self, actor: Actor) -> dict[str, Any]:
        """`GET /<thing>/fields`."""
        return {
            "sections": [
                {
                    "name": section.name,
                    "title": section.title,
                    "fields": [entry.meta() for entry in section.fields if not entry.shown or entry.shown(actor)],
                }
                for section in self.sections
            ]
        }

    def refusal(self, entry: Field, row: Row) -> str | None:
        """Why `entry` cannot change in this row's state, or None."""
        if entry.read_only:
            return f"{entry.label()} cannot be changed"
        return entry.when(row) if entry.when else None

    def editable(self, actor: Actor, row: Row) -> list[str]:
        """The names the page may draw as editable."""
        return [
            name
            for name, entry in self.fields.items()
            if self.rule(entry)(actor, row) and self.refusal(entry, row) is None
        ]


def words(name: str) -> str:
    """`firstName` → `First name`."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return spaced[:1].upper() + spaced[1:].lower()
