"""FieldSet: the declaration of a record's editable fields. `PUT /thing/{id} {field, newValue}` is served from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from kit.changes import hands, history
from kit.database.constraints import name_field
from kit.errors import Invalid
from kit.policy import Actor, Attach, Row, Rule, Scope, sys_admin
from kit.records import archived
from kit.records.field import Change, Field, Section
from kit.records.parts import Parent
from kit.records.watching import Watch, Withholding
from kit.values import FieldType, Option
from kit.values.labels import humanize

if TYPE_CHECKING:
    from kit.completeness import Completeness
    from kit.database import Database, Tx
    from kit.events import Event
    from kit.workflow import Workflow

NOT_IN_ORDER = "Please check dates are in sequential order"
"""`teaching.md 9`."""
Chronicle = Callable[[sa.Connection, Row, Sequence[Mapping[str, Any]]], Sequence[Mapping[str, Any]]]
"""Returns the whole history of a record, newest first, from its row and the changes of its own fields. Entries of its
parts have a `title` that says what was changed (`kit.http.shapes.FieldChange`)."""
_OF_SET = Rule("whoever may change the record", lambda actor, row: False)
"""Stands for the rule of the field set, which replaces it; allows nobody until then."""
_BY_DEFAULT: Any = None
"""Stands for a value derived from the rest of the declaration."""


@dataclass(frozen=True, kw_only=True)
class Create:
    """The creation of a record: `POST path` with `fields` of the set (by name), including path parameters.

    `fields` are by default all of the set, `path` is the set's path without its id, `may` the set's rule. `also` are
    values of the body, by field type, that are not stored on the record: `complete` and `after` receive them with the
    columns.

    `defaults` fills columns from the parsed values and may refuse them; `complete(tx, values)` does the same from the
    database. `after(tx, id, values)` runs in the same transaction. `ignored` are names of answers that a caller may
    send back; only `agrees(tx, owner, body)` reads them, and refuses wrong values.

    `tell(tx, id, values)` raises the notices of one new record; an import calls `tell_all(tx, ids)` once instead.
    `alike(connection, actor, body)` returns possible duplicates of a new record, which the trial of an import reports.
    """

    fields: Sequence[str] = _BY_DEFAULT
    path: str = ""
    may: Rule = _OF_SET
    defaults: Callable[[Actor, dict[str, Any]], Mapping[str, Any]] | None = None
    complete: Callable[[Tx, dict[str, Any]], Mapping[str, Any]] | None = None
    after: Callable[[Tx, int, Mapping[str, Any]], None] | None = None
    tell: Callable[[Tx, int, Mapping[str, Any]], None] | None = None
    tell_all: Callable[[Tx, Sequence[int]], None] | None = None
    alike: Callable[[sa.Connection, Actor, Mapping[str, Any]], Sequence[str]] | None = None
    also: Mapping[str, FieldType] = field(default_factory=dict)
    ignored: Sequence[str] = ()
    agrees: Callable[[Tx, int | None, Mapping[str, Any]], None] | None = None


@dataclass(frozen=True, kw_only=True)
class Delete:
    """The deletion of a record: `DELETE path`.

    `when(row)` returns the text that refuses, or None; `mark` keeps the row and sets columns instead; `keeps(row)`
    returns such columns for some of the rows, and None for rows to delete. With `undo` the answer contains, as
    `deleted`, the body with which POST restores the record. `asks`: the answer may be a question (`kit.errors.Asks`),
    to which `?confirm=true` says yes. `before(db, actor, id)` runs before the transaction: it may ask other services,
    and refuse. `path`, `may` and `when` default to the set's own.

    A record in use is not deleted (`kit.records.references`). `shared`: other services refer to it and are asked too.
    `named(row)` is its name in the refusal, by default its title or name; `instead` is the advice in the refusal of a
    record that cannot be archived.
    """

    path: str = ""
    may: Rule = _OF_SET
    when: Callable[[Row], str | None] | None = None
    mark: Mapping[str, Any] | None = None
    keeps: Callable[[Row], Mapping[str, Any] | None] | None = None
    before: Callable[[Database, Actor, int], None] | None = None
    after: Callable[[Tx, Row], None] | None = None
    undo: bool = False
    asks: bool = False
    shared: bool = False
    named: Callable[[Row], str] | None = None
    instead: str = ""


@dataclass(frozen=True, kw_only=True)
class Series:
    """Records that are dates of one series: with `scope` in its body a PUT changes others of them too, all or nothing.

    `scopes` are the choices, of which the first changes only the record itself; `others(tx, row, scope)` returns the
    ids of the others, and may prepare them; `value(change, row)` returns the new value for the other record `row`.
    """

    scopes: Sequence[Option]
    others: Callable[[Tx, Row, str], Sequence[int]]
    value: Callable[[Change, Row], Any]


@dataclass(frozen=True)
class Contribution:
    """A value that another room adds to the detail answer of field set `record`, under `name`. `Service.contributions`
    connects the two."""

    record: str
    name: str
    read: Callable[[sa.Connection, Actor, Row], Any]


@dataclass(frozen=True, kw_only=True)
class FieldSet:
    """The fields of one kind of record, the paths that serve them and the scope of each actor.

    `event` is published on every create, change and delete with `payload(row)`. `extra(connection, actor, row)` adds
    values to the detail answer beyond the fields; `answers` is the TypedDict of these and of the values that other
    rooms contribute (`Contribution`).

    `may` is the rule of every field without its own, but only sysAdmin restores an archived record; `when(row)` returns
    the text that refuses the deletion and every change of a field without its own `when`, or None; `read` is the rule
    of the detail route, by default everybody whose scope has the record. Table and scope default to the
    workflow's. Without a workflow, those who may `read` (by default, `may`) reach every record, which needs a rule that
    does not depend on the record. `routes` lists further (method, path) pairs that do the same PUT.

    `parent` owns the records; `attach` is the rule for attaching files, without which a record takes none. `closed`
    marks the records that take no new references (`kit.records.references`), by default those whose column `archived`
    or `deleted` is true. `ordered` names groups of date fields that must be in sequential order. `series` is for
    records that repeat.

    `history` is the rule on reading the changes, which may depend on the record; without a field they include those of
    its parts (`kit.records.parts`). `chronicle` builds the history of a set whose parts are written in other ways.
    `asks`: the answer to a change may be a question (`kit.errors.Asks`), to which `confirm: true` in the body of the
    PUT says yes. `pays` names the fields that decide what the record pays: creating it, or changing one of them, adds a
    hand (`kit.changes.hands`). `complete` is what its moves need (`kit.completeness`). `withholds` are fields that a
    caller can read and change only after something else.
    """

    name: str
    table: sa.Table = _BY_DEFAULT
    path: str
    sections: Sequence[Section]
    scope: Scope = _BY_DEFAULT
    read: Rule = _BY_DEFAULT
    may: Rule
    when: Callable[[Row], str | None] | None = None
    routes: Sequence[tuple[str, str]] = ()
    create: Create | None = None
    delete: Delete | None = None
    parent: Parent | None = None
    series: Series | None = None
    asks: bool = False
    event: Event | None = None
    payload: Callable[[Row], Mapping[str, Any]] | None = None
    extra: Callable[[sa.Connection, Actor, Row], Mapping[str, Any]] | None = None
    answers: Any = None
    actions: Mapping[str, Rule] = field(default_factory=dict)
    workflow: Workflow | None = None
    history: Rule = sys_admin
    chronicle: Chronicle | None = None
    detail: bool = True
    attach: Attach | None = None
    closed: sa.ColumnElement[bool] | None = None
    ordered: Sequence[Sequence[str]] = ()
    pays: Sequence[str] = ()
    complete: Completeness | None = None
    withholds: Withholding | None = None
    contributions: dict[str, Contribution] = field(default_factory=dict, init=False, repr=False, compare=False)
    watches: list[Watch] = field(default_factory=list, init=False, repr=False, compare=False)
    parts: dict[str, FieldSet] = field(default_factory=dict, init=False, repr=False, compare=False)
    _archives: Rule = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_archives", archived.archives(self.may))
        self._set_default("table", lambda: self.workflow and self.workflow.table)
        if self.workflow is None and self.scope is _BY_DEFAULT:
            self._set_default("read", lambda: self.may)
        self._set_default("scope", lambda: self.workflow.scope if self.workflow else self._reached_by_readers())
        self._set_default("read", lambda: self.scope.reached)
        if (self.pays and hands.NAME not in self.table.c) or not set(self.pays) <= set(self.fields):
            raise ValueError(f"{self.name}: `pays` names fields of a table with hands")
        if self.when is not None:
            object.__setattr__(self, "sections", [self._refusing(section) for section in self.sections])
        if self.create is not None:
            fields = tuple(self.fields) if self.create.fields is _BY_DEFAULT else self.create.fields
            self._complete("create", self.collection, fields=fields)
        if self.delete is not None:
            self._complete("delete", self.path, when=self.delete.when or self.when)
        if self.parent is not None and self.parent.ordered is not None and self.create is None:
            raise ValueError(f"{self.name}: parts in an order are added by a call")
        if self.parent is not None and self.parent.owners is not None:
            self.parent.owners.parts[self.name] = self
        for name, entry in self.fields.items():
            name_field(self.table.name, entry.column.name, name, entry.label())
            history.declare(self.name, entry.column.name, name, entry.type.encode)

    def _set_default(self, name: str, value: Callable[[], Any]) -> None:
        if getattr(self, name) is _BY_DEFAULT:
            object.__setattr__(self, name, value())

    def _reached_by_readers(self) -> Scope:
        if self.read.columns != frozenset():
            raise ValueError(f"{self.name}: `read` looks at the record, so it needs a scope")
        return Scope(everything=self.read)

    def _refusing(self, section: Section) -> Section:
        """Return the section with the `when` of the set on fields that have none of their own."""
        return replace(section, fields=[replace(entry, when=entry.when or self.when) for entry in section.fields])

    def _complete(self, name: str, path: str, **values: Any) -> None:
        """Fill in the values that the creation or deletion leaves to the set."""
        declared = getattr(self, name)
        may = self.may if declared.may is _OF_SET else declared.may
        object.__setattr__(self, name, replace(declared, path=declared.path or path, may=may, **values))

    def add(self, contribution: Contribution) -> None:
        """Add a contribution of another room to the detail answer. Raises ValueError when `answers` lacks its name."""
        if contribution.name not in getattr(self.answers, "__annotations__", {}):
            raise ValueError(f"{self.name}: its answers have no {contribution.name}")
        self.contributions[contribution.name] = contribution

    def works(self, entry: Field) -> bool:
        """Return whether a change of the field reads or writes more than its own row."""
        more = (entry.after, entry.dependents, self.parent, self.withholds)
        return bool(self.watches) or any(one is not None for one in more)

    def tell_watches(self, tx: Tx, before: Row | None, now: Row | None) -> None:
        """Register reactions of other rooms to a write."""
        for watch in self.watches:
            watch.run(tx, before, now)

    def tell_written(self, tx: Tx, record: int, before: Row | None) -> None:
        """Run the reactions of other rooms to a record that was created or changed."""
        if self.watches:
            self.tell_watches(tx, before, tx.one(sa.select(self.table).where(self.table.c.id == record)))

    @property
    def fields(self) -> dict[str, Field]:
        return {entry.name: entry for section in self.sections for entry in section.fields}

    @property
    def collection(self) -> str:
        """`/students` of `/students/{id}`."""
        return self.path.rsplit("/", 1)[0]

    @property
    def order_path(self) -> str:
        """The call that orders the parts of one record; empty if they have no order."""
        if self.parent is None or self.parent.ordered is None or self.create is None:
            return ""
        return self.parent.order_path or f"{self.create.path}/order"

    @property
    def ordered_within(self) -> list[str]:
        """The fields that all parts in one order share, besides their owner."""
        return [name for name in re.findall(r"\{([^}:]+)", self.order_path) if name != "id"]

    def noun(self) -> str:
        """Return the name of one record in a sentence: `sub account`."""
        return humanize(self.name).lower()

    def hand(self, actor: Actor, names: Sequence[str]) -> dict[str, list[str]]:
        """Return the hand of an actor who changes the fields `names`, empty if none of them decides what is paid."""
        labels = [self.fields[name].label() for name in names if name in self.pays]
        lowered = [label if label.isupper() else label[0].lower() + label[1:] for label in labels]
        return hands.hand(actor, f"changed the {' and the '.join(lowered)} of this {self.noun()}") if lowered else {}

    def rule(self, entry: Field) -> Rule:
        """Return the rule on changing `entry`: its own, or that of the set."""
        return entry.may or (self._archives if entry.name == "archived" else self.may)

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
        } | (self.complete.meta() if self.complete is not None else {})

    def check_order(self, row: Row, changed: str = "") -> None:
        """Raise Invalid if dates of `row` are out of order, naming the field that `changed`, otherwise the later of the
        two."""
        for names in self.ordered:
            present = [(name, day) for name in names if (day := row.get(self.fields[name].column.name)) is not None]
            for (first, earlier), (last, later) in pairwise(present):
                if earlier > later and changed in ("", first, last):
                    raise Invalid(NOT_IN_ORDER, fields={changed or last: NOT_IN_ORDER})

    def field_meta(self, entry: Field) -> dict[str, Any]:
        """Return the form field; for a reference to records that can be archived, with the call that returns those."""
        source = archived.source_of(self, getattr(entry.type, "source", ""))
        return entry.meta() | ({"archivedFrom": source} if source else {})

    def refusal(self, entry: Field, row: Row) -> str | None:
        """Return the text that refuses a change of `entry` in the state of this row, or None."""
        if entry.read_only:
            return f"{entry.label()} cannot be changed"
        return entry.when(row) if entry.when else None

    def edits(self, entry: Field, actor: Actor, row: Row) -> bool:
        """Return whether the page may show it as editable."""
        return self.rule(entry)(actor, row) and self.refusal(entry, row) is None and entry.seen(actor, row)

    def editable(self, actor: Actor, row: Row) -> list[str]:
        """Return the names that the page may show as editable."""
        return [name for name, entry in self.fields.items() if self.edits(entry, actor, row)]

    def moves(self, actor: Actor, row: Row, name: str) -> bool | None:
        """Return whether the actor may make the move with this name now; None if the record has no such move."""
        move = self.workflow.move(name) if self.workflow is not None else None
        return None if self.workflow is None or move is None else self.workflow.refused(move, actor, row) is None

    def acts(self, actor: Actor, row: Row) -> dict[str, bool]:
        """Return the `actions`; one with the name of a move is true if that move can be made."""
        return {
            name: rule(actor, row) and self.moves(actor, row, name) is not False for name, rule in self.actions.items()
        }

    def deletes(self, actor: Actor, row: Row) -> bool:
        """Return whether the page may offer to delete the record."""
        deletion = self.delete
        if deletion is None:
            return self.moves(actor, row, "delete") is True
        if not deletion.may(actor, row):
            return False
        return deletion.when is None or deletion.when(row) is None
