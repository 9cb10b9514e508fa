"""Several groupings of one list in one statement, for the answers of a service: by all dimensions at once, then added
up by fewer of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.lists import query, request
from kit.lists.grouped import number, selected
from kit.lists.spec import ListSpec
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
    """The groups by all of these dimensions of the list's figures, of the rows that the query `asked` leaves: the value
    of each dimension by its name, `currency`, `count` and the sums. No group is cut off. Raises Invalid."""
    figures = spec.figures
    assert figures is not None, f"list {spec.name} declares no figures"
    dimensions, columns = [figures.dimensions[name] for name in by], [figures.sums[name] for name in sums]
    chosen = query.where(spec, request.read(spec, asked), actor)
    names = (*by, CURRENCY, COUNT, *sums)
    last = len(by) + 1
    return [
        dict(zip(names, (*row[:last], *map(number, row[last:])), strict=True))
        for row in connection.execute(selected(spec, chosen, dimensions, columns, named=False))
    ]


@dataclass(frozen=True)
class Ranked:
    """A group among the largest: its keys, what people call them, and its number of rows."""

    keys: tuple[Any, ...]
    texts: tuple[str, ...]
    count: int


@dataclass(frozen=True)
class Largest:
    """The largest groups in their order, and how many groups and rows there are with those that were left out."""

    groups: Sequence[Ranked]
    groups_in_all: int
    rows_in_all: int


def largest(
    connection: sa.Connection, spec: ListSpec, actor: Actor, asked: Mapping[str, str], *, by: Sequence[str], most: int
) -> Largest:
    """The `most` groups with most rows by all of these dimensions, of the rows that `asked` leaves. Rows without a
    value in one of them are in no group. Raises Invalid."""
    figures = spec.figures
    assert figures is not None, f"list {spec.name} declares no figures"
    dimensions = [figures.dimensions[name] for name in by]
    there = [one.value.is_not(None) for one in dimensions]
    chosen = sa.and_(query.where(spec, request.read(spec, asked), actor), *there)
    groups = selected(spec, chosen, dimensions, ()).order_by(None).subquery("groups")
    number_of, keys = groups.c.count, [groups.c[f"key_{place}"] for place in range(len(by))]
    in_all = (sa.func.count().over(), sa.cast(sa.func.sum(number_of).over(), sa.BigInteger))
    ranked = sa.select(*keys, *(groups.c[f"text_{place}"] for place in range(len(by))), number_of, *in_all)
    rows = connection.execute(ranked.order_by(number_of.desc(), *keys).limit(most)).all()
    width = len(by)
    found = [
        Ranked(
            tuple(row[:width]),
            tuple(one.text(key, text) for one, key, text in zip(dimensions, row, row[width : 2 * width], strict=False)),
            row[2 * width],
        )
        for row in rows
    ]
    return Largest(found, *(rows[0][-2:] if rows else (0, 0)))


def added_up(groups: Iterable[Mapping[str, Any]], by: Sequence[str], sums: Sequence[str]) -> list[dict[str, Any]]:
    """`groups` added up by the values of `by` within each currency, in the order of currency and values, which cannot
    be None; each with its `count` and `sums`."""
    keys, figures = (CURRENCY, *by), (COUNT, *sums)
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for one in groups:
        key = tuple(one[name] for name in keys)
        total = found.setdefault(key, dict(zip(keys, key, strict=True)) | dict.fromkeys(figures, 0))
        for name in figures:
            total[name] += one[name]
    return [found[key] for key in sorted(found)]
