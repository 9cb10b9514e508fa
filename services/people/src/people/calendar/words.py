"""When and where an event is, in the words of a letter. Times are those of the clock in London."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from kit.values.days import LONDON, in_words

_A_MOMENT = dt.timedelta(microseconds=1)


def when(row: Mapping[str, Any]) -> str:
    """`Thursday 26 November 2026, 10:00 to 11:00` of a row with `starts`, `ends` and `all_day`; of whole days `Thursday
    26 November 2026, all day` or `Thursday 26 November 2026 to Friday 27 November 2026`."""
    begins, ends = (row[name].astimezone(LONDON) for name in ("starts", "ends"))
    if row["all_day"]:
        last = (row["ends"] - _A_MOMENT).astimezone(LONDON)
        return f"{day(begins)}, all day" if last.date() <= begins.date() else f"{day(begins)} to {day(last)}"
    until = f"{ends:%H:%M}" if ends.date() == begins.date() else f"{day(ends)}, {ends:%H:%M}"
    return f"{day(begins)}, {begins:%H:%M} to {until}"


def day(moment: dt.datetime) -> str:
    """`Thursday 26 November 2026`."""
    return f"{moment:%A} {in_words(moment)}"


def when_and_where(row: Mapping[str, Any]) -> str:
    """The same with the `location` of the row, where it has one."""
    return ", ".join(filter(None, (when(row), row["location"])))


def screen(row: Mapping[str, Any]) -> str:
    """The screen of one's own calendar on the day of an event, with the event open."""
    return f"{screen_of_day(row)}&event={row['id']}"


def screen_of_day(row: Mapping[str, Any]) -> str:
    """The screen of one's own calendar on the day of an event."""
    return f"/calendar/day?day={row['starts'].astimezone(LONDON):%Y-%m-%d}"
