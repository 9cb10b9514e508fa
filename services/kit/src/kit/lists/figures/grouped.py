"""`GET <list>/figures`: the rows of a list request, counted and summed by one or two dimensions."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Database
from kit.lists import request, serve
from kit.lists.figures.asked import Asked, read
from kit.lists.figures.groups import MOST_GROUPS, Group, Key, grouped
from kit.lists.figures.links import filters_of, merged
from kit.lists.figures.spans import Span
from kit.lists.formulas.limits import refusing_slow, seconds_of
from kit.lists.spec import Dimension, ListSpec
from kit.policy import Actor


def answer(
    db: Database, spec: ListSpec, actor: Actor, asked: Mapping[str, str], path: Mapping[str, str]
) -> dict[str, Any]:
    """Return the groups with their texts, values and the filters that lead to their rows. Raises Invalid, Forbidden."""
    spec = serve.seen(spec, actor, asked)
    wanted = read(spec, asked, path)
    with refusing_slow(spec), db.read(seconds_of(spec)) as connection:
        counted = grouped(connection, wanted, wanted.rows, actor)
        past = _rows_before(wanted)
        earlier = _earlier(connection, wanted, past, actor) if past else {}
    truncated = len(counted) > MOST_GROUPS
    nothing = [0] * (1 + len(wanted.sums))
    order = [_places(one, place, {**earlier, **counted}) for place, one in enumerate(wanted.by)]
    keys = sorted(dict.fromkeys([*counted, *earlier]), key=lambda key: _order(key, order))[:MOST_GROUPS]
    groups: list[dict[str, Any]] = []
    for key in keys:
        group = counted.get(key)
        before = earlier.get(key)
        shown = group or before
        assert shown is not None
        filters = filters_of(wanted, wanted.rows, key)
        groups.append(
            {
                "keys": [value.isoformat() if isinstance(value, dt.date) else value for value in key[:-1]],
                "texts": shown.texts,
                "currency": key[-1],
                "values": group.values if group else nothing,
                "before": (before.values if before else nothing) if wanted.span else None,
                "filters": merged(filters),
                "keyFilters": filters,
                "beforeFilters": merged(filters_of(wanted, past, before.key)) if before and past else None,
            }
        )
    return {
        "by": [one.meta() | _options(one) for one in wanted.by],
        "measures": [
            _measure("count", "Number", "integer"),
            *(_measure(c.name, c.label(), c.type) for c in wanted.sums),
        ],
        "groups": groups,
        "totals": _totals(groups, nothing, compared=wanted.span is not None),
        "truncated": truncated,
        "period": _period(wanted.span),
        "asOf": wanted.day.isoformat() if wanted.day else None,
    }


def _rows_before(wanted: Asked) -> request.ListRequest | None:
    """Return the request for the rows of the previous period, None without a comparison."""
    if wanted.span is None:
        return None
    before = _bounds(wanted, wanted.span.before())
    return dataclasses.replace(wanted.rows, filters={**wanted.rows.filters, wanted.span.name: before})


def _earlier(connection: sa.Connection, wanted: Asked, rows: request.ListRequest, actor: Actor) -> dict[Key, Group]:
    """Return the groups of the previous period, each under the key of the group at the same place in the requested
    period."""
    span = wanted.span
    assert span is not None
    before = span.before()
    groups = {}
    for key, group in grouped(connection, wanted, rows, actor).items():
        shifted, texts = list(key), list(group.texts)
        for place, one in enumerate(wanted.by):
            if one.period is not None and one.entry.name == span.name:
                count = one.period.between(before.first, key[place])
                shifted[place] = one.period.later(one.period.first(span.first), count)
                texts[place] = one.text(shifted[place], None)
        groups[tuple(shifted)] = Group(key, texts, group.values)
    return groups


def _bounds(wanted: Asked, span: Span) -> tuple[Any, Any]:
    """Return the days of `span` in the form of the filter's own bounds."""
    if isinstance(wanted.rows.filters[span.name][0], dt.datetime):
        return request.day_bound(span.first, ends=False), request.day_bound(span.last, ends=True)
    return span.first, span.last


def _places(dimension: Dimension, place: int, groups: Mapping[Key, Group]) -> Mapping[Any, int]:
    """Return the rank of each value: names in alphabetical order, options in declared order."""
    if dimension.named is None:
        return {option.value: number for number, option in enumerate(dimension.entry.options)}
    named = {key[place]: group.texts[place].casefold() for key, group in groups.items() if key[place] is not None}
    return {value: number for number, value in enumerate(sorted(named, key=lambda value: named[value]))}


def _order(key: Key, places: Sequence[Mapping[Any, int]]) -> tuple[Any, ...]:
    """Sort by these ranks, then by value; groups without a value come last."""
    ranks = [known.get(value, len(known)) for value, known in zip(key, places, strict=False)]
    by_value = [(value is None, 0 if value is None else value) for value in key]
    return (*(part for pair in zip(ranks, by_value, strict=False) for part in pair), by_value[-1])


def _options(dimension: Dimension) -> dict[str, Any]:
    options = dimension.entry.options
    return {"options": [option.meta() for option in options]} if options and dimension.named is None else {}


def _measure(name: str, title: str, kind: str) -> dict[str, str]:
    return {"name": name, "title": title, "type": kind}


def _totals(groups: Sequence[Mapping[str, Any]], nothing: list[int], *, compared: bool) -> list[dict[str, Any]]:
    """Return the sums of all groups, one row for each currency."""
    totals: dict[str | None, dict[str, Any]] = {}
    for group in groups:
        one = totals.setdefault(
            group["currency"],
            {"currency": group["currency"], "values": nothing, "before": nothing if compared else None},
        )
        one["values"] = [left + right for left, right in zip(one["values"], group["values"], strict=True)]
        if compared:
            one["before"] = [left + right for left, right in zip(one["before"], group["before"], strict=True)]
    return list(totals.values())


def _period(span: Span | None) -> dict[str, str] | None:
    if span is None:
        return None
    before = span.before()
    return {
        "from": span.first.isoformat(),
        "to": span.last.isoformat(),
        "beforeFrom": before.first.isoformat(),
        "beforeTo": before.last.isoformat(),
    }
