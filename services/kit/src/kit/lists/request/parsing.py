"""Parsing of a list request: the checked request, or Invalid that names the allowed values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from kit.database.sql import fits
from kit.errors import Invalid
from kit.lists.request import tokens
from kit.lists.request.listrequest import MOST_IDS, NONE, ListRequest, Selection, Sort
from kit.lists.request.values import filter_value
from kit.lists.spec import DEFAULT_PAGE_SIZE, PAGE_SIZES, SEARCH_MINIMUM, ListSpec
from kit.values import phones
from kit.values.addresses import known_as

_CONTROLS = {"search", "sort", "page", "pageSize", "after", "ids"}
_COMPUTED = "computed"
"""The parameter that `kit.lists.formulas` has read; its columns are part of the list by now."""
_DEEPEST_OFFSET = 10_000
_NUMBERED = re.compile(r"([^\W\d]+) ?#?([0-9]+)")
"""A record by its number and kind: `ticket 123`, `Ticket #123`."""
_NO_NUL = "A text cannot contain a null character"


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
        else filter_value(entry, asked[entry.name])
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
    after = tokens.after(spec, sort, query["after"]) if query.get("after") else None
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
