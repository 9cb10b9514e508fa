"""Parsing of a list request: the checked request, or Invalid that names the allowed values."""

from __future__ import annotations

import base64
import contextlib
import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

import msgspec
import sqlalchemy as sa

from kit.database.sql import fits
from kit.errors import Invalid
from kit.lists.columns import Filter
from kit.lists.spec import DEFAULT_PAGE_SIZE, PAGE_SIZES, SEARCH_MINIMUM, ListSpec
from kit.policy import Actor
from kit.values import phones
from kit.values.addresses import known_as
from kit.values.days import LONDON, span_of

_CONTROLS = {"search", "sort", "page", "pageSize", "after", "ids"}
_COMPUTED = "computed"
"""The parameter that `kit.lists.formulas` has read; its columns are part of the list by now."""
_DEEPEST_OFFSET = 10_000
_LONGEST_TEXT = 100
"""Maximum length of a text filter."""
MOST_IDS = 250
"""Maximum keys in the parameter `ids`: an address stays short enough for every server."""
Sort = tuple[tuple[str, bool], ...]
"""Column and whether descending; the first has precedence."""
NONE = "none"
"""The value of a filter that leaves the rows without one, for filters that figures are grouped by."""
_NUMBER = re.compile(r"#?([0-9]+)")
_NUMBERED = re.compile(r"([^\W\d]+) ?#?([0-9]+)")
"""A record by its number and kind: `ticket 123`, `Ticket #123`."""
_NO_NUL = "A text cannot contain a null character"


class Rows(StrEnum):
    """The rows of a request that a statement returns, or a figure of them."""

    FIRST = "first"
    """The first page."""
    PAGE = "page"
    """A later page, by number."""
    AFTER = "after"
    """The page after the row of a token."""
    WHOLE = "whole"
    COUNT = "count"
    """Their number, counted up to COUNT_CAP."""
    EXACT = "exact"
    """Their exact number."""
    TOTALS = "totals"


@dataclass(frozen=True)
class Selection:
    """A selection among the matching rows: `only` these keys (None: all), except those in `but`."""

    only: tuple[int, ...] | None = None
    but: tuple[int, ...] = ()


@dataclass(frozen=True)
class Shape:
    """The shape of a request, which determines the SQL text: requests of the same shape share a compiled statement.

    A filter is (name, form): `=` for one value of a select, `..`, `x..` and `..x` for the bounds of a range, `none` for
    rows without a value, else ``. One value compares by `=`, and a missing bound is omitted, so that an index can serve
    the order. `limit` is 0 without a limit. `selection` is `only`, `but` or nothing. `terms` has for each word what is
    searched besides the text: `phone`, `key` or nothing.
    """

    scope: tuple[str, ...]
    filters: tuple[tuple[str, str], ...]
    terms: tuple[str, ...]
    selection: str
    sort: Sort
    rows: Rows
    gathered: bool
    limit: int


@dataclass(frozen=True)
class ListRequest:
    """A checked request: filters as bound values, the selection, sort as (column, descending), paging."""

    spec: ListSpec
    filters: Mapping[str, Any]
    terms: tuple[str, ...]
    selection: Selection
    sort: Sort
    page: int
    page_size: int
    after: tuple[Any, ...] | None
    whole: bool


def read(
    spec: ListSpec,
    query: Mapping[str, str],
    path: Mapping[str, str] | None = None,
    *,
    only: Sequence[int] | None = None,
    but: Sequence[int] | None = None,
) -> ListRequest:
    """Check `query` (address parameters) against the spec; restrict it to `only` these keys, if any, or to all but
    `but`. The parameter `ids` restricts the rows to these keys as well. Raises Invalid."""
    asked = {**query, **(path or {})}
    for value in asked.values():
        if "\x00" in value:
            raise Invalid(_NO_NUL)
    for name in query:
        if name not in _CONTROLS and name != _COMPUTED and spec.filter(name) is None:
            allowed = ", ".join(sorted([*_CONTROLS, *(entry.name for entry in spec.filters)]))
            raise Invalid(f"Unknown filter {name!r}; allowed are: {allowed}", code="unknown_filter")
    filters = {
        entry.name: NONE
        if asked[entry.name] == NONE and spec.takes_none(entry)
        else _filter_value(entry, asked[entry.name])
        for entry in spec.filters
        if asked.get(entry.name, "") != ""
    }
    filters |= {
        entry.name: entry.default for entry in spec.filters if entry.default is not None and entry.name not in filters
    }
    sort = _sort(spec, query.get("sort") or spec.default_sort)
    size = _size(query.get("pageSize"))
    page = _number(query.get("page"), 1, "page")
    if page < 1 or (page - 1) * size > _DEEPEST_OFFSET:
        raise Invalid("Pages this deep are reached by `after`, the `next` of the page before", code="page_too_deep")
    after = _after(spec, sort, query["after"]) if query.get("after") else None
    return ListRequest(
        spec=spec,
        filters=filters,
        terms=_terms(spec, query.get("search", "")),
        selection=Selection(_only(spec, only or None, query.get("ids", "")), _keys(spec, but or ())),
        sort=sort,
        page=page,
        page_size=size,
        after=after,
        whole=not _CONTROLS.intersection(query) - {"search", "sort"} and spec.legacy,
    )


