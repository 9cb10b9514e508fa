"""A list as a document: the request in words, the rows, their sums, who exported it and when."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.documents import Document, Facts, Table
from kit.errors import Invalid
from kit.lists.request import NONE, ListRequest, day_bound
from kit.lists.spec import Column, Filter, ListSpec
from kit.lists.spec.figures import WITHOUT
from kit.policy import Actor
from kit.values.days import LONDON
from kit.values.shown import shown
from kit.values.types import label_of

LONGEST = 20_000
"""Maximum rows. A longer PDF is of no use to a reader; the spreadsheet is limited only by Excel."""
_UPRIGHT, _LANDSCAPE = 740, 1_110
"""Total width of the columns, in pixels of the list's page, that fit on one printed line."""
_USUAL = {"date": 80, "datetime": 110, "boolean": 60, "integer": 70, "decimal": 80, "money": 100, "percent": 70}
_USUAL_TEXT = 130
"""Widths of columns that declare none."""


def arranged(spec: ListSpec, columns: Sequence[Column]) -> tuple[list[Column], list[int]]:
    """Order the columns for print: those that fit on one line come first, with their widths; no widths if all fit. The
    first column and those with a sum are always among them. The id is left out unless it is the only column."""
    shown = [column for column in columns if column.name != "id"] or list(columns)
    currencies = {column.currency for column in shown}
    if sum(map(_width, shown)) <= _LANDSCAPE:
        return shown, []
    summed = set(spec.totals.sums) if spec.totals else set()
    lead = [column for column in shown[1:] if column.name in summed]
    left = _LANDSCAPE - _width(shown[0]) - sum(map(_width, lead))
    for column in shown[1:]:
        if column in lead or column.name in currencies:
            continue
        left -= _width(column)
        if left < 0:
            break
        lead.append(column)
    first = [column for column in shown if column is shown[0] or column in lead]
    return [*first, *(column for column in shown if column not in first)], [_width(column) for column in first]


def _width(column: Column) -> int:
    return column.width or _USUAL.get(column.type, _USUAL_TEXT)


def document(
    spec: ListSpec,
    columns: Sequence[Column],
    rows: Iterable[Sequence[Any]],
    *,
    total: int,
    facts: Sequence[tuple[str, str]],
    totals: Sequence[Mapping[str, Any]],
    foot: str,
    lead: Sequence[int] = (),
) -> Document:
    """Return the PDF of `rows`, `total` in number. Each has the values of `columns` in order; those of `lead` (with
    their widths) are on its first line, as `arranged` returns them. `facts` come from `in_words`, `totals` the rows
    of `serve.sums`. Raises Invalid for more rows than LONGEST."""
    if total > LONGEST:
        raise Invalid(f"A PDF holds at most {LONGEST:,} rows; please filter the list or export to XLSX")
    return Document(
        title=spec.title,
        reference=f"{total:,} row{'' if total == 1 else 's'}",
        foot=foot,
        landscape=bool(lead) or sum(map(_width, columns)) > _UPRIGHT,
        parts=(Facts(facts), Table(columns, rows, _sums(spec, columns, totals), empty="No row matches", lead=lead)),
    )


def foot(spec: ListSpec, actor: Actor) -> str:
    """`Invoices · exported 21/11/26 14:05 by Ada Byron`."""
    exported = f"exported {shown(dt.datetime.now(dt.UTC))}"
    return f"{spec.title} · {exported} by {actor.name}" if actor.name else f"{spec.title} · {exported}"


def in_words(connection: sa.Connection, wanted: ListRequest, actor: Actor, search: str) -> list[tuple[str, str]]:
    """Return the filters of a request as titles with the labels of their values, never ids; without those at their
    default."""
    spec = wanted.spec
    chosen = [one for one in spec.filters if one.name in wanted.filters and wanted.filters[one.name] != one.default]
    values = [(one.label(), _value(connection, spec, actor, one, wanted.filters[one.name])) for one in chosen]
    facts = [("Search", search), *values]
    only, but = wanted.selection.only, wanted.selection.but
    facts.append(("Selected", f"{len(only):,}" if only is not None else ""))
    facts.append(("Left out", f"{len(but):,}" if but else ""))
    return facts


def _value(connection: sa.Connection, spec: ListSpec, actor: Actor, entry: Filter, value: Any) -> str:
    if value == NONE:
        return WITHOUT
    if entry.kind == "range":
        low, high = (_bound(bound, ends=place == 1) for place, bound in enumerate(value))
        return low if low == high else f"from {low}" if not high else f"to {high}" if not low else f"{low} to {high}"
    if not isinstance(value, list):
        return shown(value)
    options = list(entry.options)
    for tab in spec.tabs:
        if tab.filter == entry.name:
            options += tab.options(connection, actor) if callable(tab.options) else tab.options
    labels = [
        label_of(options, one) or (one if isinstance(one, str) and not entry.options_from else "") for one in value
    ]
    return ", ".join(labels) if all(labels) else f"{len(value):,} chosen"


def _bound(bound: Any, *, ends: bool) -> str:
    """Return a bound of a range in words; a timestamp given as a day, as that day."""
    if not isinstance(bound, dt.datetime):
        return shown(bound)
    whole = bound == day_bound(bound.astimezone(LONDON).date(), ends=ends)
    return shown(bound, "date" if whole else "datetime")


def _sums(spec: ListSpec, columns: Sequence[Column], totals: Sequence[Mapping[str, Any]]) -> list[list[Any]]:
    """Return a row for each of the totals, aligned with the columns that it sums; none if no such column is shown."""
    if spec.totals is None or not any(column.name in spec.totals.sums for column in columns):
        return []
    rows = [[row.get(column.name) for column in columns] for row in totals]
    free = [
        place for place, column in enumerate(columns) if column.type == "text" and column.name not in spec.totals.by
    ]
    for row in rows:
        for place in free[:1]:
            row[place] = "Total"
    return rows
