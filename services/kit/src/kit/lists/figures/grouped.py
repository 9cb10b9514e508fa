"""`GET <list>/figures`: the rows of a list request, counted and summed by one or two dimensions."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.database import Database
from kit.errors import Invalid
from kit.lists import request, serve
from kit.lists.formulas.limits import refusing_slow, seconds_of
from kit.lists.request import query
from kit.lists.spec import Column, Dimension, Figures, ListSpec, Past, months_later
from kit.lists.spec.figures import CONTROLS
from kit.policy import Actor
from kit.values.days import LONDON

MOST_GROUPS = 1_000
"""Maximum number of groups in an answer; with more it is `truncated`."""
_MOST_DIMENSIONS = 2
_DAY = dt.timedelta(days=1)
Key = tuple[Any, ...]
"""The values of the dimensions, then the currency."""


@dataclass(frozen=True)
class Span:
    """Days from `first` to `last`, inclusive, of the date filter `name`."""

    name: str
    first: dt.date
    last: dt.date

    def before(self) -> Span:
        """Return the period of the same length that ends before this one begins: whole months for whole months."""
        following = self.last + _DAY
        if self.first.day == following.day == 1:
            months = (following.year - self.first.year) * 12 + following.month - self.first.month
            return Span(self.name, months_later(self.first, -months), self.first - _DAY)
        return Span(self.name, self.first - (following - self.first), self.first - _DAY)


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


@dataclass
class Group:
    """The figures of one group: its number of rows, then the sums. `key` is its own key; in the previous period it
    differs from that of the group at the same place."""

    key: Key
    texts: list[str]
    values: list[Any]


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
            text = f"{entry.label()} is not known of a past day. Please clear that filter"
            raise Invalid(text, code="not_known_then", fields={name: text})


def answer(
    db: Database, spec: ListSpec, actor: Actor, asked: Mapping[str, str], path: Mapping[str, str]
) -> dict[str, Any]:
    """Return the groups with their texts, values and the filters that lead to their rows. Raises Invalid, Forbidden."""
    spec = serve.seen(spec, actor, asked)
    wanted = read(spec, asked, path)
    with refusing_slow(spec), db.read(seconds_of(spec)) as connection:
        counted = _grouped(connection, wanted, wanted.rows, actor)
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
        filters = _filters(wanted, wanted.rows, key)
        groups.append(
            {
                "keys": [value.isoformat() if isinstance(value, dt.date) else value for value in key[:-1]],
                "texts": shown.texts,
                "currency": key[-1],
                "values": group.values if group else nothing,
                "before": (before.values if before else nothing) if wanted.span else None,
                "filters": _merged(filters),
                "keyFilters": filters,
                "beforeFilters": _merged(_filters(wanted, past, before.key)) if before and past else None,
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
    """Return the period to compare: that of a dimension of the request, otherwise of the only date filter that is
    set."""
    dated = {one.entry.name: one for one in figures.dimensions.values() if one.period is not None}
    grouped = [one.entry.name for one in by if one.period is not None]
    asked = [name for name in grouped or dated if _has_both_ends(rows.filters.get(name))]
    if len(asked) != 1:
        names = ", ".join(grouped or dated)
        text = f"A comparison needs one filter of dates with both ends, as {names or 'a date'}=2026-01-01..2026-01-31"
        raise Invalid(text, code="nothing_to_compare")
    low, high = rows.filters[asked[0]]
    if _day(low) > _day(high):
        raise Invalid(f"{asked[0]} ends before it begins", code="nothing_to_compare")
    try:
        return _checked(Span(asked[0], _day(low), _day(high)))
    except (OverflowError, ValueError):
        raise Invalid("There is no earlier period to compare with", code="nothing_to_compare") from None


def _has_both_ends(value: Any) -> bool:
    return isinstance(value, tuple) and None not in value


def _checked(span: Span) -> Span:
    span.before()
    return span


def _day(bound: dt.date) -> dt.date:
    return bound.astimezone(LONDON).date() if isinstance(bound, dt.datetime) else bound


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
    currency = _currency(spec, sums)
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


def _grouped(connection: sa.Connection, wanted: Asked, rows: request.ListRequest, actor: Actor) -> dict[Key, Group]:
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


def _currency(spec: ListSpec, sums: Sequence[Column]) -> Column | None:
    """Return the column with the currency of the sums: amounts of different currencies are never added."""
    named = {column.currency for column in sums if column.currency}
    assert len(named) <= 1, f"list {spec.name}: sums in currencies of {', '.join(sorted(named))}"
    return spec.column(named.pop()) if named else None


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
    for key, group in _grouped(connection, wanted, rows, actor).items():
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


def _filters(wanted: Asked, rows: request.ListRequest, key: Key) -> list[dict[str, str] | None]:
    """Return the filters that leave the rows of each key of a group, in addition to those of the request; None if no
    filter can, as for a past day. Those of the previous period include its days."""
    if wanted.day is not None:
        return [None for _ in wanted.by]
    spec, always = rows.spec, dict[str, str]()
    currency = _currency(spec, wanted.sums)
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
    begin = first if low is None or _day(low) <= first else low
    end = last if high is None or _day(high) >= last else high
    return None if _day(begin) > _day(end) else _range(begin, end)


def _range(low: dt.date, high: dt.date) -> str:
    """Return the value of a date filter; a timestamp at the beginning of a day becomes that day."""
    return "..".join(
        (_day(bound) if isinstance(bound, dt.datetime) and bound.time() == dt.time() else bound).isoformat()
        for bound in (low, high)
    )


def _merged(filters: Sequence[dict[str, str] | None]) -> dict[str, str] | None:
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