def _only(spec: ListSpec, only: Sequence[int] | None, ids: str) -> tuple[int, ...] | None:
    """Return the keys that are both selected and in the address; None: every key."""
    if ids:
        parts = ids.split(",")
        if len(parts) > MOST_IDS or not all(part.isascii() and part.isdigit() for part in parts):
            raise Invalid(f"ids is a list of at most {MOST_IDS:,} whole numbers", code="bad_ids")
        named = {int(part) for part in parts}
        only = [key for key in only if key in named] if only else sorted(named)
    return None if only is None else _keys(spec, only)


def _keys(spec: ListSpec, keys: Sequence[int]) -> tuple[int, ...]:
    """Return the keys that a row may have: no other matches one."""
    kind = spec.key.type
    return tuple(key for key in keys if not isinstance(kind, sa.Integer) or fits(kind, key))


def shape(request: ListRequest, actor: Actor, rows: Rows, *, gathered: bool) -> Shape:
    filters = tuple((name, form_of(request.spec.filter(name), value)) for name, value in request.filters.items())
    # One row more than the page shows whether there is a next one.
    limit = request.page_size + 1 if rows in {Rows.FIRST, Rows.PAGE, Rows.AFTER} else 0
    selection = "only" if request.selection.only is not None else "but" if request.selection.but else ""
    return Shape(
        request.spec.scope.variant(actor),
        filters,
        tuple(form for form, _ in besides(request)),
        selection,
        request.sort,
        rows,
        gathered,
        limit,
    )


def form_of(entry: Filter | None, value: Any) -> str:
    """Return the form in which a filter's value is compared, see Shape."""
    if value == NONE:
        return NONE
    if entry is None or entry.condition is not None:
        return ""
    if entry.kind == "range":
        return ("x" if value[0] is not None else "") + ".." + ("x" if value[1] is not None else "")
    return "=" if entry.kind == "select" and len(value) == 1 else ""


def token(spec: ListSpec, sort: Sort, values: tuple[Any, ...]) -> str:
    """Return the `next` of a page: its list and sort, the sort values and key of its last row."""
    parts = [_order(spec, sort), *(_plain(value) for value in values)]
    return base64.urlsafe_b64encode(msgspec.json.encode(parts)).decode().rstrip("=")


def _order(spec: ListSpec, sort: Sort) -> str:
    """Return the name of the order that a token continues: `student:-created`."""
    return f"{spec.name}:" + ",".join(f"{'-' * reverse}{name}" for name, reverse in sort)


def _plain(value: Any) -> Any:
    if isinstance(value, dt.datetime | dt.date | Decimal):
        return str(value)
    return value


