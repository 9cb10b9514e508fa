"""Figures as a sheet or a document: the groups of `kit.lists.figures.grouped.answer` as rows, with printed charts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa

from kit.documents import Chart, Document, Facts, Part, Series, Table
from kit.lists.spec import Column
from kit.values.shown import shown

_CURRENCY = "currency"
BEFORE = "Before"
_MOST_LABELS, _MOST_SERIES, _MOST_SLICES = 36, 6, 11
"""Limits of a printed chart. More series are drawn as their sum, more slices as columns; with more labels there is no
chart."""
Kind = Literal["column", "bar", "line", "area", "pie"]
KINDS: Mapping[str, Kind] = {
    "columns": "column",
    "bars": "bar",
    "line": "line",
    "area": "area",
    "pie": "pie",
    "heat": "column",
    "chord": "column",
}
"""The printed chart for each kind of chart on the page. Heat maps and chords become columns: they need a screen's
colours and pointer."""
_UPRIGHT = 5
"""Columns that fit on a portrait page."""


@dataclass(frozen=True)
class Tabled:
    """The columns of the dimensions, the currency if there is one, and the measures; in a comparison each measure is
    followed by that of the previous period and the change."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]]
    totals: Sequence[Sequence[Any]]


def tabled(answer: Mapping[str, Any]) -> Tabled:
    """Return the table of an answer, a row for each group."""
    groups, totals = answer["groups"], answer["totals"]
    compared = answer["period"] is not None
    money = any(group["currency"] for group in groups)
    columns = [_column(f"by_{place}", one["title"]) for place, one in enumerate(answer["by"])]
    if money:
        columns.append(_column(_CURRENCY, "Currency"))
    for measure in answer["measures"]:
        name, title, kind = measure["name"], measure["title"], measure["type"]
        of = _CURRENCY if kind == "money" and money else ""
        columns.append(_column(name, title, kind, of))
        if compared:
            columns += [_column(f"{name}_before", f"{title} before", kind, of)]
            columns += [_column(f"{name}_change", f"{title}, change", kind, of)]

    def row(texts: Sequence[str], one: Mapping[str, Any]) -> list[Any]:
        figures = one["values"]
        if compared:
            figures = [
                figure
                for value, before in zip(one["values"], one["before"], strict=True)
                for figure in (value, before, value - before)
            ]
        return [*texts, *([one["currency"]] if money else []), *figures]

    blank = [""] * (len(answer["by"]) - 1)
    return Tabled(
        columns, [row(group["texts"], group) for group in groups], [row(["Total", *blank], one) for one in totals]
    )


def _column(name: str, title: str, kind: str = "text", currency: str = "") -> Column:
    return Column(name=name, title=title, type=kind, currency=currency, expression=sa.null())


def document(
    title: str,
    answer: Mapping[str, Any],
    facts: Sequence[tuple[str, str]],
    foot: str,
    table: Tabled,
    kind: Kind = "column",
) -> Document:
    """Return the PDF of figures: the request, a chart of this kind for each currency, and the table."""
    period = answer["period"]
    before = f"{_day(period['beforeFrom'])} to {_day(period['beforeTo'])}" if period else ""
    cut = "the first groups alone: please filter the list" if answer["truncated"] else ""
    return Document(
        title=title,
        reference=_what(answer),
        foot=foot,
        landscape=len(table.columns) > _UPRIGHT,
        parts=(
            Facts([*facts, ("As of", _day(answer["asOf"])), ("Compared with", before), ("Shown", cut)]),
            *_charts(answer, kind),
            Table(table.columns, table.rows, table.totals, empty="Nothing to count"),
        ),
    )


def parts(answer: Mapping[str, Any], kind: Kind) -> list[Part]:
    """Return figures as charts of this kind, one for each currency; as rows of a table for a currency with too many
    labels for a chart, or too few."""
    charts = _charts(answer, kind)
    currencies = {chart.currency for chart in charts}
    rest = {
        name: [one for one in answer[name] if (one["currency"] or "") not in currencies]
        for name in ("groups", "totals")
    }
    if charts and not rest["totals"]:
        return [*charts]
    table = tabled({**answer, **rest})
    return [*charts, Table(table.columns, table.rows, table.totals, empty="Nothing to count")]


def _what(answer: Mapping[str, Any]) -> str:
    return f"{answer['measures'][-1]['title']}: {', '.join(one['title'] for one in answer['by'])}"


def _day(text: str | None) -> str:
    return shown(dt.date.fromisoformat(text)) if text else ""


def _charts(answer: Mapping[str, Any], kind: Kind) -> list[Chart]:
    """Return one chart of the last measure for each currency; none with more labels than fit."""
    measure = answer["measures"][-1]
    charts: list[Chart] = []
    for total in answer["totals"]:
        groups = [group for group in answer["groups"] if group["currency"] == total["currency"]]
        labels = list(dict.fromkeys(group["texts"][0] for group in groups))
        series = _series(answer, groups, labels)
        added = [sum(values) for values in zip(*(s.values for s in series if s.title != BEFORE), strict=True)]
        drawn = kind
        if kind == "pie" and (len(labels) > _MOST_SLICES or min(added) < 0 or not any(added)):
            drawn = "column"
        if len(series) > _MOST_SERIES or drawn == "pie":
            series = [Series(measure["title"], added)]
        if 1 < len(labels) <= _MOST_LABELS:
            title = f"{_what(answer)} ({total['currency']})" if total["currency"] else _what(answer)
            charts.append(Chart(drawn, labels, series, title, measure["type"], total["currency"] or ""))
    return charts


def _series(answer: Mapping[str, Any], groups: Sequence[Mapping[str, Any]], labels: Sequence[str]) -> list[Series]:
    """Return the figures of each label: now and before, or one series for each value of a second dimension."""
    figures: dict[str, dict[str, float]] = {}
    for group in groups:
        first, *second = group["texts"]
        name = second[0] if second else answer["measures"][-1]["title"]
        figures.setdefault(name, {})[first] = group["values"][-1]
        if group["before"] is not None and not second:
            figures.setdefault(BEFORE, {})[first] = group["before"][-1]
    return [Series(name, [values.get(label, 0) for label in labels]) for name, values in figures.items()]
