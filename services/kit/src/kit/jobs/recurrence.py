"""The recurrence of a rule, in London time."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from dateutil.rrule import DAILY, MINUTELY, rrule, rruleset, rrulestr

from kit.values.days import LONDON

_DAYS = {
    "MO": "Monday",
    "TU": "Tuesday",
    "WE": "Wednesday",
    "TH": "Thursday",
    "FR": "Friday",
    "SA": "Saturday",
    "SU": "Sunday",
}
_HOUR = 60
_EVERY_MINUTES = re.compile(r"FREQ=MINUTELY;INTERVAL=([1-9]\d?)")
_START = dt.datetime(2024, 1, 1)
"""A Monday, from which intervals such as every second week are counted."""


@dataclass(frozen=True)
class Recurrence:
    """The timestamps of `rule`: an RRULE of RFC 5545, days or longer, in London time, or `FREQ=MINUTELY;INTERVAL=n`,
    every `n` minutes of an hour.

    On the day the clocks go forward a time in the skipped hour is an hour later; on the day they go back a time in the
    repeated hour is the first of the two. Raises ValueError for a rule that cannot be read, or another with a frequency
    below days.
    """

    rule: str

    def __post_init__(self) -> None:
        rule = self._rrule
        if not isinstance(rule, rrule) or (rule._freq > DAILY and not self._minutes):
            raise ValueError(f"{self.rule} is neither a rule of days or longer nor of minutes")

    @cached_property
    def _rrule(self) -> rrule | rruleset:
        """The rule in the form of `dateutil`. Each query counts from `_START`; the timestamps counted are cached."""
        return rrulestr(self.rule, dtstart=_START, cache=True)

    @property
    def _minutes(self) -> int:
        """The minutes between two timestamps; 0 for a rule of days or longer."""
        minutes = _EVERY_MINUTES.fullmatch(self.rule)
        return int(minutes[1]) if minutes and _HOUR % int(minutes[1]) == 0 else 0

    def in_words(self) -> str:
        """Return the rule in words, `every Monday at 07:00`; a rule with other parts unchanged."""
        if self._minutes:
            return "every minute" if self._minutes == 1 else f"every {self._minutes} minutes"
        parts = dict(part.split("=", 1) for part in self.rule.upper().split(";"))
        at = f"at {int(parts.pop('BYHOUR', 0)):02d}:{int(parts.pop('BYMINUTE', 0)):02d}"
        match parts:
            case {"FREQ": "DAILY", **others} if not others:
                return f"every day {at}"
            case {"FREQ": "WEEKLY", "BYDAY": days, **others} if not others:
                return f"every {' and '.join(_DAYS[day] for day in days.split(','))} {at}"
            case {"FREQ": "MONTHLY", "BYMONTHDAY": day, **others} if not others and day.isdecimal():
                return f"on day {day} of each month {at}"
        return self.rule

    def after(self, start: dt.datetime) -> Iterator[dt.datetime]:
        """Return the timestamps after `start`, in UTC, in the order of local time; they end if the rule has an end."""
        if self._minutes:
            yield from self._minutely(start)
            return
        local_start = start.astimezone(LONDON).replace(tzinfo=None) - dt.timedelta(days=1)
        for local in self._rrule.xafter(local_start):
            following = local.replace(tzinfo=LONDON).astimezone(dt.UTC)
            if following > start:
                yield following

    def _minutely(self, start: dt.datetime) -> Iterator[dt.datetime]:
        """Yield the timestamps of a rule of minutes. Hours begin together in UTC and in London, so UTC counts the
        minutes."""
        hour = start.astimezone(dt.UTC).replace(minute=0, second=0, microsecond=0)
        yield from rrule(MINUTELY, dtstart=hour, interval=self._minutes).xafter(start)
