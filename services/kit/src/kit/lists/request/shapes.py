"""The shape of a request: what of it determines the SQL text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from kit.database.sql import fits
from kit.lists.request.listrequest import NONE, ListRequest, Sort
from kit.lists.spec import Filter, ListSpec
from kit.policy import Actor
from kit.values import phones

_NUMBER = re.compile(r"#?([0-9]+)")


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


def shape(request: ListRequest, actor: Actor, rows: Rows, *, gathered: bool) -> Shape:
    """Return the shape of a request of the actor; `gathered` comes from `query.gathering`."""
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
