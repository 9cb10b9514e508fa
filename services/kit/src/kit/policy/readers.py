"""Readers: the persons who may read a value, declared once next to the value.

The mark is on an `Attribute` (`kit.attributes`), on a column of a table (`Readers.of`), or on a part of an answer
(`NotRequired[Internal[str]]`). It applies to answers of records and of hand-written calls, columns, filters, sorts,
search, figures and exports of lists, the history of a record and the caption next to an input of a form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints, is_typeddict

import sqlalchemy as sa

from kit.actors import Actor
from kit.policy.rules import Row, Rule, signed_in, staff
from kit.policy.scope import Scope

_MARK = "readers"
_Kind = TypeVar("_Kind", bound=sa.Column[Any])


@dataclass(frozen=True, slots=True)
class Readers:
    """The persons who may read a value. `label` is the caption next to its input: `Tutor and office`. `rule` decides
    for a record. A list decides once for all its rows: if the rule depends on the record, the value is shown to staff,
    and to persons who reach rows of the list only as one of `kinds`."""

    label: str
    rule: Rule
    kinds: frozenset[str] = frozenset()

    @property
    def everybody(self) -> bool:
        """Whether everybody who reaches the record may read it, so that only the label matters."""
        return self.rule is signed_in

    def of_rows(self, actor: Actor, scope: Scope) -> bool:
        """Return whether the actor may read the value in every row that `scope` admits."""
        if not self.rule(actor):
            return False
        variant = scope.variant(actor)
        everywhere = any(name == "*" or name.startswith("role ") for name in variant)
        return self.rule.columns == frozenset() or everywhere or self.kinds.issuperset(variant)

    def of(self, column: _Kind) -> _Kind:
        """Return the column with this mark."""
        column.info[_MARK] = self
        return column


OFFICE = Readers("Office only", staff)
"""Readers of internal values: no answer to a person without the role staff contains one."""
EVERYBODY = Readers("", signed_in)
"""Readers of a value that everybody who reaches the record may read, although it is derived from a restricted one."""

_Value = TypeVar("_Value")
Internal = Annotated[_Value, OFFICE]
"""A part of an answer that is internal: `NotRequired[Internal[str]]`."""


def readers_of(expression: sa.ClauseElement | None) -> tuple[Readers, ...]:
    """Return the readers of every marked column that an expression reads, including those from which the database
    computes it."""
    readers = dict.fromkeys(mark for column in _columns(expression) for mark in _of_column(column))
    return tuple(mark for mark in readers if not mark.everybody)


def _columns(expression: sa.ClauseElement | None) -> Iterator[sa.Column[Any]]:
    """Yield the table columns in an expression, including subqueries, but do not descend into tables."""
    left = [] if expression is None else [expression]
    while left:
        part = left.pop()
        if isinstance(part, sa.TableClause):
            continue
        if isinstance(part, sa.ColumnElement):
            yield from (column for column in part.base_columns if isinstance(column, sa.Column))
        left.extend(child for child in part.get_children() if isinstance(child, sa.ClauseElement))


def marked(column: sa.Column[Any]) -> Readers | None:
    """Return the readers of a column; None if everybody who reaches the row may read it."""
    own: Readers | None = OFFICE if column.info.get("internal") else column.info.get(_MARK)
    return own


def _of_column(column: sa.Column[Any]) -> list[Readers]:
    own = marked(column)
    if own is not None:
        return [own]
    if column.computed is None or column.table is None:
        return []
    names = set(re.findall(r"\w+", str(column.computed.sqltext)))
    others = (marked(one) for one in column.table.c if one.name in names and one is not column)
    return [mark for mark in others if mark is not None]


@dataclass(frozen=True, slots=True)
class Part:
    """A marked part of an answer: the keys that lead to it, through lists if there are any."""

    path: tuple[str, ...]
    readers: Readers


@cache
def parts_of(kind: Any) -> tuple[Part, ...]:
    """Return the marked parts of an answer type. Raises ValueError for one that is not `NotRequired`."""
    return tuple(_parts(kind, (), ()))


def _parts(kind: Any, path: tuple[str, ...], within: tuple[Any, ...]) -> Iterator[Part]:
    if not is_typeddict(kind):
        for inner in get_args(kind):
            if inner not in within:
                yield from _parts(inner, path, within)
        return
    for name, hint in get_type_hints(kind, include_extras=True).items():
        optional = getattr(get_origin(hint), "_name", "") == "NotRequired"
        inner = get_args(hint)[0] if optional else hint
        marks = [mark for mark in getattr(inner, "__metadata__", ()) if isinstance(mark, Readers)]
        for mark in marks:
            if not optional:
                raise ValueError(f"{kind.__name__}.{name} is not for everybody, so it is NotRequired")
            yield Part((*path, name), mark)
        if not marks and kind not in within:
            yield from _parts(inner, (*path, name), (*within, kind))


def without(value: Any, kind: Any, actor: Actor, row: Row | None = None) -> Any:
    """Return the answer `value` of the type `kind` without the parts that the actor may not read. Staff may always read
    `Internal` parts; for a list the rule is asked without a record."""
    for part in parts_of(kind):
        if not part.readers.rule(actor, row):
            value = _cut(value, part.path)
    return value


def _cut(value: Any, path: tuple[str, ...]) -> Any:
    if isinstance(value, list):
        return [_cut(one, path) for one in value]
    if not isinstance(value, Mapping) or path[0] not in value:
        return value
    if len(path) == 1:
        return {name: one for name, one in value.items() if name != path[0]}
    return {**value, path[0]: _cut(value[path[0]], path[1:])}


__all__ = ["EVERYBODY", "OFFICE", "Internal", "Part", "Readers", "marked", "parts_of", "readers_of", "without"]
