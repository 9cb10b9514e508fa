"""A spreadsheet from the rows a page sends (`platform.md 7`, POST /generate/xlsx); whole lists are a job's work."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from kit.errors import Invalid, TooLarge

MAX_ROWS = 20_000
MAX_CELLS = 200_000
MAX_COLUMNS = 1_000
LONGEST_TEXT = 32_767
"""Excel's own limit of one cell."""
_EXACT = 10**15
"""Excel keeps fifteen digits; a longer number is written as the text it is."""


def workbook(rows: Sequence[Sequence[Any]]) -> bytes:
    """One sheet with `rows` as they are: texts stay texts, whatever they begin with.

    Raises TooLarge beyond the limits, Invalid for a cell that is no text, number, truth value or nothing.
    """
    if len(rows) > MAX_ROWS:
        raise _too_many(f"{MAX_ROWS:,} rows")
    if sum(len(row) for row in rows) > MAX_CELLS:
        raise _too_many(f"{MAX_CELLS:,} cells")
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Sheet1")
    for number, row in enumerate(rows, start=1):
        if len(row) > MAX_COLUMNS:
            raise Invalid(
                f"Row {number} has more than {MAX_COLUMNS:,} columns", fields={"xlsxData": "Too many columns"}
            )
        sheet.append([_cell(sheet, value, number) for value in row])
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def _too_many(limit: str) -> TooLarge:
    return TooLarge(f"A spreadsheet made this way has at most {limit}; please export the list", code="too_many_rows")


def _cell(sheet: Any, value: Any, row: int) -> Any:
    if value is None or isinstance(value, bool | float) or (isinstance(value, int) and abs(value) < _EXACT):
        return value
    if not isinstance(value, str | int):
        raise Invalid(f"A cell in row {row} is no text and no number", fields={"xlsxData": "Texts and numbers only"})
    text = ILLEGAL_CHARACTERS_RE.sub("", str(value))
    if len(text) > LONGEST_TEXT:
        raise Invalid(
            f"A cell in row {row} has more than {LONGEST_TEXT:,} characters", fields={"xlsxData": "Text too long"}
        )
    cell = WriteOnlyCell(sheet, value=text)
    cell.data_type = "s"  # openpyxl makes a formula of whatever begins with =
    return cell