def _after(spec: ListSpec, sort: Sort, text: str) -> tuple[Any, ...]:
    """Return the sort values and key in a `next` token of this list in this order; raise Invalid for any other text."""
    try:
        parts = msgspec.json.decode(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
    except (ValueError, RecursionError):
        parts = None
    if not isinstance(parts, list) or not parts or not isinstance(parts[0], str):
        raise Invalid("`after` is not one of our `next` tokens", code="bad_token")
    if parts[0] != _order(spec, sort):
        raise Invalid("`after` is the `next` of another list or sort; please begin without it", code="bad_token")
    keys = [*(spec.sort_key(name) for name, _ in sort), spec.key]
    values = tuple(parts[1:])
    if len(values) != len(keys) or not all(_is_of(key.type, value) for key, value in zip(keys, values, strict=True)):
        raise Invalid("`after` is not one of our `next` tokens", code="bad_token")
    return values


def _is_of(kind: sa.types.TypeEngine[Any], value: Any) -> bool:
    """Return whether `value` is a token's form of a sort value of this type."""
    if isinstance(kind, sa.Boolean):
        return isinstance(value, bool)
    if isinstance(kind, sa.Integer):
        return type(value) is int and fits(kind, value)
    if not isinstance(value, str) or "\x00" in value:
        return False
    try:
        if isinstance(kind, sa.DateTime):
            dt.datetime.fromisoformat(value)
        elif isinstance(kind, sa.Date):
            dt.date.fromisoformat(value)
        elif isinstance(kind, sa.Numeric):
            Decimal(value)
    except (ValueError, ArithmeticError):
        return False
    return True


def _size(text: str | None) -> int:
    if not text:
        return DEFAULT_PAGE_SIZE
    for size in PAGE_SIZES:
        if text == str(size):
            return size
    raise Invalid(f"Unknown page size; allowed are: {', '.join(map(str, PAGE_SIZES))}", code="unknown_page_size")


def _number(text: str | None, default: int, name: str) -> int:
    if text is None or text == "":
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Invalid(f"{name} is a whole number from 1 on", code="bad_number")
    return int(text)


def _sort(spec: ListSpec, text: str) -> Sort:
    sort: dict[str, bool] = {}
    for part in text.split(","):
        name = part.strip().lstrip("-")
        column = spec.column(name)
        if column is None or not column.sortable:
            allowed = ", ".join(entry.name for entry in spec.columns if entry.sortable)
            raise Invalid(f"Cannot sort by {name!r}; allowed are: {allowed}", code="unknown_sort")
        sort.setdefault(name, part.strip().startswith("-"))
    return tuple(sort.items())


def _terms(spec: ListSpec, text: str) -> tuple[str, ...]:
    text = " ".join(text.split())[:100]
    if not text:
        return ()
    if len(text) < SEARCH_MINIMUM:
        raise Invalid(f"Search needs at least {SEARCH_MINIMUM} characters", code="search_too_short")
    terms = text.split(" ")
    if spec.numbered and (named := _NUMBERED.fullmatch(text)) and named[1].lower() == spec.one:
        terms = [f"#{named[2]}"]
    if spec.phones is not None:
        terms = list(phones.joined(terms))
    # An address matches as it is stored, however its domain is typed.
    return tuple(known_as(word) if "@" in word else word for word in terms[:6])


def besides(request: ListRequest) -> list[tuple[str, Any]]:
    """Return, for each word of the search, what it may match besides the text: (`phone`, digits), (`key`, number) or
    ("", None)."""
    return [_alternative(request.spec, word) for word in request.terms]


def _alternative(spec: ListSpec, word: str) -> tuple[str, Any]:
    if spec.phones is not None and (digits := phones.digits_of(word)):
        return "phone", digits
    if spec.numbered and (number := _NUMBER.fullmatch(word)) and fits(sa.BigInteger(), int(number[1])):
        return "key", int(number[1])
    return "", None


def _bad(entry: Filter, text: str) -> Invalid:
    """Return the refusal of a value; its `fields` name the filter, so that a page can drop it."""
    return Invalid(text, code="bad_filter", fields={entry.name: text})


def _filter_value(entry: Filter, text: str) -> Any:
    if entry.kind == "boolean":
        if text.lower() not in {"true", "false"}:
            raise _bad(entry, f"{entry.name} is true or false")
        return text.lower() == "true"
    if entry.kind == "text":
        return text[:_LONGEST_TEXT]
    if entry.kind == "range":
        low, dots, high = text.partition("..")
        if not dots:
            low = high = text
        return (_bound(entry, low), _bound(entry, high, ends=True))
    return [_one(entry, part) for part in text.split(",")[:500]]


def _one(entry: Filter, part: str) -> Any:
    if entry.options:
        for option in entry.options:
            if str(option.value) == part:
                return option.value
        allowed = ", ".join(str(option.value) for option in entry.options)
        raise _bad(entry, f"Unknown value {part!r} of {entry.name}; allowed are: {allowed}")
    return _typed(entry, part)


def _typed(entry: Filter, part: str) -> Any:
    kind = entry.expression.type if entry.expression is not None else None
    try:
        if isinstance(kind, sa.Integer):
            number = int(part)
            if not fits(kind, number):
                raise ValueError(part)
            return number
        if isinstance(kind, sa.Numeric):
            return Decimal(part)
        if isinstance(kind, sa.Boolean):
            return {"true": True, "false": False}[part.lower()]
    except (ValueError, KeyError, ArithmeticError):
        raise _bad(entry, f"{part!r} is no value of {entry.name}") from None
    return part


def _bound(entry: Filter, part: str, *, ends: bool = False) -> Any:
    """Return the bound of a range. For timestamps, a time without a zone is London's, and a day as the end is
    included."""
    if part == "":
        return None
    kind = entry.expression.type if entry.expression is not None else None
    try:
        if isinstance(kind, sa.DateTime):
            return _moment(part, ends=ends)
        if isinstance(kind, sa.Date):
            return dt.date.fromisoformat(part)
    except (ValueError, OverflowError):
        raise _bad(entry, f"{entry.name} takes dates like 2026-01-31") from None
    return _typed(entry, part)


def day_bound(day: dt.date, *, ends: bool) -> dt.datetime:
    """Return the first timestamp of a day in London, or with `ends` its last microsecond. Raises OverflowError."""
    first, following = span_of(day)
    return following - dt.timedelta(microseconds=1) if ends else first


def _moment(part: str, *, ends: bool) -> dt.datetime:
    """Parse a bound. Raises ValueError, OverflowError."""
    with contextlib.suppress(ValueError):
        return day_bound(dt.date.fromisoformat(part), ends=ends)
    moment = dt.datetime.fromisoformat(part)
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=LONDON)
