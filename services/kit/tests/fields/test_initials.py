"""Initials, tested with the same examples as the page's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kit.values.initials import initials

EXAMPLES = Path(__file__).parents[4] / "web" / "libs" / "ui" / "src" / "initials.json"


@pytest.mark.parametrize(("name", "expected"), json.loads(EXAMPLES.read_text()).items())
def test_initials_of_any_script(name: str, expected: str) -> None:
    assert initials(name) == expected
