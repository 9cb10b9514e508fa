"""The values of filters in a request, as they are bound in SQL."""

from __future__ import annotations

import contextlib
import datetime as dt
from decimal import Decimal
from typing import Any

import sqlalchemy as sa

from kit.database.sql import fits
from kit.errors import Invalid
from kit.lists.spec import Filter
from kit.values.days import LONDON, span_of

_LONGEST_TEXT = 100
"""Maximum length of a text filter."""


def filter_value(entry: Filter, text: str) -> Any:
    """Return the value, or the bounds, that a filter has in an address. Raises Invalid."""
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


def _bad(entry: Filter, text: str) -> Invalid:
    """Return the refusal of a value; its `fields` name the filter, so that a page can drop it."""
    return Invalid(text, code="bad_filter", fields={entry.name: text})
