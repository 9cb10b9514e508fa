"""Imported spreadsheets: their rows, and cells as values of fields."""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
import zipfile
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from kit.errors import Invalid, TooLarge
from kit.values import (
    Boolean,
    Date,
    DateTime,
    DecimalNumber,
    IdList,
    Integer,
    Money,
    MultiSelect,
    Option,
    Percent,
    Select,
)
from kit.values.texts import FieldType

MOST_BYTES = 20 * 1_048_576
MOST_UNPACKED = 300 * 1_048_576
MOST_ROWS = 100_000
MOST_COLUMNS = 200
UNREADABLE = "This file cannot be read. Please choose a spreadsheet: xlsx, xls, ods or csv"
_DAY = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.](\d{2}|\d{4})")
_GREATEST = Decimal(10) ** 15
_YES, _NO = {"yes", "true", "1", "y", "x"}, {"no", "false", "0", "n"}


def rows_of(content: bytes, name: str) -> tuple[list[str], list[list[Any]]]:
    """Read the heads and the rows below them of the first sheet of a file. Raises Invalid, TooLarge."""
    table = _csv(content) if name.lower().endswith((".csv", ".txt", ".tsv")) else _sheet(content)
    table = [row for row in table if any(cell not in (None, "") for cell in row)]
    if not table:
        raise Invalid("This file has no rows", code="no_rows")
    if len(table) - 1 > MOST_ROWS:
        raise TooLarge(f"A file has at most {MOST_ROWS:,} rows; please split it")
    width = max(len(row) for row in table)
    if width > MOST_COLUMNS:
        raise TooLarge(f"A file has at most {MOST_COLUMNS} columns")
    heads = _heads([*table[0], *[""] * (width - len(table[0]))])
    return heads, [[*row, *[None] * (width - len(row))] for row in table[1:]]


def _heads(cells: Sequence[Any]) -> list[str]:
    """Return the heads as texts, with a number appended to duplicates."""
    heads: list[str] = []
    for place, cell in enumerate(cells, start=1):
        head = plain(cell)[:100] or f"Column {place}"
        number, free = 2, head
        while free in heads:
            free, number = f"{head} ({number})", number + 1
        heads.append(free)
    return heads


def _csv(content: bytes) -> list[list[Any]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    try:
        return [list(row) for row in csv.reader(io.StringIO(text.replace("\x00", "")), delimiter=delimiter)]
    except csv.Error:
        raise Invalid(UNREADABLE, code="unreadable") from None


def _sheet(content: bytes) -> list[list[Any]]:
    from python_calamine import CalamineError, CalamineWorkbook  # only the worker reads spreadsheets

    if content[:2] == b"PK":
        _check_unpacked(content)
    try:
        return CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python()
    except (CalamineError, ValueError, IndexError, OSError):
        raise Invalid(UNREADABLE, code="unreadable") from None


def _check_unpacked(content: bytes) -> None:
    """Refuse an archive that is far larger when unpacked. Raises Invalid, TooLarge."""
    try:
        size = sum(entry.file_size for entry in zipfile.ZipFile(io.BytesIO(content)).infolist())
    except zipfile.BadZipFile:
        raise Invalid(UNREADABLE, code="unreadable") from None
    if size > MOST_UNPACKED:
        raise TooLarge("This file is too large once it is unpacked")


def plain(cell: Any) -> str:
    """Convert a cell to text: whole numbers without a decimal point, dates as 2026-01-31."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    if isinstance(cell, dt.datetime) and cell.time() == dt.time():
        return cell.date().isoformat()
    if isinstance(cell, dt.date | dt.datetime):
        return cell.isoformat()
    return str(cell).replace("\x00", "").strip()


def raw_value(kind: FieldType, cell: Any) -> Any:
    """Convert a cell to the value of a field of this type: an amount in pounds to minor units, a label to its value.
    Leave a text that it cannot read for the field to refuse."""
    text = plain(cell)
    if text == "":
        return [] if kind.many else None
    if isinstance(kind, Money):
        return _scaled(text.replace("£", "").replace("€", "").replace("$", ""), 100)
    if isinstance(kind, Percent):
        return _scaled(text[:-1], 100) if text.endswith("%") else _scaled(text, 10_000)
    if isinstance(kind, Boolean):
        return True if text.lower() in _YES else False if text.lower() in _NO else text
    if isinstance(kind, Date | DateTime):
        return _day(text)
    if isinstance(kind, Select):
        return _choice(kind.choices, text)
    if isinstance(kind, MultiSelect):
        return [_choice(kind.choices, part.strip()) for part in text.split(",") if part.strip()]
    if isinstance(kind, IdList):
        return [int(part) if part.strip().isdecimal() else part for part in text.split(",")]
    if isinstance(kind, Integer):
        return int(text) if re.fullmatch(r"-?[0-9]{1,15}", text) else text
    if isinstance(kind, DecimalNumber):
        return text.replace(",", "")
    return text


def _scaled(text: str, factor: int) -> Any:
    try:
        value = Decimal(text.replace(",", "").strip()) * factor
        if not abs(value) < _GREATEST:
            return text
        whole = int(value.to_integral_value())
    except (InvalidOperation, ValueError, OverflowError):
        return text
    return whole if abs(value - whole) < Decimal("0.001") else text


def _day(text: str) -> str:
    match = _DAY.fullmatch(text)
    if match is None:
        return text
    day, month, year = match.groups()
    return f"{year if len(year) == 4 else '20' + year}-{int(month):02}-{int(day):02}"


def _choice(choices: Sequence[Option], text: str) -> Any:
    """Return the value of the choice that a cell names by its label or its value."""
    lowered = text.lower()
    for choice in choices:
        if lowered in (choice.label.lower(), str(choice.value).lower()):
            return choice.value
    return text
