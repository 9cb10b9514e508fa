"""Answers of the figures of lists."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from kit.http.shapes.forms import Option


class Figure(TypedDict):
    """A dimension or measure of a list; `options` gives the colours of values."""

    name: str
    title: str
    type: str
    options: NotRequired[list[Option]]


class FigureGroup(TypedDict):
    """One group: a key and a text for each dimension, a value for each measure, and those of the previous period if
    requested. `filters` lead to its rows, `keyFilters` to those of each key alone, `beforeFilters` to those of the
    previous period; null if no filter selects them, or if there are none before."""

    keys: list[str | int | bool | None]
    texts: list[str]
    currency: str | None
    values: list[float]
    before: list[float] | None
    filters: dict[str, str] | None
    keyFilters: list[dict[str, str] | None]
    beforeFilters: dict[str, str] | None


class FigureTotal(TypedDict):
    """The sums of all groups of one currency."""

    currency: str | None
    values: list[float]
    before: list[float] | None


FigurePeriod = TypedDict("FigurePeriod", {"from": str, "to": str, "beforeFrom": str, "beforeTo": str})


class FiguresAnswer(TypedDict):
    """`GET <list>/figures`. `truncated` if there are more groups than the answer contains."""

    by: list[Figure]
    measures: list[Figure]
    groups: list[FigureGroup]
    totals: list[FigureTotal]
    truncated: bool
    period: FigurePeriod | None
    asOf: str | None
