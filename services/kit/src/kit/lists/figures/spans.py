"""Spans of days: the period that figures are compared with, and the days of a date filter."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from kit.lists.spec import months_later
from kit.values.days import LONDON

_DAY = dt.timedelta(days=1)


@dataclass(frozen=True)
class Span:
    """Days from `first` to `last`, inclusive, of the date filter `name`."""

    name: str
    first: dt.date
    last: dt.date

    def before(self) -> Span:
        """Return the period of the same length that ends before this one begins: whole months for whole months."""
        following = self.last + _DAY
        if self.first.day == following.day == 1:
            months = (following.year - self.first.year) * 12 + following.month - self.first.month
            return Span(self.name, months_later(self.first, -months), self.first - _DAY)
        return Span(self.name, self.first - (following - self.first), self.first - _DAY)


def day_of(bound: dt.date) -> dt.date:
    """Return the London day of a date filter's bound."""
    return bound.astimezone(LONDON).date() if isinstance(bound, dt.datetime) else bound
