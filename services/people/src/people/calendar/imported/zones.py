"""Time zones of iCalendar files.

The VTIMEZONE of the file defines a zone; without one its name does. Nothing is cached between files, so the result
depends only on the file. `icalendar` caches the definitions of all files by name, and prefers its own definition of a
known name.
"""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect_right
from calendar import monthrange
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from dateutil.rrule import rrulestr
from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

from people.calendar.imported.contentlines import Component

_MOST_RULES = 40
"""Maximum observances with a rule in one zone."""
_MOST_ONSETS = 2_000
_YEARS_AHEAD = 3
_OFFSET = re.compile(r"([+-])(\d{2}):?(\d{2})(?::?(\d{2}))?")
_LOCAL = re.compile(r"(\d{8})(?:T(\d{6}))?Z?", re.IGNORECASE)
_DAY = r"[+-]?[1-5]?(SU|MO|TU|WE|TH|FR|SA)"
_PARTS = {
    "FREQ": "YEARLY",
    "INTERVAL": "1",
    "BYMONTH": r"([1-9]|0[1-9]|1[0-2])(,([1-9]|0[1-9]|1[0-2]))*",
    "BYDAY": rf"{_DAY}(,{_DAY})*",
    "BYMONTHDAY": r"-?\d{1,2}(,-?\d{1,2})*",
    "COUNT": r"\d{1,3}",
    "UNTIL": _LOCAL.pattern,
    "WKST": "(SU|MO|TU|WE|TH|FR|SA)",
}
"""Allowed parts of a zone's rule. Searching for an onset with other parts could go on until the year 9999."""
_FIXED = re.compile(r"\(?(?:UTC|GMT)?\s*([+-])(\d{1,2})[:.]?(\d{2})?\)?(?:\s|$)", re.IGNORECASE)
"""The beginning of names such as `(UTC+01:00) Amsterdam, Berlin`, `GMT -0500` and `+02:00`."""
_NUMBER = re.compile(r"[\s_-]*\(?\d{1,2}\)?$")
_UTC = {"utc", "z", "gmt", "etc/utc", "coordinated universal time"}
_PLACES = {
    "eastern time": "America/New_York",
    "central time": "America/Chicago",
    "mountain time": "America/Denver",
    "pacific time": "America/Los_Angeles",
    "atlantic time": "America/Halifax",
    "edinburgh": "Europe/London",
    "bern": "Europe/Zurich",
    "beijing": "Asia/Shanghai",
    "new delhi": "Asia/Kolkata",
    "mumbai": "Asia/Kolkata",
}
"""Places in Windows zone names that are not in the name of an IANA zone."""


class Onset(NamedTuple):
    """A time at which the offset from UTC changes: the local time by the offset `before` it."""

    local: dt.datetime
    before: dt.timedelta
    after: dt.timedelta


class Zone(dt.tzinfo):
    """A zone that a file defines. In a skipped hour the earlier offset applies; in a repeated hour `fold` chooses (PEP
    495)."""

    def __init__(self, name: str, onsets: list[Onset]) -> None:
        self.key = name
        onsets = sorted(onsets, key=lambda one: one.local - one.before)
        self._offsets = [onsets[0].before, *(one.after for one in onsets)]
        self._moments = [one.local - one.before for one in onsets]
        pairs = zip(self._moments, self._offsets, self._offsets[1:], strict=False)
        walls = [(moment + before, moment + after) for moment, before, after in pairs]
        self._first = [max(pair) for pair in walls]
        self._second = [min(pair) for pair in walls]

    def utcoffset(self, value: dt.datetime | None) -> dt.timedelta | None:
        if value is None:
            return None
        walls = self._second if value.fold else self._first
        return self._offsets[bisect_right(walls, value.replace(tzinfo=None, fold=0))]

    def dst(self, value: dt.datetime | None) -> dt.timedelta | None:
        return None

    def tzname(self, value: dt.datetime | None) -> str:
        return self.key

    def fromutc(self, value: dt.datetime) -> dt.datetime:
        moment = value.replace(tzinfo=None)
        number = bisect_right(self._moments, moment)
        wall = moment + self._offsets[number]
        repeated = number > 0 and wall < self._first[number - 1] and self._offsets[number] < self._offsets[number - 1]
        return wall.replace(tzinfo=self, fold=int(repeated))


class Zones:
    """The zones of one calendar."""

    def __init__(self, calendar: Component) -> None:
        self._defined: dict[str, Component] = {}
        for part in calendar.of("VTIMEZONE"):
            self._defined.setdefault(_key(part.text("TZID")), part)
        self._found: dict[str, dt.tzinfo | None] = {}
        self.unreadable: set[str] = set()
        """Names of zones whose definitions cannot be read."""

    def named(self, name: str) -> dt.tzinfo | None:
        """Return the zone of a TZID, or None if neither the file nor the known names define it."""
        key = _key(name)
        if key not in self._found:
            self._found[key] = self._looked_up(key, name)
        return self._found[key]

    def _looked_up(self, key: str, name: str) -> dt.tzinfo | None:
        definition = self._defined.get(key)
        if definition is not None:
            try:
                return _built(name, definition)
            except (ValueError, OverflowError):
                self.unreadable.add(name)
        return known(name)


