from __future__ import annotations

import datetime as dt

import pytest

from kit.errors import Invalid
from kit.values.days import today
from people.persons.model import ACCENTED, PLAIN
from people.persons.rules import age, check_past, under_18

ON = dt.date(2026, 11, 21)


@pytest.mark.parametrize(
    ("birth", "years", "young"),
    [
        (dt.date(2008, 11, 21), 18, False),
        (dt.date(2008, 11, 22), 17, True),
        (dt.date(1980, 1, 1), 46, False),
        (None, None, None),
    ],
)
def test_over_or_under_18_follows_from_the_birth_date(
    birth: dt.date | None, years: int | None, young: bool | None
) -> None:
    assert age(birth, ON) == years
    assert under_18(birth, ON) is young


def test_leap_day_birthday_counts_from_the_first_of_march() -> None:
    born = dt.date(2008, 2, 29)
    assert under_18(born, dt.date(2026, 2, 28)) is True
    assert under_18(born, dt.date(2026, 3, 1)) is False


def test_a_person_is_born_before_today() -> None:
    with pytest.raises(Invalid) as refusal:
        check_past("birthDate", today())
    assert refusal.value.fields == {"birthDate": "Please enter a date in the past"}
    check_past("birthDate", today() - dt.timedelta(days=1))


def test_accented_letters_have_a_plain_one_each() -> None:
    assert len(ACCENTED) == len(PLAIN)
    assert PLAIN.isascii()
    assert "Østergaard Łucja".translate(str.maketrans(ACCENTED, PLAIN)) == "Ostergaard Lucja"
