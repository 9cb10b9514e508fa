"""The rule of a recurring task in RFC 5545, and its dates. Pure."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Mapping
from itertools import islice
from typing import Any

from kit.jobs import Recurrence
from kit.values import options

REPEATS = options(
    ("daily", "Every day"),
    ("weekdays", "Monday to Friday"),
    ("weekly", "Every week"),
    ("fortnightly", "Every second week"),
    ("monthly", "Every month"),
    ("quarterly", "Every quarter"),
    ("yearly", "Every year"),
)
LAST = -1
MONTH_DAYS = options(*((day, str(day)) for day in range(1, 29)), (LAST, "The last"))
MONTHS = options(*((number, calendar.month_name[number]) for number in range(1, 13)))


def rule(values: Mapping[str, Any]) -> str:
    """Return the RRULE of a task, from its columns."""
    hour, minute = values["at"].split(":")
    at = f"BYHOUR={int(hour)};BYMINUTE={int(minute)}"
    days = ",".join(day[:2].upper() for day in values.get("days") or ["Monday"])
    month_day = values.get("month_day") or 1
    match values["repeats"]:
        case "daily":
            return f"FREQ=DAILY;{at}"
        case "weekdays":
            return f"FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;{at}"
        case "weekly":
            return f"FREQ=WEEKLY;BYDAY={days};{at}"
        case "fortnightly":
            return f"FREQ=WEEKLY;INTERVAL=2;BYDAY={days};{at}"
        case "monthly":
            return f"FREQ=MONTHLY;BYMONTHDAY={month_day};{at}"
        case "quarterly":
            return f"FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY={month_day};{at}"
        case _:
            return f"FREQ=YEARLY;BYMONTH={values.get('month') or 1};BYMONTHDAY={month_day};{at}"


def dates(values: Mapping[str, Any], after: dt.datetime, count: int) -> list[dt.datetime]:
    """Return the next dates of a task, in UTC; none while it is paused."""
    return [] if values.get("paused") else list(islice(Recurrence(rule(values)).after(after), count))


def following(values: Mapping[str, Any], after: dt.datetime) -> dt.datetime | None:
    """Return the first date of a task after `after`, in UTC; None while it is paused."""
    return next(iter(dates(values, after, 1)), None)
