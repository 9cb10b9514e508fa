"""Texts that say when and where an event is, in London time."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from kit.values.days import LONDON, in_words

_A_MOMENT = dt.timedelta(microseconds=1)


def when(row: Mapping[str, Any]) -> str:
    """Return `Thursday 26 November 2026, 10:00 to 11:00` for a row with `starts`, `ends` and `all_day`. For whole days
    return `Thursday 26 November 2026, all day` or `Thursday 26 November 2026 to Friday 27 November 2026`."""
    begins, ends = (row[name].astimezone(LONDON) for name in ("starts", "ends"))
    if row["all_day"]:
        last = (row["ends"] - _A_MOMENT).astimezone(LONDON)
        return f"{day(begins)}, all day" if last.date() <= begins.date() else f"{day(begins)} to {day(last)}"
    until = f"{ends:%H:%M}" if ends.date() == begins.date() else f"{day(ends)}, {ends:%H:%M}"
    return f"{day(begins)}, {begins:%H:%M} to {until}"


def day(moment: dt.datetime) -> str:
    """Return `Thursday 26 November 2026`."""
    return f"{moment:%A} {in_words(moment)}"


def when_and_where(row: Mapping[str, Any]) -> str:
    """Return the time with the `location` of the row, if it has one."""
    return ", ".join(filter(None, (when(row), row["location"])))


def screen(row: Mapping[str, Any]) -> str:
    """Return the screen of the reader's own calendar on the day of an event, with the event open."""
    return f"{screen_of_day(row)}&event={row['id']}"


def screen_of_day(row: Mapping[str, Any]) -> str:
    """Return the screen of the reader's own calendar on the day of an event."""
    return f"/calendar/day?day={row['starts'].astimezone(LONDON):%Y-%m-%d}"
