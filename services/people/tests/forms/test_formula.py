"""Formulas, checked by the same examples as the page's evaluator."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

import staffroom_testing
from people.forms import formula

EXAMPLES = json.loads((Path(staffroom_testing.__file__).parent / "formulas.json").read_text())
VALUES = EXAMPLES["values"]


@pytest.mark.parametrize(("text", "expected"), EXAMPLES["accepted"])
def test_a_formula_has_the_value_of_its_example(text: str, expected: Any) -> None:
    result = formula.value(formula.parse(text), VALUES.get, dt.date.fromisoformat(EXAMPLES["today"]))
    assert (None if result is None else float(result)) == expected


@pytest.mark.parametrize("text", EXAMPLES["refused"])
def test_a_formula_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(formula.Unreadable):
        formula.parse(text)


def test_a_huge_formula_is_refused_before_it_is_read() -> None:
    for text in ("1+" * 300 + "1", "(" * 400, "-" * 400 + "1", "1+" * 120 + "1", "9" * 16):
        with pytest.raises(formula.Unreadable):
            formula.parse(text)
