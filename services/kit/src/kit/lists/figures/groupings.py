"""Several groupings of one list in one statement, for the answers of a service: grouped by all dimensions at once, then
summed by fewer of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.lists import request
from kit.lists.figures.groups import number, selected
from kit.lists.request import query
from kit.lists.spec import Dimension, ListSpec
from kit.policy import Actor

COUNT, CURRENCY = "count", "currency"


def finest(
    connection: sa.Connection,
    spec: ListSpec,
    actor: Actor,
    asked: Mapping[str, str],
    *,
    by: Sequence[str],
    sums: Sequence[str],
) -> list[dict[str, Any]]:
    """Return the groups of the rows that the query `asked` leaves, by all of these dimensions of the list's figures:
    the value of each dimension by name, `currency`, `count` and the sums. No group is cut off. Raises Invalid."""
    figures = spec.figures
    assert figures is not None, f"list {spec.name} declares no figures"
    dimensions, columns = [figures.dimensions[name] for name in by], [figures.sums[name] for name in sums]
    chosen = query.where(request.read(spec, asked), actor)
    names = (*by, CURRENCY, COUNT, *sums)
    last = len(by) + 1
    return [
        dict(zip(names, (*row[:last], *map(number, row[last:])), strict=True))
        for row in connection.execute(selected(spec, chosen, dimensions, columns, named=False))
    ]


@dataclass(frozen=True)
class Ranked:
    """One of the largest groups: its keys, their labels, and its number of rows."""

    keys: tuple[Any, ...]
    texts: tuple[str, ...]
    count: int


@dataclass(frozen=True)
class Largest:
    """The largest groups in order, and the numbers of groups and rows including those left out."""

    groups: Sequence[Ranked]
    groups_in_all: int
    rows_in_all: int


def largest(
    connection: sa.Connection, spec: ListSpec, actor: Actor, asked: Mapping[str, str], *, by: Sequence[str], most: int
) -> Largest:
    """Return the `most` groups with the most rows by all of these dimensions, of the rows that `asked` leaves. Rows
    without a value in any of them are not in a group. Raises Invalid."""
    figures = spec.figures
    assert figures is not None, f"list {spec.name} declares no figures"
    dimensions = [figures.dimensions[name] for name in by]
    there = [one.value.is_not(None) for one in dimensions]
    chosen = sa.and_(query.where(request.read(spec, asked), actor), *there)
    # Look up names only for the groups of the answer: there may be half a million others.
    groups = selected(spec, chosen, dimensions, (), named=False).order_by(None).cte("groups")
    number_of, keys = groups.c.count, [groups.c[f"key_{place}"] for place in range(len(by))]
    rows = connection.execute(sa.select(*keys, number_of).order_by(number_of.desc(), *keys).limit(most)).all()
    in_all = connection.execute(sa.select(sa.func.count(), sa.cast(sa.func.sum(number_of), sa.BigInteger))).one()
    texts = [
        _texts(connection, spec, chosen, one, {row[place] for row in rows}) for place, one in enumerate(dimensions)
    ]
    labels = [
        Ranked(tuple(row[:-1]), tuple(of[key] for of, key in zip(texts, row[:-1], strict=True)), row[-1])
        for row in rows
    ]
    return Largest(labels, in_all[0], in_all[1] or 0)


def _texts(
    connection: sa.Connection, spec: ListSpec, chosen: sa.ColumnElement[bool], one: Dimension, keys: set[Any]
) -> dict[Any, str]:
    """Return the label of each of these keys of a dimension."""
    if one.named is None or not keys:
        return {key: one.text(key, None) for key in keys}
    rows = selected(spec, sa.and_(chosen, one.value.in_(keys)), [one], ())
    return {key: one.text(key, named) for key, _, named, _ in connection.execute(rows)}


def added_up(groups: Iterable[Mapping[str, Any]], by: Sequence[str], sums: Sequence[str]) -> list[dict[str, Any]]:
    """Return `groups` summed by the values of `by` within each currency, in the order of currency and values, which
    cannot be None; each with its `count` and `sums`."""
    keys, figures = (CURRENCY, *by), (COUNT, *sums)
    totals: dict[tuple[Any, ...], dict[str, Any]] = {}
    for one in groups:
        key = tuple(one[name] for name in keys)
        total = totals.setdefault(key, dict(zip(keys, key, strict=True)) | dict.fromkeys(figures, 0))
        for name in figures:
            total[name] += one[name]
    return [totals[key] for key in sorted(totals)]
