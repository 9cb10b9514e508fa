"""Days in London, where the office is."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

LONDON = ZoneInfo("Europe/London")


def today() -> dt.date:
    """Today's date in London."""
    return dt.datetime.now(LONDON).date()
