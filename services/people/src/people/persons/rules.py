"""Rules of persons, as pure functions."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from kit.errors import Invalid
from kit.records import Change
from kit.values import Text
from staffroom.identity.v1 import titles_pb2

ADULT = 18
"""Years. Over or under is derived from the birth date, never stored."""
TITLES = tuple(name.removeprefix("TITLE_").capitalize() for name, number in titles_pb2.Title.items() if number)
"""Titles of a person: identity's list (`GET /system/titles`), which stands in its contract."""
LONDON = ZoneInfo("Europe/London")


@dataclass(frozen=True, kw_only=True)
class DigitText(Text):
    """A number that is a name: exactly `digits` digits, leading zeros kept."""

    digits: int
    content: str = "numeric"

    def read(self, raw: Any) -> str:
        text = super().read(str(raw) if isinstance(raw, int) and not isinstance(raw, bool) else raw)
        if len(text) != self.digits:
            raise Invalid(f"Please enter {self.digits} digits")
        return text

    def meta(self) -> dict[str, Any]:
        return super().meta() | {"minLength": self.digits, "maxLength": self.digits}

    def schema(self) -> dict[str, Any]:
        return {"type": ["string", "null"], "pattern": f"^[0-9]{{{self.digits}}}$"}


def today() -> dt.date:
    """The date in London, where the provider's birthdays begin."""
    return dt.datetime.now(LONDON).date()


def age(birth: dt.date | None, on: dt.date) -> int | None:
    """Whole years on that day; None when the birth date is not known. A 29 February birthday counts from 1 March."""
    if birth is None:
        return None
    return on.year - birth.year - ((on.month, on.day) < (birth.month, birth.day))


def under_18(birth: dt.date | None, on: dt.date) -> bool | None:
    """Whether under 18 on that day; None when the birth date is not known."""
    years = age(birth, on)
    return None if years is None else years < ADULT


def in_the_past(name: str, value: dt.date | None) -> None:
    """Refuses a day that is not over yet, for field `name`."""
    if value is not None and value >= today():
        text = "Please enter a date in the past"
        raise Invalid(text, fields={name: text})


def check_birth_date(change: Change) -> None:
    """A person is born before today."""
    in_the_past(change.field.name, change.new)


def known_title(name: str, value: str | None) -> None:
    """Refuses a title that is none of `TITLES`, for field `name`."""
    if value is not None and value not in TITLES:
        text = f"Please choose one of: {', '.join(TITLES)}"
        raise Invalid(text, fields={name: text})


def check_title(change: Change) -> None:
    """A new title is one of the list; one that the older system stored stays as it is."""
    known_title(change.field.name, change.new)
