"""A dashboard as a document: each tile a heading with its number, chart, table or text."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from markupsafe import Markup

from identity.dashboards.periods import PERIODS
from identity.dashboards.statistics import form_of
from kit.documents import Document, Facts, Head, Heading, Part, RichText, Table
from kit.lists.exports import figure_files
from kit.policy import Row
from kit.values import Option
from kit.values.days import in_words
from kit.values.shown import shown
from kit.values.types import label_of


@dataclass(frozen=True)
class Number(Part):
    """A number in large letters, and a remark."""

    style: ClassVar[str] = ".figure { margin: 0 0 6pt } .figure b { font-size: 20pt } .figure span { margin-left: 8pt }"
    whole: ClassVar[bool] = True

    number: str
    remark: str = ""

    def html(self) -> Markup:
        remark = Markup('<span class="soft">{}</span>').format(self.remark) if self.remark else Markup()
        return Markup('<p class="figure"><b>{}</b>{}</p>').format(self.number, remark)


@dataclass(frozen=True)
class Remark(Part):
    """A sentence in place of a content, or below it."""

    text: str

    def html(self) -> Markup:
        return Markup('<p class="soft">{}</p>').format(self.text)


def build(
    board: Mapping[str, Any],
    tiles: Sequence[tuple[Row, Row]],
    reader: str,
    places: tuple[str | None, str | None],
    day: dt.date,
) -> Document:
    """Return the document of a dashboard: its `tiles`, each with the answer for this reader. `places` are the
    organisation and the department by which it is filtered."""
    organisation, department = (place or "" for place in places)
    period = label_of(PERIODS, board["period"]) if board["period"] else ""
    filters = [("Period", period or ""), ("Organisation", organisation), ("Department", department)]
    parts: list[Part] = [Facts([("For", reader), *filters])]
    for tile, answer in tiles:
        parts += [Heading(tile["title"]), *_content(tile, answer)]
        if ignored := answer.get("ignores"):
            parts.append(Remark(f"Not narrowed by {' and '.join(ignored)}"))
    return Document(title=board["title"], reference=in_words(day), foot=f"{board['title']} · {reader}", parts=parts)


def _content(tile: Mapping[str, Any], answer: Mapping[str, Any]) -> list[Part]:
    if answer["state"] != "ok":
        return [Remark(answer["error"])]
    if tile["kind"] == "text":
        return [RichText(tile["text"])]
    if tile["kind"] == "waiting":
        return [Remark("Your queue is on Home")]
    if "rows" in answer:
        return _table(answer)
    if "figures" not in answer:
        return [Number(f"{answer['total']:,}")]
    if form_of(tile) == "number":
        return _numbers(answer["figures"])
    return figure_files.parts(answer["figures"], figure_files.KINDS[tile["chart"]])


def _numbers(figures: Mapping[str, Any]) -> list[Part]:
    """Return a number for each currency, with that of the previous period and the change."""
    measure = figures["measures"][-1]
    numbers: list[Part] = []
    if not figures["totals"] and measure["type"] == "decimal":
        return [Number("–")]  # a median of no values is not 0
    for total in figures["totals"] or [{"currency": None, "values": [0], "before": None}]:
        now, currency = total["values"][-1], total["currency"] or ""
        remark = ""
        if total["before"] is not None:
            before = total["before"][-1]
            change = f", {round(100 * (now - before) / abs(before)):+d} %" if before else ""
            remark = f"before: {_figure(before, measure['type'], currency)}{change}"
        numbers.append(Number(_figure(now, measure["type"], currency), remark))
    return numbers


def _figure(value: Any, kind: str, currency: str) -> str:
    return f"{value:,}" if kind == "integer" else shown(value, kind, currency=currency)


def _table(answer: Mapping[str, Any]) -> list[Part]:
    columns = [_column(column) for column in answer["meta"]["columns"]]
    known = {column.name for column in columns}
    # A currency that the tile does not show still belongs to its amounts.
    hidden = {column.currency for column in columns if column.currency and column.currency not in known}
    columns += [Head(name) for name in sorted(hidden)]
    rows = [[_value(row.get(column.name), column.type) for column in columns] for row in answer["rows"]]
    parts: list[Part] = [Table(columns, rows, empty="Nothing here")]
    if answer["total"] > len(rows):
        parts.append(Remark(f"{len(rows)} of {answer['total']:,} rows"))
    return parts


def _column(column: Mapping[str, Any]) -> Head:
    """Return a column in the form of the calls of lists."""
    options = [Option(one["value"], one["label"]) for one in column.get("options") or ()]
    return Head(column["name"], column["type"], options, column.get("currency") or "", column["title"])


def _value(value: Any, kind: str) -> Any:
    """Return a value of an answer, in which days and timestamps are texts."""
    if kind not in {"date", "datetime"} or not isinstance(value, str):
        return value
    return dt.datetime.fromisoformat(value) if "T" in value else dt.date.fromisoformat(value)
