"""The order of a record's parts (`Parent.ordered`): the place of a new part, and reordering."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.changes import history, writing
from kit.database import Tx, tables
from kit.errors import Conflict, conflict_if
from kit.records.fieldset import FieldSet
from kit.records.parts import Parent
from kit.values import IdList
from kit.values.bodies import read

_IDS = IdList()
BODY: Mapping[str, Any] = {
    "type": "object",
    "properties": {"ids": _IDS.schema()},
    "required": ["ids"],
    "additionalProperties": False,
}
"""The body of the call that orders parts: the ids of all of them."""


def asked(fieldset: FieldSet, path: Mapping[str, str], body: Mapping[str, Any]) -> tuple[list[int], dict[str, Any]]:
    """Return the arguments of `reorder` from the path and the body of a call: the ids, and the values `within`. Raises
    Invalid."""
    shared = {name: fieldset.fields[name] for name in fieldset.ordered_within}
    values = read({name: entry.type for name, entry in shared.items()}, {name: path[name] for name in shared})
    ids = read({"ids": _IDS}, body)["ids"]
    return ids, {entry.column.name: values[name] for name, entry in shared.items()}


def place(tx: Tx, fieldset: FieldSet, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the column with the place of a new part, last or as given; its `values`, by column, contain that of its
    owner. Shift the parts from there on by one, so that undoing a deletion restores the place. Return nothing if parts
    have no order."""
    parent = fieldset.parent
    if parent is None or parent.ordered is None:
        return {}
    column, table = parent.ordered, fieldset.table
    mine = siblings(fieldset, parent, values[parent.column.name], values)
    position = values.get(column.name)
    if position is None:
        return {column.name: tx.scalar(sa.select(sa.func.coalesce(sa.func.max(column) + 1, 0)).where(mine))}
    if tx.scalar(sa.select(sa.exists().where(mine, column == position))):
        shifted = {column.name: column + 1, **tables.version_values(table)}
        tx.execute(sa.update(table).where(mine, column >= position).values(shifted))
    return {column.name: position}


def reorder(
    tx: Tx, fieldset: FieldSet, owner: int, ids: Sequence[int], within: Mapping[str, Any] | None = None
) -> dict[str, list[int]]:
    """Put the parts of `owner` into the order of `ids`, in one statement. Parts in one order share the values `within`,
    by column. Lock the owner, which refuses as for a change of a part, and give it one new version, event and history
    entry. Raises NotFound and Forbidden, and Conflict also if `ids` are not exactly the current parts: another request
    may have added or deleted one."""
    parent = fieldset.parent
    assert parent is not None, f"a {fieldset.name} is no part of anything"
    assert parent.ordered is not None, f"a {fieldset.name} has no place among its siblings"
    fieldset.may.require(tx.actor)
    conflict_if(parent.refusal(parent.lock(tx, owner)))
    column, table = parent.ordered, fieldset.table
    mine = siblings(fieldset, parent, owner, within or {})
    before = tx.all(sa.select(table).where(mine).order_by(column, table.c.id))
    places = {row["id"]: row[column.name] for row in before}
    if len(ids) != len(places) or set(ids) != set(places):
        raise Conflict(f"The {parent.called} have changed since, please try again", code="changed_meanwhile")
    shifted = {record: at for at, record in enumerate(ids) if places[record] != at}
    if shifted:
        order = sa.literal(list(ids), ARRAY(sa.BigInteger))
        values = {column.name: sa.func.array_position(order, table.c.id) - 1, **tables.version_values(table)}
        tx.execute(sa.update(table).where(table.c.id.in_(shifted)).values(values))
        name = history.name_of(fieldset.name, column.name)
        entries = [history.entry(tx, fieldset.name, one, name, places[one], at) for one, at in shifted.items()]
        tx.execute(sa.insert(tables.field_history), entries)
        rows = {row["id"]: row for row in before}
        parent.reordered(tx, fieldset.name, owner, before, [rows[record] for record in ids])
        for record in shifted:
            writing.announce(tx, fieldset, record)
    return {"ids": list(ids)}


def siblings(fieldset: FieldSet, parent: Parent, owner: int, values: Mapping[str, Any]) -> sa.ColumnElement[bool]:
    """Return the condition for the parts in one order: those of the owner that agree with `values` in every field that
    the path of the order names, since header and footer items are ordered separately."""
    others = [fieldset.fields[name].column for name in fieldset.ordered_within]
    return sa.and_(parent.column == owner, *(column == values[column.name] for column in others))