def _key(name: str) -> str:
    return name.strip().strip('"').strip("/").strip().casefold()


def _built(name: str, definition: Component) -> dt.tzinfo:
    """Build a zone from its definition. Raises ValueError."""
    observances = [part for part in definition.parts if part.name in {"STANDARD", "DAYLIGHT"}]
    if sum(bool(one.first("RRULE")) for one in observances) > _MOST_RULES:
        raise ValueError("too many rules")
    onsets = [onset for one in observances for onset in _onsets(one)]
    if not onsets or len(onsets) > _MOST_ONSETS:
        raise ValueError("no onset, or too many")
    return Zone(name, onsets)


def _onsets(observance: Component) -> list[Onset]:
    before, after = _offset(observance.text("TZOFFSETFROM")), _offset(observance.text("TZOFFSETTO"))
    start = _local(observance.text("DTSTART"))
    times = [start, *(_local(text) for one in observance.all("RDATE") for text in one.value.split(","))]
    last = dt.datetime.now(dt.UTC).year + _YEARS_AHEAD
    for one in observance.all("RRULE"):
        for time in rrulestr(_rule(one.value, before), dtstart=start):
            if time.year > last or len(times) > _MOST_ONSETS:
                break
            times.append(time)
    return [Onset(time, before, after) for time in set(times)]


def _rule(text: str, before: dt.timedelta) -> str:
    """Return the rule with an UNTIL in local time, as its onsets are. Raises ValueError."""
    pairs = (part.partition("=")[::2] for part in re.sub(r"\s", "", text).upper().split(";") if part)
    parts = {name: value for name, value in pairs if value}
    if not all(re.fullmatch(_PARTS.get(name, "(?!)"), value) for name, value in parts.items()) or "FREQ" not in parts:
        raise ValueError(f"unusual rule {text}")
    days = [int(day) for day in parts.get("BYMONTHDAY", "").split(",") if day]
    months = [int(month) for month in parts.get("BYMONTH", "").split(",") if month] or [1]
    ordinal = bool(days) and bool(re.search(r"\d", parts.get("BYDAY", "")))
    if ordinal or any(not 1 <= abs(day) <= monthrange(2024, month)[1] for day in days for month in months):
        raise ValueError(f"a rule without a day: {text}")
    if "UNTIL" in parts:
        until = _local(parts["UNTIL"])
        until = until + before if parts["UNTIL"].endswith("Z") else until
        parts["UNTIL"] = f"{until:%Y%m%dT%H%M%S}"
    return ";".join(f"{name}={value}" for name, value in parts.items())


def _local(text: str) -> dt.datetime:
    match = _LOCAL.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"no date: {text}")
    return dt.datetime.strptime(match[1] + (match[2] or "000000"), "%Y%m%d%H%M%S")


def _offset(text: str) -> dt.timedelta:
    match = _OFFSET.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"no offset: {text}")
    length = dt.timedelta(hours=int(match[2]), minutes=int(match[3]), seconds=int(match[4] or 0))
    if length >= dt.timedelta(days=1):
        raise ValueError(f"no offset: {text}")
    return -length if match[1] == "-" else length


@lru_cache(maxsize=1)
def _names() -> tuple[dict[str, str], dict[str, str]]:
    """Return the IANA zones by their names and by the places in them."""
    names = sorted(available_timezones())
    places = {name.rsplit("/", 1)[-1].replace("_", " ").casefold(): name for name in names if "/" in name}
    by_name = {name.casefold(): name for name in names}
    return by_name | {name.casefold(): olson for name, olson in WINDOWS_TO_OLSON.items()}, places | _PLACES


def known(name: str) -> dt.tzinfo | None:
    """Return the zone of a name: an IANA or Windows name, optionally behind a path
    (`/mozilla.org/20050126_1/Europe/Berlin`, `tzone://Microsoft/Utc`), with a number (`GMT Standard Time 1`), or
    written out (`(UTC+01:00) Amsterdam, Berlin`)."""
    by_name, _ = _names()
    key = _key(name)
    pieces = key.removeprefix("tzone://").split("/")
    paths = ["/".join(pieces[start:]) for start in range(len(pieces))]
    numbered = [] if _FIXED.match(key) else [_NUMBER.sub("", path) for path in paths]
    for path in (*paths, *numbered):
        if path in _UTC:
            return dt.UTC
        if path in by_name:
            return ZoneInfo(by_name[path])
    return _written_out(key)


def _written_out(key: str) -> dt.tzinfo | None:
    _, places = _names()
    match = _FIXED.match(key)
    rest = key[match.end() :] if match else key if key.endswith(")") else ""
    for place in re.split(r"[,(]", rest):
        if place.strip() in places:
            return ZoneInfo(places[place.strip()])
    if match is None:
        return None
    length = dt.timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
    return dt.timezone(-length if match[1] == "-" else length) if length < dt.timedelta(hours=16) else None
