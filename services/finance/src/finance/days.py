"""Days as finance takes them: wrapped as the legacy calls do it, and days on which something has happened."""

from __future__ import annotations

import datetime as dt
from typing import Any

from finance.invoices import rules
from kit.errors import Invalid
from kit.fields import Date

NOT_YET = "Please enter a date that is not in the future"


class WrappedDate(Date):
    """A date as the legacy calls wrap it: `{"date": "2026-11-21"}`."""

    def encode(self, value: Any) -> Any:
        return rules.wrapped(value)

    def answer(self) -> dict[str, Any]:
        return {"type": "object", "properties": {"date": super().answer()}, "required": ["date"]}


class PastDate(Date):
    """A day on which money was received or paid: today in London, or before."""

    def read(self, raw: Any) -> dt.date:
        day = super().read(raw)
        if day > rules.today():
            raise Invalid(NOT_YET)
        return day


class WrappedPastDate(PastDate, WrappedDate):
    """The same, wrapped."""
