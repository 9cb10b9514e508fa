"""The filters of a list that lead from a group of figures to its rows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from kit.lists import request
from kit.lists.figures.asked import Asked
from kit.lists.figures.groups import Key, currency_of
from kit.lists.figures.spans import day_of
from kit.lists.spec import Dimension, ListSpec


def filters_of(wanted: Asked, rows: request.ListRequest, key: Key) -> list[dict[str, str] | None]:
    """Return the filters that leave the rows of each key of a group, in addition to those of the request; None if no
    filter can, as for a past day. Filters of the previous period include its days."""
    if wanted.day is not None:
        return [None for _ in wanted.by]
    spec, always = rows.spec, dict[str, str]()
    currency = currency_of(spec, wanted.sums)
    if currency is not None and key[-1] is not None and spec.filter(currency.name):
        always[currency.name] = key[-1]
    if wanted.span is not None and rows is not wanted.rows:
        always[wanted.span.name] = _range(*rows.filters[wanted.span.name])
    chosen = (filter_of(spec, one, value, rows) for one, value in zip(wanted.by, key, strict=False))
    return [
        None if text is None else {**always, one.entry.name: text} for one, text in zip(wanted.by, chosen, strict=True)
    ]


def filter_of(spec: ListSpec, dimension: Dimension, value: Any, rows: request.ListRequest) -> str | None:
    """Return the value of the dimension's filter that leaves the rows with this key; None if none does."""
    entry = dimension.entry
    if value is None:
        return request.NONE if spec.takes_none(entry) else None
    if dimension.period is None:
        return str(value).lower() if isinstance(value, bool) else str(value)
    low, high = rows.filters.get(entry.name) or (None, None)
    first, last = value, dimension.period.last(value)
    begin = first if low is None or day_of(low) <= first else low
    end = last if high is None or day_of(high) >= last else high
    return None if day_of(begin) > day_of(end) else _range(begin, end)


def _range(low: dt.date, high: dt.date) -> str:
    """Return the value of a date filter; a timestamp at the beginning of a day becomes that day."""
    return "..".join(
        (day_of(bound) if isinstance(bound, dt.datetime) and bound.time() == dt.time() else bound).isoformat()
        for bound in (low, high)
    )


def merged(filters: Sequence[dict[str, str] | None]) -> dict[str, str] | None:
    """Return the filters of all keys of a group; of two periods of one date the shorter."""
    merged: dict[str, str] = {}
    for of_key in filters:
        if of_key is None:
            return None
        for name, text in of_key.items():
            merged[name] = _shorter(merged.get(name, text), text)
    return merged


def _shorter(one: str, other: str) -> str:
    """Return the inner one of two ranges of days, one of which contains the other."""
    if one == other or request.NONE in {one, other}:
        return other
    lows, highs = zip(one.split(".."), other.split(".."), strict=True)
    return f"{max(lows)}..{min(highs)}"
