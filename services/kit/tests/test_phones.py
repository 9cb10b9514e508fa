"""A telephone number is found by its digits, however it is typed."""

from __future__ import annotations

import pytest

from kit.values.phones import digits_of, joined

_NUMBER = "2079460123"


@pytest.mark.parametrize(
    "typed",
    [
        "+44 20 7946 0123",
        "020 7946 0123",
        "02079460123",
        "0044 20 7946 0123",
        "+44 (0)20 7946 0123",
        "+44 (0) 20-7946-0123",
        "(020) 7946 0123",
        "020–7946–0123",
        "020.7946.0123",
        "442079460123",
        "０２０ ７９４６ ０１２３",
        "020 - 7946 - 0123",
    ],
)
def test_number_is_one_word_in_every_notation(typed: str) -> None:
    [word] = joined(typed.split())
    assert digits_of(word) == _NUMBER


@pytest.mark.parametrize(
    ("typed", "digits"),
    [("460123", "460123"), ("07700900123", "7700900123"), ("+33 1 23 45 67 89", "33123456789"), ("004400", "004400")],
)
def test_end_of_a_number_and_foreign_number(typed: str, digits: str) -> None:
    [word] = joined(typed.split())
    assert digits_of(word) == digits


@pytest.mark.parametrize(
    "typed", ["12345", "Year 12", "ada@example.org", "OX1 2JD", "12 Ada 3456", "O'Brien", "-", "+"]
)
def test_other_words_are_unchanged(typed: str) -> None:
    assert list(joined(typed.split())) == typed.split()
    assert not any(map(digits_of, typed.split()))
