"""Arithmetic of working time: the time after a number of working minutes, and the working minutes between two times.
Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kit.values.days import LONDON

Span = tuple[dt.datetime, dt.datetime]
MOST_DAYS = 3_660
"""Maximum number of days to search: ten years."""


@dataclass(frozen=True)
class WorkingTime:
    """The working hours of a week, as minutes of the day in London by weekday (Monday is 0), and the holidays. Without
    hours every minute counts."""

    hours: Mapping[int, Sequence[tuple[int, int]]]
    holidays: frozenset[dt.date] = frozenset()

    def after(self, start: dt.datetime, minutes: int) -> dt.datetime | None:
        """Return the time at which `minutes` working minutes have passed since `start`; None if that is more than
        MOST_DAYS away."""
        left = dt.timedelta(minutes=minutes)
        for begins, ends in self._spans(start):
            if ends - begins >= left:
                return begins + left
            left -= ends - begins
        return None

    def minutes(self, start: dt.datetime, end: dt.datetime) -> int:
        """Return the whole working minutes from `start` to `end`; 0 if the end precedes the start."""
        total = dt.timedelta()
        for begins, ends in self._spans(start):
            if begins >= end:
                break
            total += min(ends, end) - begins
        return total // dt.timedelta(minutes=1)

    def _spans(self, start: dt.datetime) -> Iterator[Span]:
        """Yield working times from `start` on, in order, as UTC: the London clock may change within one."""
        start = start.astimezone(dt.UTC)
        if not any(self.hours.values()):
            yield start, start + dt.timedelta(days=MOST_DAYS)
            return
        first = start.astimezone(LONDON).date()
        for day in (first + dt.timedelta(days=number) for number in range(MOST_DAYS)):
            if day in self.holidays:
                continue
            for span in sorted(self.hours.get(day.weekday(), ())):
                begins, ends = (instant(day, minute) for minute in span)
                if ends > start:
                    yield max(begins, start), ends


def instant(day: dt.date, minute: int) -> dt.datetime:
    """Return a minute of a London day as a UTC time; minute 1440 is the end of the day."""
    later, minute = divmod(minute, 24 * 60)
    time = dt.time(*divmod(minute, 60))
    return dt.datetime.combine(day + dt.timedelta(days=later), time, LONDON).astimezone(dt.UTC)


def minute_of(clock: str) -> int:
    """Return the minute of the day for a time such as `09:30`."""
    hour, minute = clock.split(":")
    return int(hour) * 60 + int(minute)
