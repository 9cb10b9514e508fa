"""Days in London, where the office is."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

LONDON = ZoneInfo("Europe/London")
ADULT = 18
"""Age in years. Whether a person is under age is derived from the birth date, never stored."""


def in_words(day: dt.date) -> str:
    """Return a date in the form of letters: `21 November 2026`. Tables use DD/MM/YY."""
    return f"{day.day} {day:%B %Y}"


def span_of(day: dt.date) -> tuple[dt.datetime, dt.datetime]:
    """Return the timestamps at which a day in London begins and ends. Raises OverflowError after the last possible
    day."""
    midnight = dt.time(tzinfo=LONDON)
    return dt.datetime.combine(day, midnight), dt.datetime.combine(day + dt.timedelta(days=1), midnight)


def today() -> dt.date:
    """Return today's date in London."""
    return dt.datetime.now(LONDON).date()


def age(birth: dt.date | None, on: dt.date) -> int | None:
    """Return the age in whole years on the date `on`; None if the birth date is unknown. A 29 February birthday counts
    from 1 March."""
    if birth is None:
        return None
    return on.year - birth.year - ((on.month, on.day) < (birth.month, birth.day))


def under_18(birth: dt.date | None, on: dt.date) -> bool | None:
    """Return whether the person is under 18 on the date `on`; None if the birth date is unknown."""
    years = age(birth, on)
    return None if years is None else years < ADULT
