"""Dimensions and measures of a list: the declaration, and the dimensions derived from the list's filters."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.lists.spec.columns import Column, Filter
from kit.policy import readers_of
from kit.values.days import LONDON
from kit.values.types import label_of

CONTROLS = ("by", "sum", "compare", "asOf")
"""Parameters of `GET <list>/figures` besides the list's own filters."""
WITHOUT = "Without"
"""The text of the group of rows without a value."""
_SUMMED = {"integer", "money", "decimal"}
_MONTHS = {"month": 1, "quarter": 3, "year": 12}


class Period(StrEnum):
    """The periods that dates are grouped by; a week begins on Monday."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"

    def first(self, day: dt.date) -> dt.date:
        """Return the first day of the period that contains `day`."""
        if self is Period.DAY:
            return day
        if self is Period.WEEK:
            return day - dt.timedelta(days=day.weekday())
        months = _MONTHS[self]
        return day.replace(month=(day.month - 1) // months * months + 1, day=1)

    def later(self, first: dt.date, count: int) -> dt.date:
        """Return the first day of the period that begins `count` periods after the one that begins on `first`."""
        if self in {Period.DAY, Period.WEEK}:
            return first + dt.timedelta(days=count * (7 if self is Period.WEEK else 1))
        return months_later(first, count * _MONTHS[self])

    def last(self, first: dt.date) -> dt.date:
        """Return the last day of the period that begins on `first`."""
        try:
            return self.later(first, 1) - dt.timedelta(days=1)
        except (OverflowError, ValueError):
            return dt.date.max

    def between(self, first: dt.date, last: dt.date) -> int:
        """Return the number of periods from the one that contains `first` to the one that contains `last`."""
        first, last = self.first(first), self.first(last)
        if self in {Period.DAY, Period.WEEK}:
            return (last - first).days // (7 if self is Period.WEEK else 1)
        return ((last.year - first.year) * 12 + last.month - first.month) // _MONTHS[self]

    def text(self, first: dt.date) -> str:
        """Return the name of the period that begins on `first`: `January 2026`, `Q1 2026`."""
        if self is Period.YEAR:
            return str(first.year)
        if self is Period.QUARTER:
            return f"Q{(first.month + 2) // 3} {first.year}"
        if self is Period.MONTH:
            return f"{first:%B} {first.year}"
        day = f"{first.day} {first:%b} {first.year}"
        return f"Week of {day}" if self is Period.WEEK else day


def months_later(day: dt.date, months: int) -> dt.date:
    """Return the first day of a month, `months` later."""
    years, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return dt.date(years, month + 1, 1)


@dataclass(frozen=True)
class By:
    """A filter that rows are grouped by. `text` names the column with the label of its value, if the filter has no
    options; `value` is the expression to group by for a filter that has only a condition."""

    filter: str
    text: str = ""
    value: sa.ColumnElement[Any] | None = None


@dataclass(frozen=True, kw_only=True)
class Past:
    """The rows of a list as they were at the end of a day. `source` joins later changes to the list's own source,
    `where` selects the rows that existed and replaces the list's own `where`, `sums` and `values` replace columns and
    filters by their former values."""

    source: Callable[[sa.FromClause], sa.FromClause]
    where: sa.ColumnElement[bool]
    sums: Mapping[str, sa.ColumnElement[Any]]
    values: Mapping[str, sa.ColumnElement[Any]]


@dataclass(frozen=True, kw_only=True)
class AsOf:
    """Figures of a past day, from a history: `at` returns the `Past` of a bound date. `by` names the available filters,
    because they never change or `Past.values` has them, `sums` the available sums."""

    at: Callable[[sa.ColumnElement[dt.date]], Past]
    by: Sequence[str]
    sums: Sequence[str]


@dataclass(frozen=True)
class Dimension:
    """One dimension: the values of a filter, or periods of its dates. `named` selects the label of a value, None if the
    options have it."""

    name: str
    title: str
    kind: str
    entry: Filter
    value: sa.ColumnElement[Any]
    named: sa.ColumnElement[Any] | None = None
    period: Period | None = None

    def meta(self) -> dict[str, Any]:
        return {"name": self.name, "title": self.title, "type": self.kind}

    def nothing(self) -> sa.ColumnElement[bool]:
        """Return the condition for rows without a value; for periods of a date, rows without a date."""
        if self.period is not None and self.entry.expression is not None:
            return self.entry.expression.is_(None)
        return self.value.is_(None)

    def text(self, key: Any, named: str | None) -> str:
        """Return the label of a group."""
        if key is None:
            return WITHOUT
        if self.period is not None:
            return self.period.text(key)
        if self.kind == "boolean":
            return "Yes" if key else "No"
        return named or label_of(self.entry.options, key) or str(key)


class Figures:
    """The dimensions and sums of a list: `by` names filters, of which a date gives one dimension for each period;
    `sums` names columns of whole numbers, decimals or money; `as_of` provides those of a past day.

    Each group is selected by values of filters, so that it leads to its rows.
    """

    def __init__(self, *, by: Sequence[str | By], sums: Sequence[str] = (), as_of: AsOf | None = None) -> None:
        self._by = [By(one) if isinstance(one, str) else one for one in by]
        self._sums = tuple(sums)
        self.as_of = as_of
        self.dimensions: Mapping[str, Dimension] = {}
        self.sums: Mapping[str, Column] = {}
        self.without: Mapping[str, sa.ColumnElement[bool]] = {}
        """By filter: the condition for rows without a value to group by."""

    def told_by(self, column: str) -> list[str]:
        """Names of the filters whose values the column shows as text."""
        return [by.filter for by in self._by if by.text == column]

    def of(self, name: str, columns: Mapping[str, Column], filters: Mapping[str, Filter]) -> Figures:
        """Return these figures for the list `name`. Raises ValueError for anything that the list does not have or
        cannot group."""
        bound = Figures(by=self._by, sums=self._sums, as_of=self.as_of)
        if clash := sorted(set(CONTROLS).intersection(filters)):
            raise ValueError(f"list {name}: figures have parameters {', '.join(clash)}; call the filters otherwise")
        dimensions = [one for by in self._by for one in _dimensions(name, by, columns, filters)]
        bound.dimensions = {one.name: one for one in dimensions}
        bound.without = {one.entry.name: one.nothing() for one in dimensions if one.kind != "boolean"}
        for wanted in self._sums:
            column = columns.get(wanted)
            if column is None or column.type not in _SUMMED:
                raise ValueError(f"list {name}: {wanted} is no column that can be added up")
        bound.sums = {wanted: columns[wanted] for wanted in self._sums}
        if bound.as_of is not None and (
            unknown := {*bound.as_of.by} - {*filters} | {*bound.as_of.sums} - {*bound.sums}
        ):
            raise ValueError(f"list {name}: figures of a past day name {', '.join(sorted(unknown))}")
        return bound

    def without_columns(self, names: Collection[str], filters: Collection[str]) -> Figures:
        """Return these figures for a list that has only some of the filters, and not the columns `names`."""
        by = [one for one in self._by if one.filter in filters and one.text not in names and not readers_of(one.value)]
        return Figures(by=by, sums=[name for name in self._sums if name not in names], as_of=self.as_of)

    def meta(self) -> dict[str, Any]:
        sums = [{"name": one.name, "title": one.label(), "type": one.type} for one in self.sums.values()]
        meta: dict[str, Any] = {"by": [one.meta() for one in self.dimensions.values()], "sums": sums}
        if self.as_of is not None:
            meta["asOf"] = {"by": list(self.past_dimensions()), "sums": list(self.as_of.sums)}
        return meta

    def past_dimensions(self) -> Mapping[str, Dimension]:
        """Return the figures that are available for a past day."""
        known = self.as_of.by if self.as_of is not None else ()
        return {name: one for name, one in self.dimensions.items() if one.entry.name in known}


def _dimensions(name: str, by: By, columns: Mapping[str, Column], filters: Mapping[str, Filter]) -> list[Dimension]:
    entry = filters.get(by.filter)
    if entry is None:
        raise ValueError(f"list {name} has no filter {by.filter} to group by")
    # The column with the label also names the dimension: Tutor, not Tutor ID.
    title = columns[by.text].label() if by.text else entry.label()
    value = entry.expression if by.value is None else by.value
    if entry.kind == "boolean":
        value = entry.condition(sa.true()) if entry.condition else value
        assert value is not None, f"filter {entry.name} has neither expression nor condition"
        return [Dimension(entry.name, title, "boolean", entry, sa.func.coalesce(value, sa.false()))]
    if value is None or isinstance(value.type, ARRAY):
        raise ValueError(f"list {name}: {by.filter} does not say which value a row is grouped by")
    if entry.kind == "range":
        return [_by_period(name, entry, title, value, period) for period in Period]
    if not by.text and not entry.options:
        raise ValueError(f"list {name}: By({by.filter!r}, text=...) says what people call the values")
    named = sa.func.min(columns[by.text].expression) if by.text else None
    if isinstance(value.type, sa.String) and "" not in (option.value for option in entry.options):
        value = sa.func.nullif(value, sa.literal_column("''"), type_=value.type)
    return [Dimension(entry.name, title, "select", entry, value, named)]


def _by_period(name: str, entry: Filter, title: str, value: sa.ColumnElement[Any], period: Period) -> Dimension:
    if not isinstance(value.type, sa.Date | sa.DateTime):
        raise ValueError(f"list {name}: {entry.name} is a range of numbers, which have no periods")
    # Days in London, as in the list's own filter.
    day = sa.func.timezone(LONDON.key, value) if isinstance(value.type, sa.DateTime) else value
    first = sa.cast(sa.func.date_trunc(sa.literal_column(f"'{period}'"), day), sa.Date)
    return Dimension(f"{entry.name}.{period}", f"{title}, by {period}", "date", entry, first, period=period)
