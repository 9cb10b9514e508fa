"""Days in London, where the office is."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

LONDON = ZoneInfo("Europe/London")


def in_words(day: dt.date) -> str:
    """A date as in a letter: `21 November 2026`. Tables use DD/MM/YY."""
    return f"{day.day} {day:%B %Y}"


def span_of(day: dt.date) -> tuple[dt.datetime, dt.datetime]:
    """The moments at which a day in London begins and ends. Raises OverflowError after the last day that there is."""
    return tuple(dt.datetime.combine(one, dt.time(), LONDON) for one in (day, day + dt.timedelta(days=1)))  # type: ignore[return-value]


def today() -> dt.date:
    """Today's date in London."""
    return dt.datetime.now(LONDON).date()
