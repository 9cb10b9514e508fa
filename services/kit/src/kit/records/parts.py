"""Parts of a record: rows that belong to it, such as the lines of a claim.

A room declares the parent on the field set of the parts; everything else follows from the field set of the owner::

    LINE = FieldSet(name="expenseLine", parent=Parent.of(CLAIM, expense_line.c.claim_id, noun="line",
                                                         named=lambda row: row["description"]), ...)

The owner is locked before a part is created, changed or deleted. It refuses as for changes of its own fields, and gets
a new version, an event and a history entry after each write. With `ordered=expense_line.c.place` a new part is the
last, and `POST /expenses/{id}/line/order {ids}` reorders them (`kit.records.ordering`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, Self

import sqlalchemy as sa

from kit.changes import hands, writing
from kit.changes.history import name_of, note
from kit.database.tables import field_history
from kit.errors import NotFound
from kit.policy import Row, Rule, Scope
from kit.values.labels import humanize

if TYPE_CHECKING:
    from kit.database import Tx

Change = dict[str, Any]


class Labelled(Protocol):
    """The parts of a field that the history needs."""

    def label(self) -> str: ...


class Kind(writing.RecordSet, Protocol):
    """The parts of a field set (`kit.records.FieldSet`) that concern its parts and their owner."""

    @property
    def scope(self) -> Scope: ...
    @property
    def may(self) -> Rule: ...
    @property
    def when(self) -> Callable[[Row], str | None] | None: ...
    @property
    def pays(self) -> Sequence[str]: ...
    @property
    def parent(self) -> Parent | None: ...
    @property
    def parts(self) -> dict[str, Any]: ...
    @property
    def fields(self) -> Mapping[str, Labelled]: ...
    def noun(self) -> str: ...


@dataclass(frozen=True, kw_only=True)
class Parent:
    """The record that owns these records, as an invoice owns its lines; its id is the `{id}` of the POST path, or, for
    a path without one, the field of its `column` in the body.

    It is locked before a part is created, changed or deleted, so that writers of its parts take locks in one order.
    `column` has its id; `lock(tx, id)` locks it or raises NotFound; `when(row)` returns the text that refuses every
    change of a part, or None; `changed(tx, id)` runs after each write, in its transaction. `owners` is the field set of
    the owner, whose history includes the parts, each described by `noun` and `named(row)`. If the field set of the
    owner is in a higher room, `noted(tx, row, gone)` writes that the part `row` was added or is `gone`.

    `ordered` has the place of a part among those of its owner, from 0. `order_path` is the call that orders them, by
    default the path of a new part followed by `/order`; each of its parameters except `{id}` is a field, and parts with
    different values of it are ordered separately. `order_changed(tx, id)` runs after it instead of `changed`, if the
    order has fewer effects.
    """

    column: sa.Column[Any]
    lock: Callable[[Tx, int], Row]
    changed: Callable[[Tx, int], object]
    when: Callable[[Row], str | None] | None = None
    owners: Kind | None = None
    noun: str = ""
    named: Callable[[Row], str] | None = None
    ordered: sa.Column[Any] | None = None
    order_path: str = ""
    order_changed: Callable[[Tx, int], object] | None = None
    noted: Callable[[Tx, Row, bool], object] | None = None

    @classmethod
    def of(
        cls,
        owners: Kind,
        column: sa.Column[Any],
        *,
        noun: str,
        named: Callable[[Row], str],
        ordered: sa.Column[Any] | None = None,
    ) -> Self:
        """Return the parent from the field set of the owner: parts can be changed by those who may change it, while it
        can be changed, and add a hand if the owner `pays`; reordering adds none."""
        return cls(
            column=column,
            lock=partial(_lock, owners),
            changed=partial(_touch, owners, f"{noun}s"),
            when=owners.when,
            owners=owners,
            noun=noun,
            named=named,
            ordered=ordered,
            order_changed=partial(_raise, owners),
        )

    @classmethod
    def announce(cls, owners: Kind, column: sa.Column[Any], changed: Callable[[Tx, int], object]) -> Self:
        """Declare the parent of parts that have rights of their own, such as the students of a course: it is locked in
        the scope of the caller, refuses as for its own changes, and `changed` publishes it after each write."""
        return cls(column=column, lock=partial(_find, owners), changed=changed, when=owners.when)

    @property
    def called(self) -> str:
        """Return the plural of the noun, for a sentence: `lines`."""
        return f"{self.noun or 'part'}s"

    @property
    def table(self) -> sa.Table:
        key: Any = next(iter(self.column.foreign_keys)).column
        table: sa.Table = key.table
        return table

    def refusal(self, row: Row) -> str | None:
        """Return the text with which the parent `row` refuses every change of a part, or None."""
        return self.when(row) if self.when else None

    def written(self, tx: Tx, kind: str, before: Row | None, now: Row | None) -> None:
        """Notify the owner that a part of the set `kind` was created (`before` is None), changed or deleted (`now`)."""
        row = now or before
        assert row is not None
        owner = row[self.column.name]
        self.changed(tx, owner)
        if self.noted is not None:
            self.noted(tx, row, now is None)
        if self.owners is not None and (before is None or now is None):
            note(tx, self.owners.name, owner, kind, self._noted(before), self._noted(now))

    def reordered(self, tx: Tx, kind: str, owner: int, before: Sequence[Row], now: Sequence[Row]) -> None:
        """Notify the owner that its parts of the set `kind` were reordered."""
        (self.order_changed or self.changed)(tx, owner)
        if self.owners is not None:
            orders = ([self._noted(row) for row in rows] for rows in (before, now))
            note(tx, self.owners.name, owner, kind, *orders)

    def _noted(self, row: Row | None) -> dict[str, Any] | None:
        return None if row is None or self.named is None else {"id": row["id"], "name": self.named(row)}


def _find(owners: Kind, tx: Tx, record: int) -> Row:
    mine = sa.and_(owners.table.c.id == record, owners.scope.where(tx.actor))
    row = tx.one(sa.select(owners.table).where(mine).with_for_update(of=owners.table))
    if row is None:
        raise NotFound()
    return row


def _lock(owners: Kind, tx: Tx, record: int) -> Row:
    row = _find(owners, tx, record)
    owners.may.require(tx.actor, row)
    return row


def _raise(owners: Kind, tx: Tx, record: int) -> None:
    writing.change(tx, owners, {"id": record}, {})


def _touch(owners: Kind, called: str, tx: Tx, record: int) -> None:
    _raise(owners, tx, record)
    if owners.pays:
        entry = hands.hand(tx.actor, f"changed the {called} of this {owners.noun()}")
        hands.add(tx, owners.table, owners.table.c.id == record, entry)


def chronicle(
    connection: sa.Connection,
    owners: Kind,
    owner: int,
    changes: Sequence[Change],
    seen: Callable[[Any], set[str]],
) -> list[Change]:
    """Return the history of a record including its parts, newest first, each entry with a `title` of what was changed;
    `changes` are the changes of its own fields, `seen(parts)` returns the names of the fields that the caller may
    read."""
    history = [_own(owners, change) for change in changes]
    for kind in owners.parts.values():
        history += _of_parts(connection, kind, owner, changes, seen(kind))
    return sorted(history, key=lambda entry: entry["id"], reverse=True)


def _own(owners: Kind, change: Change) -> Change:
    """Return a change of the owner: a changed field, a part added or removed, or a new order of its parts."""
    kind = owners.parts.get(change["field"])
    if kind is None or kind.parent is None:
        field = owners.fields.get(change["field"])
        return {**change, "title": field.label() if field else humanize(change["field"])}
    if isinstance(change["newValue"], list):
        texts = [", ".join(one["name"] for one in change[value]) for value in ("oldValue", "newValue")]
        return {**change, "title": f"Order of the {kind.parent.called}", "oldText": texts[0], "newText": texts[1]}
    verb = "added" if change["oldValue"] is None else "removed"
    texts = [value and value["name"] for value in (change["oldValue"], change["newValue"])]
    return {**change, "title": f"{kind.parent.noun.capitalize()} {verb}", "oldText": texts[0], "newText": texts[1]}


def _of_parts(
    connection: sa.Connection, kind: Kind, owner: int, changes: Sequence[Change], seen: set[str]
) -> Iterator[Change]:
    """Return the field changes of the parts of one kind, including deleted parts."""
    parent = kind.parent
    assert parent is not None
    assert parent.named is not None
    rows = connection.execute(sa.select(kind.table).where(parent.column == owner)).mappings()
    names = {row["id"]: parent.named(dict(row)) for row in rows}
    for change in changes:
        if change["field"] == kind.name:
            for value in (change["oldValue"], change["newValue"]):
                for one in value if isinstance(value, list) else [value] if value is not None else []:
                    names.setdefault(one["id"], one["name"])
    its = field_history.c
    # Reordering the parts is one entry of the owner.
    shown = seen if parent.ordered is None else seen - {name_of(kind.name, parent.ordered.name)}
    mine = sa.select(field_history).where(its.entity == kind.name, its.entity_id.in_(names), its.field.in_(shown))
    for row in connection.execute(mine.order_by(its.id.desc()).limit(500)).mappings():
        label = kind.fields[row["field"]].label()
        yield entry_of(dict(row)) | {"title": f"{parent.noun.capitalize()} “{names[row['entity_id']]}”: {label}"}


def entry_of(row: Mapping[str, Any]) -> Change:
    """Return an entry in the form of the history answer, from a row of `field_history`."""
    return {
        "id": row["id"],
        "field": row["field"],
        "oldValue": row["old_value"],
        "newValue": row["new_value"],
        "oldText": None,
        "newText": None,
        "changed": row["changed"],
        "userId": row["user_id"],
        "userName": row["user_name"],
        "actingUserId": row["acting_user_id"],
    }
