"""Date fields of finance: the legacy wrapping `{"date": ...}`, and days that cannot be in the future."""

from __future__ import annotations

import datetime as dt
from typing import Any

from kit.errors import Invalid
from kit.values import Date
from kit.values.days import today

NOT_YET = "Please enter a date that is not in the future"


class WrappedDate(Date):
    """A date as the legacy calls wrap it: `{"date": "2026-11-21"}`."""

    def encode(self, value: Any) -> Any:
        return {"date": value.isoformat()} if value is not None else None

    def answer(self) -> dict[str, Any]:
        return {"type": "object", "properties": {"date": super().answer()}, "required": ["date"]}


class PastDate(Date):
    """A day on which money was received or paid. It refuses a day after today in London."""

    def read(self, raw: Any) -> dt.date:
        day = super().read(raw)
        if day > today():
            raise Invalid(NOT_YET)
        return day


class WrappedPastDate(PastDate, WrappedDate):
    """A `PastDate` in the legacy wrapping."""
