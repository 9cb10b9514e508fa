"""POST /generate/xlsx (platform.md 7)."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from typing import Any

import httpx
import openpyxl
import pytest

from files.exports import sheets
from kit.policy import Actor
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]


def make(client: ClientFor, rows: Any) -> httpx.Response:
    return client(actor("staff")).post("/api/v1/generate/xlsx", json={"xlsxData": rows})


def cells(answer: httpx.Response) -> list[list[Any]]:
    assert answer.status_code == 200, answer.text
    book = openpyxl.load_workbook(io.BytesIO(base64.b64decode(answer.json()["data"]["fileData"])))
    return [list(row) for row in book.worksheets[0].iter_rows()]


def test_cells_have_the_values_of_the_rows(client: ClientFor) -> None:
    rows = [["Name", "Mark", "Paid"], ["Zoë", 71.5, True], ["", None, False], [" padded ", 0, 10**18]]
    values = [[cell.value for cell in row] for row in cells(make(client, rows))]
    assert values == [["Name", "Mark", "Paid"], ["Zoë", 71.5, True], [None, None, False], [" padded ", 0, str(10**18)]]


@pytest.mark.parametrize(
    "text", ["=1+1", "=cmd|'/c calc'!A0", "+1", "-1", "@SUM(A1)", '=HYPERLINK("http://x")', "\t=1"]
)
def test_text_is_never_a_formula(client: ClientFor, text: str) -> None:
    ((cell,),) = cells(make(client, [[text]]))
    assert (cell.data_type, cell.value) == ("s", text)


def test_invalid_sheet_characters_are_left_out(client: ClientFor) -> None:
    ((cell,),) = cells(make(client, [["a\u0001b\u000bc\ufffe\uffff"]]))
    assert cell.value == "abc"


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ([[["nested"]]], "A cell in row 1 is no text and no number"),
        ([["fine"], [{"a": 1}]], "A cell in row 2 is no text and no number"),
        ([["x" * 32_768]], "A cell in row 1 has more than 32,767 characters"),
        ([["\U0001f600" * 16_384]], "A cell in row 1 has more than 32,767 characters"),
        ([[1] * 1001], "Row 1 has more than 1,000 columns"),
    ],
)
def test_invalid_cell_is_named(client: ClientFor, rows: Any, text: str) -> None:
    answer = make(client, rows)
    assert (answer.status_code, answer.json()["error"]) == (422, text)
    assert list(answer.json()["fields"]) == ["xlsxData"]


def test_cell_length_is_measured_in_utf16_units(client: ClientFor) -> None:
    fits = "\U0001f600" * 16_383 + "x"
    ((cell,),) = cells(make(client, [[fits]]))
    assert cell.value == fits


@pytest.mark.parametrize("rows", [[[]] * (sheets.MAX_ROWS + 1), [[1] * 1000] * 201])
def test_too_many_rows_or_cells_are_413(client: ClientFor, rows: Any) -> None:
    answer = make(client, rows)
    assert answer.status_code == 413
    assert answer.json()["code"] == "too_many_rows"


@pytest.mark.parametrize("body", [{}, {"xlsxData": "text"}, {"xlsxData": [1]}, {"xlsxData": [], "more": 1}])
def test_body_of_another_shape_is_422(client: ClientFor, body: Any) -> None:
    answer = client(actor("staff")).post("/api/v1/generate/xlsx", json=body)
    assert (answer.status_code, answer.json()["title"]) == (422, "Form errors")


def test_body_of_ten_megabytes_is_413(client: ClientFor) -> None:
    assert make(client, [["x" * 30_000]] * 340).status_code == 413


@pytest.mark.parametrize("path", ["/api/v1/generate/xlsx", "/api/v1/pdf/make"])
def test_body_with_too_many_numbers_is_413_before_they_are_checked(client: ClientFor, path: str) -> None:
    body = b'{"xlsxData": [' + b"1," * 4_000_000 + b"1]}"
    answer = client(actor("staff")).post(path, content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_many_values")


def test_first_of_many_wrong_rows_is_named(client: ClientFor) -> None:
    answer = make(client, [1] * sheets.MAX_CELLS)
    assert answer.status_code == 422
    assert answer.json()["fields"] == {"xlsxData.0": "Please enter a list"}
