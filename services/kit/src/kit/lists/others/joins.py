"""Columns of the records that a list refers to: formulas read them as `[Primary department > Title]`.

A reference is a field of the list's records, or a filter by a column, whose options come from another list. This
module handles references within a service; `kit.lists.others.remote` handles references to other services. The columns
and rows are restricted to those that the reader has in the other list: the cell of any other row is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy.sql import visitors

from kit.lists import known
from kit.lists.spec import Column, ListSpec
from kit.policy import EVERYBODY, Actor, readers_of, staff
from kit.values import Reference

SIGN = " > "
"""Separates the title of a reference from that of a column."""
TYPES = frozenset({"text", "email", "phone", "select", "integer", "decimal", "percent", "boolean", "date", "datetime"})
"""Types that a formula reads; an amount would need the column with its currency."""
_NAMED = re.compile(r"\[[^\[\]]*>[^\[\]]*\]")
"""A title in brackets that contains the sign of references."""


def asked_for(formula: str) -> bool:
    """Return whether a formula names a column of another list. `[Total] > 100` does not: its sign is outside of the
    brackets."""
    return _NAMED.search(formula) is not None


def columns(spec: ListSpec, actor: Actor) -> dict[str, Column]:
    """Return the columns that the references of a list lead to, by `reference.column`, for a list as `actor` has it
    (`ListSpec.seen_by`)."""
    others: dict[str, Column] = {}
    for name, title, reference, path in references(spec, actor):
        target = local(path)
        if target is None or not target.may(actor):
            continue
        target = target.seen_by(actor)
        for column in target.columns:
            if column.hidden or not column.choosable or column.type not in TYPES or column.name == "id":
                continue
            others[f"{name}.{column.name}"] = Column(
                name=f"{name}.{column.name}",
                title=f"{title}{SIGN}{column.label()}",
                expression=_cell(target, column, reference, actor),
                type=column.type,
                options=column.options,
                readers=EVERYBODY,
            )
    return others


def local(path: str) -> ListSpec | None:
    """Return the list of this service at a path: the names of its records are served at `<list>/names`."""
    return known.at(path) or known.at(path.removesuffix("/names"))


def references(spec: ListSpec, actor: Actor) -> Iterator[tuple[str, str, sa.Column[int], str]]:
    """Return the references of a list that the actor may read: name, title, the column with the id, and the path of the
    other list or of the call that returns the names of its records."""
    tables = {one for one in visitors.iterate(spec.source) if isinstance(one, sa.Table)}
    taken: set[str] = set()
    record = spec.edit or spec.record
    for field in record.fields.values() if record is not None else ():
        if isinstance(field.type, Reference) and _is_ours(field.column, tables, spec, actor):
            if all(rule(actor) for rule in field.seen_by):
                taken.add(field.column.name)
                yield field.name, field.label(), field.column, field.type.source
    for entry in spec.filters:
        column = entry.expression
        if not entry.options_from or not isinstance(column, sa.Column) or column.name in taken:
            continue
        # Only the office chooses from the names of others (`ListSpec.meta`).
        offered = not entry.hidden and entry.offered_to(actor)
        if _is_ours(column, tables, spec, actor) and (offered or staff(actor)):
            yield entry.name, entry.label(), column, entry.options_from


def _is_ours(column: sa.Column[int], tables: set[sa.Table], spec: ListSpec, actor: Actor) -> bool:
    whole = isinstance(column.type, sa.Integer) and column.table in tables
    return whole and all(one.of_rows(actor, spec.scope) for one in readers_of(column))


def _cell(target: ListSpec, column: Column, reference: sa.Column[int], actor: Actor) -> sa.ColumnElement[object]:
    """Return the value of the row that a reference names, if the actor reaches it. The rows of the other list are a
    subquery, so that tables read by both lists do not collide."""
    rows = sa.select(target.key.label("id"), column.expression.label("value")).select_from(target.source)
    rows = rows.where(target.scope.where(actor))
    if target.where is not None:
        rows = rows.where(target.where)
    row = rows.subquery()
    return sa.select(row.c.value).where(row.c.id == reference).correlate(reference.table).scalar_subquery()
