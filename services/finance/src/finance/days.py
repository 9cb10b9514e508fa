"""Date fields of finance: the legacy wrapping `{"date": ...}`, and days that cannot be in the future."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from kit.errors import Invalid
from kit.values import Date
from kit.values.days import today
from kit.values.shown import shown

YEARS_BACK, YEARS_AHEAD = 10, 1
"""Maximum number of years between today and a date of the books: a more distant date is a typing error."""
NOT_YET = "Please enter a date that is not in the future"


class WrappedDate(Date):
    """A date as the legacy calls wrap it: `{"date": "2026-11-21"}`."""

    def encode(self, value: Any) -> Any:
        return {"date": value.isoformat()} if value is not None else None

    def answer(self) -> dict[str, Any]:
        return {"type": "object", "properties": {"date": super().answer()}, "required": ["date"]}


def years_from(day: dt.date, years: int) -> dt.date:
    """Return the same day `years` years later; for 29 February, the 28th."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)


@dataclass(frozen=True, kw_only=True)
class NearDate(Date):
    """A date of the books, within a number of years of today."""

    years_back: int = YEARS_BACK
    years_ahead: int = YEARS_AHEAD

    def read(self, raw: Any) -> dt.date:
        day = super().read(raw)
        first, last = years_from(today(), -self.years_back), years_from(today(), self.years_ahead)
        if not first <= day <= last:
            raise Invalid(f"Please enter a date from {shown(first)} to {shown(last)}")
        return day


class PastDate(NearDate):
    """A day on which money was received or paid. Refuses days after today in London."""

    def read(self, raw: Any) -> dt.date:
        day = Date.read(self, raw)
        if day > today():
            raise Invalid(NOT_YET)
        return super().read(raw)


class WrappedPastDate(PastDate, WrappedDate):
    """A `PastDate` in the legacy wrapping."""
