"""Relative periods: `@thisMonth` in a filter stands for the days of the current month."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping

from kit.lists import Period
from kit.values import options

PERIODS = options(
    ("today", "Today"),
    ("thisWeek", "This week"),
    ("nextWeek", "Next week"),
    ("lastWeek", "Last week"),
    ("thisMonth", "This month"),
    ("lastMonth", "Last month"),
    ("thisQuarter", "This quarter"),
    ("thisYear", "This year"),
    ("lastYear", "Last year"),
    ("past7", "Past 7 days"),
    ("past30", "Past 30 days"),
    ("past365", "Past 365 days"),
    ("next7", "Next 7 days"),
    ("next14", "Next 14 days"),
    ("next30", "Next 30 days"),
)
_Days = Callable[[dt.date], tuple[dt.date, dt.date]]


def _whole(period: Period, later: int = 0) -> _Days:
    def days(today: dt.date) -> tuple[dt.date, dt.date]:
        first = period.later(period.first(today), later)
        return first, period.last(first)

    return days


def _past(count: int) -> _Days:
    return lambda today: (today - dt.timedelta(days=count - 1), today)


def _next(count: int) -> _Days:
    return lambda today: (today, today + dt.timedelta(days=count - 1))


_DAYS: Mapping[str, _Days] = {
    "today": _past(1),
    "thisWeek": _whole(Period.WEEK),
    "nextWeek": _whole(Period.WEEK, 1),
    "lastWeek": _whole(Period.WEEK, -1),
    "thisMonth": _whole(Period.MONTH),
    "lastMonth": _whole(Period.MONTH, -1),
    "thisQuarter": _whole(Period.QUARTER),
    "thisYear": _whole(Period.YEAR),
    "lastYear": _whole(Period.YEAR, -1),
    "past7": _past(7),
    "past30": _past(30),
    "past365": _past(365),
    "next7": _next(7),
    "next14": _next(14),
    "next30": _next(30),
}


def days_of(period: str, today: dt.date) -> str:
    """Return the days of a period in the form of a filter: `2026-11-01..2026-11-30`. Raises KeyError."""
    first, last = _DAYS[period](today)
    return f"{first}..{last}"


def resolved(query: Mapping[str, str], today: dt.date) -> dict[str, str]:
    """Return the filters with the periods that they name replaced by days."""
    return {
        name: days_of(value[1:], today) if value.startswith("@") and value[1:] in _DAYS else value
        for name, value in query.items()
    }
