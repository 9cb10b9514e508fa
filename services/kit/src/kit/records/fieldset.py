"""FieldSet: the editable fields of a record, declared. `PUT /thing/{id} {field, newValue}` is served from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from kit.changes import history
from kit.database.constraints import name_field
from kit.errors import Invalid
from kit.policy import Actor, Attach, Row, Rule, Scope, sys_admin
from kit.records import archived
from kit.values import FieldType
from kit.values.labels import humanize

if TYPE_CHECKING:
    from kit.database import Database, Tx
    from kit.events import Event
    from kit.workflow import Workflow


NOT_IN_ORDER = "Please check dates are in sequential order"
"""`teaching.md 9`."""


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
"""The effect that follows the change, in its transaction."""
Dependents = Callable[["Tx", Change], Mapping[str, Any]]
"""The fields that change with this one, by name, and what each then holds; may refuse, as a Check."""


@dataclass(frozen=True, kw_only=True)
class Field:
    """One editable field.

    `may` overrides the set's rule; `when` is asked of the row and answers the text that refuses, or None; `check` looks
    at the value beside the row; `dependents` gives the other fields of the record that change with it, in the same
    statement (and, under the field's own name, what is stored instead of what was sent); `after` runs in the same
    transaction; `workflow` is the one whose state this is: writing the field makes the move that leads there, which
    `may` can keep from those who make the same move by its own call. `shown` hides a field from those it refuses.
    """

    name: str
    column: sa.Column[Any]
    type: FieldType
    title: str = ""
    help: str = ""
    may: Rule | None = None
    when: Callable[[Row], str | None] | None = None
    check: Check | None = None
    dependents: Dependents | None = None
    after: After | None = None
    workflow: Workflow | None = None
    read_only: bool = False
    shown: Rule | None = None

    def label(self) -> str:
        return self.title or humanize(self.name)

    def seen(self, actor: Actor, row: Row | None = None) -> bool:
        """Whether the page may draw it."""
        return self.shown is None or self.shown(actor, row)

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
    """The creation of a record: `POST path` with `fields` of the set (by name); a parameter of the path is one of them.

    `defaults` fills columns from the parsed values, which it may refuse; so does `complete(tx, values)`, for what only
    the database knows. `after(tx, id, values)` runs in the same transaction. `ignored` are names of the answers that a
    caller may send back and that are not read, but by `agrees(tx, owner, body)`, which refuses what is not so.
    """

    path: str
    fields: Sequence[str]
    may: Rule
    defaults: Callable[[Actor, dict[str, Any]], Mapping[str, Any]] | None = None
    complete: Callable[[Tx, dict[str, Any]], Mapping[str, Any]] | None = None
    after: Callable[[Tx, int, Mapping[str, Any]], None] | None = None
    ignored: Sequence[str] = ()
    agrees: Callable[[Tx, int | None, Mapping[str, Any]], None] | None = None


@dataclass(frozen=True, kw_only=True)
class Delete:
    """The deletion of a record: `DELETE path`. `when` answers the text that refuses, or None; `mark` keeps the row and
    sets columns instead. With `undo` the answer holds, as `deleted`, the body with which POST brings it back.
    `before(db, actor, id)` runs before the transaction: it may ask other services, and refuse.

    A record that is used is not deleted (`kit.records.references`). `shared`: other services refer to it and are
    asked too. `named(row)` is what the refusal calls it, by default its title or name; `instead` is what to do,
    where the record cannot be archived.
    """

    path: str
    may: Rule
    when: Callable[[Row], str | None] | None = None
    mark: Mapping[str, Any] | None = None
    before: Callable[[Database, Actor, int], None] | None = None
    after: Callable[[Tx, Row], None] | None = None
    undo: bool = False
    shared: bool = False
    named: Callable[[Row], str] | None = None
    instead: str = ""


@dataclass(frozen=True, kw_only=True)
class Parent:
    """The record that these records are parts of, as lines are of an invoice; its id is the `{id}` of the POST path.

    It is locked before a part is made, changed or removed, so that those who write to parts of one record wait for each
    other in one order. `column` holds its id; `lock(tx, id)` locks it or raises NotFound; `when` answers the text with
    which it refuses every change of a part, or None; `changed(tx, id)` follows each write, in its transaction.
    """

    column: sa.Column[Any]
    lock: Callable[[Tx, int], Row]
    changed: Callable[[Tx, int], object]
    when: Callable[[Row], str | None] | None = None

    @property
    def table(self) -> sa.Table:
        key: Any = next(iter(self.column.foreign_keys)).column
        table: sa.Table = key.table
        return table

    def refusal(self, row: Row) -> str | None:
        """Why no part of the record `row` can change, or None."""
        return self.when(row) if self.when else None


@dataclass(frozen=True)
class Contribution:
    """The value under `name` in the detail answer of the field set called `record`, read by another room than the one
    that declares the set. `Service.contributions` puts the two together."""

    record: str
    name: str
    read: Callable[[sa.Connection, Actor, Row], Any]


@dataclass(frozen=True, kw_only=True)
class FieldSet:
    """The fields of one kind of record, the paths that serve them and who reaches which records.

    `event` is published on every create, change and delete with `payload(row)`; `extra(connection, actor, row)` adds
    what a detail answer holds beyond the fields, and `answers` is the TypedDict of that and of what other rooms
    contribute (`Contribution`); `may` is the rule of every
    field that has none of its own; `read` gates the detail route; `routes` lists further (method, path) pairs that do
    the same PUT; `parent` is the record that these are parts of; `attach` says who attaches files to a record, which
    takes none without. `closed` says which records take no further references (`kit.records.references`), by default
    those whose column `archived` or `deleted` is true. `ordered` names fields that hold days of which none is
    before the one named before it.
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
    parent: Parent | None = None
    event: Event | None = None
    payload: Callable[[Row], Mapping[str, Any]] | None = None
    extra: Callable[[sa.Connection, Actor, Row], Mapping[str, Any]] | None = None
    answers: Any = None
    actions: Mapping[str, Rule] = field(default_factory=dict)
    workflow: Workflow | None = None
    history: Rule = sys_admin
    detail: bool = True
    attach: Attach | None = None
    closed: sa.ColumnElement[bool] | None = None
    ordered: Sequence[Sequence[str]] = ()
    contributions: dict[str, Contribution] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, entry in self.fields.items():
            name_field(self.table.name, entry.column.name, name, entry.label())
            history.declare(self.name, entry.column.name, name, entry.type.encode)

    def add(self, contribution: Contribution) -> None:
        """Take what another room contributes to the detail answer. Raises ValueError for a name that `answers` does not
        have."""
        if contribution.name not in getattr(self.answers, "__annotations__", {}):
            raise ValueError(f"{self.name}: its answers have no {contribution.name}")
        self.contributions[contribution.name] = contribution

    @property
    def fields(self) -> dict[str, Field]:
        return {entry.name: entry for section in self.sections for entry in section.fields}

    @property
    def collection(self) -> str:
        """`/students` of `/students/{id}`."""
        return self.path.rsplit("/", 1)[0]

    def noun(self) -> str:
        """The name of one record in a sentence: `sub account`."""
        return humanize(self.name).lower()

    def rule(self, entry: Field) -> Rule:
        return entry.may or self.may

    def meta(self, actor: Actor) -> dict[str, Any]:
        """`GET /<thing>/fields`."""
        return {
            "sections": [
                {
                    "name": section.name,
                    "title": section.title,
                    "fields": [self.field_meta(entry) for entry in section.fields if entry.seen(actor)],
                }
                for section in self.sections
            ]
        }

    def check_order(self, row: Row, changed: str = "") -> None:
        """Raise Invalid where days of `row` stand in the wrong order; named is the field that changed, else the later
        of the two."""
        for names in self.ordered:
            present = [(name, day) for name in names if (day := row.get(self.fields[name].column.name)) is not None]
            for (first, one), (last, other) in pairwise(present):
                if one > other and changed in ("", first, last):
                    raise Invalid(NOT_IN_ORDER, fields={changed or last: NOT_IN_ORDER})

    def field_meta(self, entry: Field) -> dict[str, Any]:
        """The form field, and where it is a reference to what can be archived, the call that lists the archived."""
        source = archived.source_of(self, getattr(entry.type, "source", ""))
        return entry.meta() | ({"archivedFrom": source} if source else {})

    def refusal(self, entry: Field, row: Row) -> str | None:
        """Why `entry` cannot change in this row's state, or None."""
        if entry.read_only:
            return f"{entry.label()} cannot be changed"
        return entry.when(row) if entry.when else None

    def edits(self, entry: Field, actor: Actor, row: Row) -> bool:
        """Whether the page may draw it as editable."""
        return self.rule(entry)(actor, row) and self.refusal(entry, row) is None and entry.seen(actor, row)

    def editable(self, actor: Actor, row: Row) -> list[str]:
        """The names the page may draw as editable."""
        return [name for name, entry in self.fields.items() if self.edits(entry, actor, row)]

    def deletes(self, actor: Actor, row: Row) -> bool:
        """Whether the page may offer to delete the record."""
        deletion = self.delete
        if deletion is None or not deletion.may(actor, row):
            return False
        return deletion.when is None or deletion.when(row) is None
