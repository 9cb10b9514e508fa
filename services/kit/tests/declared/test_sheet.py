"""Spreadsheets keep the types of columns: days, amounts in pounds, labels (`kit.lists.sheets.xlsx`)."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import openpyxl
import sqlalchemy as sa

from kit.lists import Column
from kit.lists.exports import export
from kit.lists.sheets.xlsx import write_xlsx
from kit.values import options
from kit.values.shown import CUT, LONGEST, shown, units

YEARS = options((2122, "2021-2022"))


def column(name: str, kind: str = "text", **more: Any) -> Column:
    return Column(name=name, expression=sa.literal(name), type=kind, **more)


COLUMNS = (
    column("id", "id", width=60),
    column("name", width=350),
    column("due", "date"),
    column("sent", "datetime"),
    column("total", "money", currency="currency"),
    column("currency"),
    column("billingYear", "select", options=YEARS),
    column("rate", "percent"),
    column("isCreditNote", "boolean", title="A heading that is longer than its column"),
)
ROW = (
    7,
    "=1+1",
    dt.date(2026, 3, 31),
    dt.datetime(2026, 6, 30, 23, 30, tzinfo=dt.UTC),
    -123_456,
    "GBP",
    2122,
    1_750,
    True,
)


def sheet(path: Path, *rows: Any) -> Any:
    write_xlsx(path / "a.xlsx", "Invoices", COLUMNS, rows, len(rows))
    return openpyxl.load_workbook(path / "a.xlsx").worksheets[0]


def test_cells_have_the_types_of_their_columns(tmp_path: Path) -> None:
    cells = list(sheet(tmp_path, ROW).iter_rows())[1]
    shown = {
        one.name: (cell.value, cell.data_type, cell.number_format) for one, cell in zip(COLUMNS, cells, strict=True)
    }
    assert shown == {
        "id": (7, "n", "General"),
        "name": ("=1+1", "s", "General"),
        "due": (dt.datetime(2026, 3, 31), "d", "dd/mm/yyyy"),
        "sent": (dt.datetime(2026, 7, 1, 0, 30), "d", "dd/mm/yyyy hh:mm"),  # in London
        "total": (-1234.56, "n", "#,##0.00"),
        "currency": ("GBP", "s", "General"),
        "billingYear": ("2021-2022", "s", "General"),
        "rate": (0.175, "n", "0.00%"),
        "isCreditNote": ("Yes", "s", "General"),
    }


def test_timestamp_in_a_column_of_days_is_its_london_day(tmp_path: Path) -> None:
    ends = dt.datetime(2026, 6, 30, 22, 59, tzinfo=dt.UTC)  # 23:59 in London
    begins = dt.datetime(2026, 6, 30, 23, 1, tzinfo=dt.UTC)
    rows = [(1, "x", moment, *[None] * 6) for moment in (ends, begins)]
    cells = [row[2] for row in list(sheet(tmp_path, *rows).iter_rows())[1:]]
    assert [cell.value for cell in cells] == [dt.datetime(2026, 6, 30), dt.datetime(2026, 7, 1)]
    assert {cell.number_format for cell in cells} == {"dd/mm/yyyy"}
    assert [shown(moment, "date") for moment in (ends, begins)] == ["30/06/26", "01/07/26"]
    assert shown(ends, "datetime") == "30/06/26 23:59"


def test_header_is_frozen_and_columns_fit(tmp_path: Path) -> None:
    workbook = sheet(tmp_path, ROW)
    assert workbook.freeze_panes == "A2"
    assert all(cell.font.bold for cell in next(workbook.iter_rows()))
    widths = [workbook.column_dimensions[letter].width for letter in "ABCDEFGHI"]
    assert 9 <= widths[0] < 11 and 50 <= widths[1] < 52 and 12 <= widths[2] < 14
    assert widths[3] >= len("01/07/2026 00:30") and widths[8] > len(COLUMNS[8].label())


def test_missing_value_is_an_empty_cell(tmp_path: Path) -> None:
    empty = list(sheet(tmp_path, (8, *[None] * 8)).iter_rows())[1]
    assert [cell.value for cell in empty[1:]] == [None] * 8


def test_days_before_the_first_of_spreadsheets_are_texts(tmp_path: Path) -> None:
    cells = list(sheet(tmp_path, (1, "x", dt.date(1899, 1, 2), *[None] * 6)).iter_rows())[1]
    assert cells[2].value == "02/01/99"


def test_amount_column_includes_its_currency() -> None:
    class Spec:
        columns = COLUMNS

        def column(self, name: str) -> Column | None:
            return next((one for one in COLUMNS if one.name == name), None)

    spec: Any = Spec()
    assert export._completed(spec, ["total", "due"], "xlsx") == ["total", "currency", "due"]
    assert export._completed(spec, ["currency", "total"], "pdf") == ["currency", "total"]


def test_text_over_the_limit_of_a_cell_is_cut_with_a_mark(tmp_path: Path) -> None:
    rows = [(1, text, *ROW[2:]) for text in ("x" * 40_000, "\U0001f600" * 20_000, "\U0001f600" * 16_383 + "x")]
    cut, emoji, fits = [row[1].value for row in list(sheet(tmp_path, *rows).iter_rows())[1:]]
    assert (len(cut), cut.endswith(CUT)) == (LONGEST, True)
    assert (units(emoji), emoji.endswith(f"\U0001f600{CUT}")) == (LONGEST - 1, True)
    assert fits == rows[2][1]
