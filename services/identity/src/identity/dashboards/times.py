"""The timestamps at which a dashboard is mailed, in London. Pure."""

from __future__ import annotations

import datetime as dt

from kit.jobs import Recurrence

_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def following(rhythm: str, day: int | None, hour: int, after: dt.datetime) -> dt.datetime:
    """Return the first timestamp after `after`, in UTC. `day` is one of the week (1 is Monday) or of the month; a daily
    email has no `day`."""
    match rhythm:
        case "weekly":
            days = f"FREQ=WEEKLY;BYDAY={_DAYS[(day or 1) - 1]}"
        case "monthly":
            days = f"FREQ=MONTHLY;BYMONTHDAY={day or 1}"
        case _:
            days = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
    return next(Recurrence(f"{days};BYHOUR={hour}").after(after))
