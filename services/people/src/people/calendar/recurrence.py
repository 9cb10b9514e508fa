"""The dates of a series: an RRULE of RFC 5545 in London time, so that ten o'clock stays ten o'clock when clocks change.

Every date becomes an event, so a rule must end. Only the parts of RFC 5545 that the form offers and that always yield
dates are accepted: `FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31` would be searched until the year 9999.
"""

from __future__ import annotations

import datetime as dt
import re
from itertools import islice
from typing import NamedTuple

from dateutil.relativedelta import relativedelta
from dateutil.rrule import rrule, rrulestr

from kit.errors import Invalid
from kit.values.days import LONDON

MOST = 366
"""Maximum dates of a series: one for every day of a year."""
UNREADABLE = "Please enter how it repeats as a rule, for example FREQ=WEEKLY;COUNT=10"
UNKNOWN = (
    "Please repeat it at an interval of days, weeks, months or years, on days of the week or on a day of the month"
)
ENDLESS = f"Please say when it ends: a last day, or a number of dates (at most {MOST})"
LONGEST_YEARS = 5
TOO_LONG = f"A series lasts at most {LONGEST_YEARS} years"
_DAY = "(MO|TU|WE|TH|FR|SA|SU)"
_ORDINAL = rf"(-1|[1-5])?{_DAY}"
_MONTH_DAY = r"(-1|[1-9]|[12]\d|3[01])"
_FORMS = {
    "DAILY": {"INTERVAL": r"[1-9]\d?"},
    "WEEKLY": {"INTERVAL": r"[1-9]\d?", "BYDAY": rf"{_DAY}(,{_DAY})*", "WKST": _DAY},
    # Up to an interval of 11, some month of the series has 31 days.
    "MONTHLY": {
        "INTERVAL": r"[1-9]|1[01]",
        "BYDAY": rf"{_ORDINAL}(,{_ORDINAL})*",
        "BYMONTHDAY": rf"{_MONTH_DAY}(,{_MONTH_DAY})*",
    },
    "YEARLY": {"INTERVAL": r"[1-5]"},
}
"""The parts of a rule other than its end, by frequency, and their values."""
_ENDS = {"COUNT": r"[1-9]\d{0,5}", "UNTIL": r"\d{8}T235959"}
_UNTIL = re.compile(r"UNTIL=(\d{8})(T\d{6}Z?)?", re.IGNORECASE)
_LOCAL = "%Y%m%dT235959"


class Moment(NamedTuple):
    """The start and end of one date, in UTC."""

    start: dt.datetime
    end: dt.datetime


def read(text: str) -> str:
    """Return the normalised rule: upper case, without `RRULE:`, the last day including the whole day in London. Raises
    Invalid."""
    rule = text.strip().upper().removeprefix("RRULE:")
    rule = _UNTIL.sub(lambda match: f"UNTIL={_last_day(match):{_LOCAL}}", rule)
    parts = dict(part.partition("=")[::2] for part in rule.split(";"))
    if not parts.get("FREQ"):
        raise Invalid(UNREADABLE)
    known = _FORMS.get(parts["FREQ"], {}) | _ENDS
    others = {name: value for name, value in parts.items() if name != "FREQ"}
    if parts["FREQ"] not in _FORMS or not all(re.fullmatch(known.get(name, "(?!)"), others[name]) for name in others):
        raise Invalid(UNKNOWN)
    if ("UNTIL" in parts) == ("COUNT" in parts) or int(parts.get("COUNT", 0)) > MOST or len(parts) < rule.count("="):
        raise Invalid(ENDLESS)
    _parsed(rule, dt.datetime(2024, 1, 1))
    return rule


def moments(rule: str, first: Moment) -> list[Moment]:
    """Return the dates of a rule that `read` returned, in order and including `first`, each with the same length on the
    London clock. Raises Invalid if there are too many."""
    begins, ends = (moment.astimezone(LONDON).replace(tzinfo=None) for moment in first)
    # One more than allowed, to detect too many.
    starts = list(islice(_parsed(rule, begins), MOST + 1))
    if begins not in starts:
        starts = [begins, *(start for start in starts if start > begins)]
    if len(starts) > MOST:
        raise Invalid(ENDLESS)
    if starts[-1] > begins + relativedelta(years=LONGEST_YEARS):
        raise Invalid(TOO_LONG)
    length = ends - begins
    return [Moment(in_utc(start), in_utc(start + length)) for start in starts]


def shifted(moment: dt.datetime, before: dt.datetime, after: dt.datetime) -> dt.datetime:
    """Return `moment` shifted by the difference from `before` to `after`, on the London clock."""
    wall = [value.astimezone(LONDON).replace(tzinfo=None) for value in (moment, before, after)]
    return in_utc(wall[0] + (wall[2] - wall[1]))


def in_utc(local: dt.datetime) -> dt.datetime:
    """Return a local time in London as UTC. In the hour that is skipped in spring it is an hour later; in the hour that
    occurs twice in autumn it is the first."""
    return local.replace(tzinfo=LONDON).astimezone(dt.UTC)


def of_dates(rule: str, dates: int) -> str:
    """Return the rule for this number of dates."""
    parts = [part for part in rule.split(";") if not part.startswith(("COUNT=", "UNTIL="))]
    return ";".join([*parts, f"COUNT={dates}"])


def _last_day(match: re.Match[str]) -> dt.datetime:
    """Return the day in London of an UNTIL; with a Z it is a timestamp in UTC. Raises Invalid."""
    text = match[1] + (match[2] or "")
    try:
        if text.endswith("Z"):
            moment = dt.datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=dt.UTC)
            return moment.astimezone(LONDON)
        return dt.datetime.strptime(text[:8], "%Y%m%d")
    except ValueError:
        raise Invalid(UNREADABLE) from None


def _parsed(rule: str, start: dt.datetime) -> rrule:
    """Parse a rule. Raises Invalid."""
    try:
        parsed = rrulestr(rule, dtstart=start)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        raise Invalid(UNREADABLE) from None
    if not isinstance(parsed, rrule):
        raise Invalid(UNREADABLE)
    return parsed
