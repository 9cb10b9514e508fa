"""A request for figures, checked: its dimensions, sums, rows, comparison and past day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.errors import Invalid
from kit.lists import request
from kit.lists.figures.spans import Span, day_of
from kit.lists.spec import Column, Dimension, Figures, ListSpec, Past
from kit.lists.spec.figures import CONTROLS
from kit.values.days import LONDON

_MOST_DIMENSIONS = 2


@dataclass(frozen=True)
class Asked:
    """A checked request for figures. `span` is the period to compare with the previous one, or None; `day` the past day
    whose figures are requested, `past` how they are read."""

    by: Sequence[Dimension]
    sums: Sequence[Column]
    rows: request.ListRequest
    span: Span | None
    day: dt.date | None = None
    past: Past | None = None


def read(spec: ListSpec, asked: Mapping[str, str], path: Mapping[str, str]) -> Asked:
    """Check a request and return it. Raises Invalid, which names the allowed values."""
    figures = _figures(spec)
    day = _past_day(figures, asked.get("asOf", ""))
    dimensions = figures.dimensions if day is None else figures.past_dimensions()
    by = _named("by", asked.get("by", ""), dimensions)
    if not 1 <= len(by) <= _MOST_DIMENSIONS:
        allowed = ", ".join(dimensions)
        raise Invalid(f"Figures are grouped by one or two of: {allowed}", code="unknown_figure", fields={"by": allowed})
    known = figures.sums if day is None or figures.as_of is None else {n: figures.sums[n] for n in figures.as_of.sums}
    sums = _named("sum", asked.get("sum", ""), known)
    rows = request.read(spec, {name: value for name, value in asked.items() if name not in CONTROLS}, path)
    compare = asked.get("compare", "")
    if compare not in {"", "before"}:
        raise Invalid("compare is 'before', or is left out", code="bad_compare")
    if day is None or figures.as_of is None:
        return Asked(by, sums, rows, _span(figures, by, rows) if compare else None)
    if compare:
        raise Invalid("The figures of a past day are compared with none", code="bad_compare")
    past = figures.as_of.at(sa.bindparam("as_of", day, type_=sa.Date))
    _check_known_then(spec, {*figures.as_of.by} - {*past.values}, rows)
    return Asked(by, sums, rows, None, day, past)


def _past_day(figures: Figures, text: str) -> dt.date | None:
    """Return the requested day. Raises Invalid for an invalid or future day."""
    if not text:
        return None
    if figures.as_of is None:
        raise Invalid("These figures are available for today only", code="no_past")
    try:
        day = dt.datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        raise Invalid("asOf is a day, as 2026-01-31", code="bad_day") from None
    if day > dt.datetime.now(LONDON).date():
        raise Invalid("asOf is a day that is over, or today", code="bad_day")
    return day


def _check_known_then(spec: ListSpec, lasting: Collection[str], rows: request.ListRequest) -> None:
    """Check that a filter's values never change, as figures of a past day need. Raises Invalid."""
    for name, value in rows.filters.items():
        entry = spec.filter(name)
        if entry is not None and name not in lasting and value != entry.default:
            text = f"{entry.label()} is not known for past days. Please clear that filter"
            raise Invalid(text, code="not_known_then", fields={name: text})


def _figures(spec: ListSpec) -> Figures:
    assert spec.figures is not None, f"list {spec.name} declares no figures"
    return spec.figures


def _named(parameter: str, text: str, known: Mapping[str, Any]) -> list[Any]:
    names = list(dict.fromkeys(name for name in text.split(",") if name))
    for name in names:
        if name not in known:
            allowed = ", ".join(known) or "none"
            raise Invalid(f"Unknown figure {name!r} in {parameter}; allowed are: {allowed}", code="unknown_figure")
    return [known[name] for name in names]


def _span(figures: Figures, by: Sequence[Dimension], rows: request.ListRequest) -> Span:
    """Return the period to compare: from a dimension of the request, otherwise from the only date filter that is
    set."""
    dated = {one.entry.name: one for one in figures.dimensions.values() if one.period is not None}
    grouped = [one.entry.name for one in by if one.period is not None]
    asked = [name for name in grouped or dated if _has_both_ends(rows.filters.get(name))]
    if len(asked) != 1:
        names = ", ".join(grouped or dated)
        text = f"A comparison needs one filter of dates with both ends, as {names or 'a date'}=2026-01-01..2026-01-31"
        raise Invalid(text, code="nothing_to_compare")
    low, high = rows.filters[asked[0]]
    if day_of(low) > day_of(high):
        raise Invalid(f"{asked[0]} ends before it begins", code="nothing_to_compare")
    try:
        return _checked(Span(asked[0], day_of(low), day_of(high)))
    except (OverflowError, ValueError):
        raise Invalid("There is no earlier period to compare with", code="nothing_to_compare") from None


def _has_both_ends(value: Any) -> bool:
    return isinstance(value, tuple) and None not in value


def _checked(span: Span) -> Span:
    span.before()
    return span
