"""Days as finance takes them: wrapped as the legacy calls do it, and days on which something has happened."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from kit.errors import Invalid
from kit.values import Date

LONDON = ZoneInfo("Europe/London")
NOT_YET = "Please enter a date that is not in the future"


def wrapped(day: dt.date | None) -> dict[str, str] | None:
    """A date as the legacy calls wrap it: `{"date": "2026-11-21"}`."""
    return {"date": day.isoformat()} if day is not None else None


def today() -> dt.date:
    """The day it is in London."""
    return dt.datetime.now(LONDON).date()


class WrappedDate(Date):
    """A date as the legacy calls wrap it: `{"date": "2026-11-21"}`."""

    def encode(self, value: Any) -> Any:
        return wrapped(value)

    def answer(self) -> dict[str, Any]:
        return {"type": "object", "properties": {"date": super().answer()}, "required": ["date"]}


class PastDate(Date):
    """A day on which money was received or paid: today in London, or before."""

    def read(self, raw: Any) -> dt.date:
        day = super().read(raw)
        if day > today():
            raise Invalid(NOT_YET)
        return day


class WrappedPastDate(PastDate, WrappedDate):
    """The same, wrapped."""
