"""Rows as a spreadsheet. A cell is never a formula: texts are written as texts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from rustpy_xlsxwriter import FastExcel, Format

from kit.errors import Invalid
from kit.lists.spec import Column
from kit.values.days import LONDON
from kit.values.shown import shown

LONGEST_SHEET = 1_048_575
_NUMBER_FORMATS = {
    "money": "#,##0.00",
    "percent": "0.00%",
    "decimal": "#,##0.##",
    "date": "dd/mm/yyyy",
    "datetime": "dd/mm/yyyy hh:mm",
}
"""Number formats of a spreadsheet, by the type of a column."""
_WIDTHS = {"id": 9, "integer": 9, "decimal": 10, "money": 13, "percent": 9, "boolean": 9, "date": 12, "datetime": 17}
"""Minimum width in characters of a column of each type."""
_USUAL_WIDTH, _WIDEST, _PIXELS = 18, 60, 7
_FIRST_YEAR = 1900
"""Spreadsheets have no earlier days."""


def write_xlsx(path: Path, title: str, columns: Sequence[Column], rows: Iterable[Sequence[Any]], total: int) -> None:
    """Write one sheet with a frozen, bold header. `rows` have the values of `columns` in order.

    Values keep their type: a date is a date, an amount a number in pounds next to its currency, a year its label. The
    width follows the declaration and the title.
    """
    if total > LONGEST_SHEET:
        raise Invalid(f"A spreadsheet holds at most {LONGEST_SHEET:,} rows; please filter the list first")
    labels = _distinct(columns)
    of_label = dict(zip(labels, columns, strict=True))
    formats = {
        label: Format().set_num_format(_NUMBER_FORMATS[column.type])
        for label, column in of_label.items()
        if column.type in _NUMBER_FORMATS
    }
    widths = {label: _width(label, column) for label, column in of_label.items()}

    def records() -> Iterator[dict[str, Any]]:
        empty = True
        for row in rows:
            empty = False
            yield {label: _cell(column, value) for label, column, value in zip(labels, columns, row, strict=True)}
        if empty:
            yield dict.fromkeys(labels, "")

    book = FastExcel(str(path)).freeze(row=1)
    header = Format().set_bold()
    book.sheet(
        _sheet_name(title), records(), column_formats=formats or None, column_widths=widths, header_format=header
    ).save()


def _width(label: str, column: Column) -> float:
    """Return the width of a column in characters: as on the page, but never narrower than its heading or its type
    needs."""
    declared = column.width / _PIXELS if column.width else _WIDTHS.get(column.type, _USUAL_WIDTH)
    return round(min(_WIDEST, max(declared, _WIDTHS.get(column.type, 0), len(label) + 2)), 1)


def _distinct(columns: Sequence[Column]) -> list[str]:
    """Return the column labels, with a number appended to duplicates."""
    labels: list[str] = []
    for column in columns:
        label, number = column.label(), 2
        while label in labels:
            label, number = f"{column.label()} ({number})", number + 1
        labels.append(label)
    return labels


def _sheet_name(title: str) -> str:
    return "".join(" " if sign in r"[]:*?/\'" else sign for sign in title)[:31].strip() or "Sheet1"


def _cell(column: Column, value: Any) -> Any:
    """Return the value in the form with which a spreadsheet can calculate."""
    if value is None:
        return None
    if column.options:  # a code is shown by its label: 2122 as 2021-2022
        return _text(column, value)
    if column.type == "money":
        return int(value) / 100
    if column.type == "percent":
        return int(value) / 10_000
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, bool):
        return _text(column, value)
    if isinstance(value, int | float):
        return value
    if isinstance(value, dt.datetime):
        there = value.astimezone(LONDON).replace(tzinfo=None)
        return _text(column, value) if value.year < _FIRST_YEAR else there.date() if column.type == "date" else there
    if isinstance(value, dt.date):
        return value if value.year >= _FIRST_YEAR else _text(column, value)
    return _text(column, value)


def _text(column: Column, value: Any) -> str:
    return shown(value, column.type, column.options)
