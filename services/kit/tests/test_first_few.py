"""Texts name the first few records, and how many more there are."""

from __future__ import annotations

import pytest

from kit.values.first_few import first_lines, first_names


@pytest.mark.parametrize(
    ("count", "lines", "names"),
    [
        (0, [], ""),
        (1, ["1"], "1"),
        (3, ["1", "2", "3"], "1, 2, 3"),
        (4, ["1", "2", "3", "and 1 more"], "1, 2, 3 and 1 more"),
        (2_000, ["1", "2", "3", "and 1,997 more"], "1, 2, 3 and 1,997 more"),
    ],
)
def test_text_about_several_names_the_first_and_counts_the_others(count: int, lines: list[str], names: str) -> None:
    each = [str(number) for number in range(1, count + 1)]
    assert first_lines(each, 3) == lines
    assert first_names(each, 3) == names
