"""A spreadsheet from rows in the request (`platform.md 7`, POST /generate/xlsx). A job exports whole lists."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

from kit.errors import Invalid, TooLarge
from kit.values.characters import for_xml
from kit.values.shown import LONGEST, units

MAX_ROWS = 20_000
MAX_CELLS = 200_000
MAX_COLUMNS = 1_000
_EXACT = 10**15
"""Excel stores fifteen digits, so a longer number is written as text."""


def workbook(rows: Sequence[Sequence[Any]]) -> bytes:
    """Return a workbook of one sheet with `rows`. A text is never a formula, whatever its first character.

    Raises TooLarge above the limits, Invalid for a cell that is not a text, number, boolean or null.
    """
    if len(rows) > MAX_ROWS:
        raise _too_many(f"{MAX_ROWS:,} rows")
    if sum(len(row) for row in rows) > MAX_CELLS:
        raise _too_many(f"{MAX_CELLS:,} cells")
    plain = [_plain(row, number) for number, row in enumerate(rows, start=1)]
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Sheet1")
    for row in plain:
        sheet.append([_text_cell(sheet, value) if isinstance(value, str) else value for value in row])
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def _too_many(limit: str) -> TooLarge:
    return TooLarge(f"A spreadsheet made this way has at most {limit}; please export the list", code="too_many_rows")


def _plain(row: Sequence[Any], number: int) -> list[Any]:
    """Return the cells of a row as values of a sheet. Raises Invalid."""
    if len(row) > MAX_COLUMNS:
        raise Invalid(f"Row {number} has more than {MAX_COLUMNS:,} columns", fields={"xlsxData": "Too many columns"})
    return [_value(value, number) for value in row]


def _value(value: Any, row: int) -> Any:
    if value is None or isinstance(value, bool | float) or (isinstance(value, int) and abs(value) < _EXACT):
        return value
    if not isinstance(value, str | int):
        raise Invalid(f"A cell in row {row} is no text and no number", fields={"xlsxData": "Texts and numbers only"})
    text = for_xml(str(value))
    if units(text) > LONGEST:
        refusal = f"A cell in row {row} has more than {LONGEST:,} characters"
        raise Invalid(refusal, fields={"xlsxData": "Text too long"})
    return text


def _text_cell(sheet: Any, text: str) -> Any:
    cell = WriteOnlyCell(sheet, value=text)
    cell.data_type = "s"  # openpyxl would turn a text that begins with = into a formula
    return cell
