"""Groups of rows by one or two dimensions, counted and summed in one statement."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.lists import request
from kit.lists.figures.asked import Asked
from kit.lists.request import query
from kit.lists.spec import Column, Dimension, ListSpec, Past
from kit.policy import Actor

MOST_GROUPS = 1_000
"""Maximum number of groups in an answer; with more it is `truncated`."""
Key = tuple[Any, ...]
"""The values of the dimensions, then the currency."""


@dataclass
class Group:
    """The figures of one group: its number of rows, then the sums. `key` is its own key; in the previous period it
    differs from that of the group at the same place."""

    key: Key
    texts: list[str]
    values: list[Any]


def selected(
    spec: ListSpec,
    chosen: sa.ColumnElement[bool],
    by: Sequence[Dimension],
    sums: Sequence[Column],
    *,
    past: Past | None = None,
    named: bool = True,
) -> sa.Select[Any]:
    """Return the statement for the groups of `chosen`: the key of each dimension and the currency, the label of each
    key if `named`, the number of rows, and the sums."""
    values = past.values if past is not None else {}
    keys: list[Any] = [values.get(one.entry.name, one.value).label(f"key_{number}") for number, one in enumerate(by)]
    currency = currency_of(spec, sums)
    keys.append((sa.null() if currency is None else currency.expression).label("currency"))
    texts = [(sa.null() if one.named is None else one.named).label(f"text_{n}") for n, one in enumerate(by) if named]
    then = past.sums if past is not None else {}
    added = [
        _sum(dataclasses.replace(column, expression=then.get(column.name, column.expression))).label(f"sum_{number}")
        for number, column in enumerate(sums)
    ]
    if past is not None:
        chosen = sa.and_(chosen, past.where)
    source = query.narrowed(spec, [chosen, *keys, *texts, *added])
    if past is not None:
        source = past.source(source)
    statement = sa.select(*keys, *texts, sa.func.count().label("count"), *added).select_from(source).where(chosen)
    grouped = keys[:-1] if currency is None else keys
    return statement.group_by(*grouped).order_by(*(key.asc().nulls_last() for key in grouped))


def grouped(connection: sa.Connection, wanted: Asked, rows: request.ListRequest, actor: Actor) -> dict[Key, Group]:
    """Return the groups of `rows`, one more than the maximum of an answer."""
    # The list's own condition reads present values.
    chosen = query.where(rows if wanted.past is None else _unconditional(rows), actor)
    statement = selected(rows.spec, chosen, wanted.by, wanted.sums, past=wanted.past)
    width = len(wanted.by)
    groups = {}
    for row in connection.execute(statement.limit(MOST_GROUPS + 1)):
        named = row[width + 1 : 2 * width + 1]
        texts_of = [one.text(key, text) for one, key, text in zip(wanted.by, row, named, strict=False)]
        key = tuple(row[: width + 1])
        groups[key] = Group(key, texts_of, [number(value) for value in row[2 * width + 1 :]])
    return groups


def _unconditional(rows: request.ListRequest) -> request.ListRequest:
    """Return the request without the condition of its list."""
    return dataclasses.replace(rows, spec=dataclasses.replace(rows.spec, where=None))


def _sum(column: Column) -> sa.ColumnElement[Any]:
    added = sa.func.coalesce(sa.func.sum(column.expression), 0)
    return added if column.type == "decimal" else sa.cast(added, sa.BigInteger)


def number(value: Any) -> Any:
    """Return a count or a sum in the form of JSON."""
    return value if isinstance(value, int) else float(value)


def currency_of(spec: ListSpec, sums: Sequence[Column]) -> Column | None:
    """Return the column with the currency of the sums: amounts of different currencies are never added."""
    named = {column.currency for column in sums if column.currency}
    assert len(named) <= 1, f"list {spec.name}: sums in currencies of {', '.join(sorted(named))}"
    return spec.column(named.pop()) if named else None
