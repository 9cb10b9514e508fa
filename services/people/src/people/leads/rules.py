"""Pure rules of leads."""

from __future__ import annotations

import datetime as dt

from kit.values.days import LONDON

FIRST_STEP = "First call"
NOON = dt.time(12)
KEPT = dt.timedelta(days=730)
"""A lead that came to nothing is deleted two years after its end."""


def working_day(now: dt.datetime) -> dt.datetime:
    """Return noon in London of the next day from Monday to Friday."""
    day = now.astimezone(LONDON).date() + dt.timedelta(days=1)
    while day.weekday() > 4:
        day += dt.timedelta(days=1)
    return dt.datetime.combine(day, NOON, LONDON).astimezone(dt.UTC)
