"""Events of iCalendar files in the form that `recurring_ical_events` takes: dates with zones, days that end after they
begin, and rules without the mistakes of other programs."""

from __future__ import annotations

import datetime as dt
import hashlib
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import icalendar
from icalendar.prop import vDDDLists, vDDDTypes, vDuration, vRecur

from kit.errors import Invalid
from kit.values.days import LONDON, in_words
from kit.values.first_few import first_lines
from people.calendar.imported.contentlines import DATES, Component, Property, unescaped
from people.calendar.imported.zones import Zones

WRONG = "has a time or a rule that cannot be read"
UNTITLED = "An event without a title"
_LONGEST_TITLE = 200
_RARE = {"DAILY", "WEEKLY", "MONTHLY", "YEARLY"}
_WITHIN_A_DAY = {"BYHOUR", "BYMINUTE", "BYSECOND"}
_VALUE = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z?))?", re.IGNORECASE)
_ONE_DAY = dt.timedelta(days=1)
_CONTENT = (*sorted(DATES), "DURATION", "RRULE", "SUMMARY", "LOCATION")
"""Properties that identify an event without a UID."""


@dataclass(frozen=True)
class Entry:
    """A VEVENT: an event, a series, or (with `date`) an exception of the series with the same UID."""

    uid: str
    title: str
    event: icalendar.Event
    start: dt.date
    end: dt.date
    date: dt.date | None
    sequence: int


def entry(part: Component, zones: Zones, default: dt.tzinfo | None, notes: Notes) -> Entry:
    """Read a VEVENT. Times without a zone are in `default`, the zone of the calendar, or else in London. With a
    `default`, times in UTC are converted to it, so that a series keeps its local time. Raises Invalid, naming the
    event."""
    uid = part.text("UID") or _content_uid(part)
    name = _shown_title(unescaped(part.text("SUMMARY")))
    try:
        event, start, end = _event(part, _Times(name or UNTITLED, zones, default, notes))
        sequence = int(part.text("SEQUENCE") or 0)
    except (ValueError, KeyError, IndexError, TypeError, OverflowError) as error:
        raise unfit(name or part.text("UID") or UNTITLED, WRONG) from error
    if part.first("EXRULE"):
        notes.say(f"Exceptions by a rule (EXRULE) of {name or UNTITLED}: its dates count")
    event.add("UID", uid)
    event.add("SUMMARY", name)
    for status in ("STATUS", "TRANSP", "X-MICROSOFT-CDO-BUSYSTATUS"):
        event.add(status, part.text(status).upper())
    event.add("SEQUENCE", sequence)
    if "RRULE" in event:
        _check_rules(name or uid, event)
    recurrence: Any = event.get("RECURRENCE-ID")
    date = None if recurrence is None else recurrence.dt
    return Entry(uid, name, event, start, end, date, sequence)


def unfit(name: str, why: str) -> Invalid:
    """Return the refusal of a file because of one of its events."""
    text = f"{name} {why}. Please leave it out of the file"
    return Invalid(text, fields={"content": text})


def free(event: icalendar.Component) -> str:
    """Return why an event takes no time, or an empty string if it does."""
    if str(event.get("STATUS", "")).upper() == "CANCELLED":
        return "is cancelled"
    if str(event.get("TRANSP", "")).upper() == "TRANSPARENT":
        return "is marked as free"
    if str(event.get("X-MICROSOFT-CDO-BUSYSTATUS", "")).upper() == "FREE":
        return "is marked as free"
    return ""


def title(event: icalendar.Component) -> str:
    """Return the title of an event as one line."""
    return str(event.get("SUMMARY", ""))


MOST_LINES = 100


class Notes:
    """The lines that say what is left out of a file, and the number of events without a date in its period."""

    def __init__(self, begins: dt.datetime) -> None:
        self._lines: dict[str, None] = {}
        self.outside = 0
        self._begins = begins

    def say(self, line: str) -> None:
        """Add a line once."""
        self._lines[line] = None

    @property
    def lines(self) -> list[str]:
        """The first lines, and how many more there are."""
        return first_lines(list(self._lines), MOST_LINES)

    def leave_out(self, one: Entry, why: str) -> None:
        """Note why an event is left out; past events are only counted."""
        if is_series(one) or max(moment(one.start), moment(one.end)) >= self._begins:
            self.say(f"{_named(one)} {why}")
        else:
            self.outside += 1


def is_series(one: Entry) -> bool:
    return "RRULE" in one.event or "RDATE" in one.event


def moment(value: dt.date) -> dt.datetime:
    """Return a value as a timestamp. A day begins at midnight in London; a time without a zone is in London."""
    if not isinstance(value, dt.datetime):
        value = dt.datetime.combine(value, dt.time())
    return (value if value.tzinfo else value.replace(tzinfo=LONDON)).astimezone(dt.UTC).replace(microsecond=0)


def versions(entries: list[Entry], notes: Notes) -> Iterator[list[Entry]]:
    """Yield the events of one UID, each with its exceptions. The latest version of an event counts; if no SEQUENCE
    tells two apart, both count. A cancelled event takes its exceptions with it."""
    singles, exceptions = [one for one in entries if one.date is None], [one for one in entries if one.date is not None]
    latest = max((one.sequence for one in singles), default=0)
    current = list[Entry]()
    for one in singles:
        if one.sequence == latest:
            current.append(one)
        else:
            notes.leave_out(one, "has a later version in the same file")
    cancelled = [one for one in current if free(one.event) == "is cancelled"]
    for one in cancelled:
        notes.leave_out(one, "is cancelled")
    kept = [one for one in current if one not in cancelled and one.start not in [other.start for other in cancelled]]
    if not kept:
        if exceptions and not singles:
            yield exceptions
        return
    series = next((one for one in kept if is_series(one)), kept[0])
    for one in kept:
        if _has_length(one, notes):
            its = [other for other in exceptions if _has_length(other, notes)] if one is series else []
            for other in its:
                _name_date(other, one)
            yield [one, *its]


def _name_date(exception: Entry, series: Entry) -> None:
    """Write the RECURRENCE-ID of an exception in the form that its series uses: a day or a timestamp."""
    date, start = exception.date, series.start
    named: Any = exception.event["RECURRENCE-ID"]
    if isinstance(date, dt.datetime) and not isinstance(start, dt.datetime):
        named.dt = date.date()
    elif isinstance(start, dt.datetime) and date is not None and not isinstance(date, dt.datetime):
        named.dt = dt.datetime.combine(date, start.time(), start.tzinfo)


def _has_length(one: Entry, notes: Notes) -> bool:
    """Return whether an event ends after it begins. Compare local times in one zone, because an hour of the event may
    be skipped."""
    if one.end > one.start:
        return True
    notes.leave_out(one, "has no length" if one.end == one.start else "ends before it begins")
    return False


def _named(one: Entry) -> str:
    return f"{one.title or UNTITLED} on {in_words(one.start)}"


def _content_uid(part: Component) -> str:
    """Return a UID for an event that has none: the same for the same content, in any file and position."""
    content = "\n".join(f"{one.name};{sorted(one.parameters.items())}:{one.value}" for one in part.all(*_CONTENT))
    return f"content-{hashlib.sha256(content.encode('utf-8', 'replace')).hexdigest()[:32]}"


def _shown_title(text: str) -> str:
    text = " ".join(text.split())
    return "".join(sign for sign in text if sign.isprintable())[:_LONGEST_TITLE]


class _Times:
    """The date and time values of one event."""

    def __init__(self, name: str, zones: Zones, default: dt.tzinfo | None, notes: Notes) -> None:
        self._name, self._zones, self._default, self._notes = name, zones, default, notes
        self.zone: dt.tzinfo = default or LONDON
        """The zone for times that have none."""

    def zone_of(self, one: Property) -> dt.tzinfo | None:
        name = one.parameters.get("TZID", "")
        zone = self._zones.named(name) if name else None
        if name and zone is None:
            self._notes.say(f"Time zone {name} of {self._name}: unknown, its times are read as London's")
            return LONDON
        if name in self._zones.unreadable:
            self._notes.say(f"Rules of time zone {name} of {self._name}: they cannot be read, its name counts")
        return zone

    def value(self, text: str, zone: dt.tzinfo | None) -> dt.date:
        match = _VALUE.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"no date: {text}")
        year, month, day = (int(part) for part in match.group(1, 2, 3))
        if not dt.MINYEAR < year < dt.MAXYEAR:  # in another zone it may already be the next year
            raise ValueError(f"no date: {text}")
        if match[4] is None:
            return dt.date(year, month, day)
        second = min(int(match[6] or 0), 59)
        hour, plus = (0, 1) if match[4] == "24" else (int(match[4]), 0)
        value = dt.datetime(year, month, day, hour, int(match[5]), second) + dt.timedelta(days=plus)
        if match[7]:
            return value.replace(tzinfo=dt.UTC).astimezone(self._default or dt.UTC)
        return value.replace(tzinfo=zone or self.zone)

    def like(self, value: dt.date, start: dt.date) -> dt.date:
        """Convert a value to a day if the event has days, or add its start time if the event has times."""
        if not isinstance(start, dt.datetime):
            return value.astimezone(self.zone).date() if isinstance(value, dt.datetime) else value
        return value if isinstance(value, dt.datetime) else dt.datetime.combine(value, start.time(), start.tzinfo)


def _event(part: Component, times: _Times) -> tuple[icalendar.Event, dt.date, dt.date]:
    """Return an event with its start and end. Raises ValueError and other errors if a value is not a date, rule or
    duration."""
    event, first = icalendar.Event(), part.first("DTSTART")
    if first is None:
        raise ValueError("no start")
    start = times.value(first.value, times.zone_of(first))
    is_day = not isinstance(start, dt.datetime)
    if isinstance(start, dt.datetime) and start.tzinfo not in {None, dt.UTC}:
        times.zone = start.tzinfo or times.zone
    event["DTSTART"] = vDDDTypes(start)
    end = _end(part, times, start)
    event["DTEND"] = vDDDTypes(end)
    if recurrence := part.first("RECURRENCE-ID"):
        # Keep a day as it is: it names the date of a series of times on that day.
        date = times.value(recurrence.value, times.zone_of(recurrence))
        named = event["RECURRENCE-ID"] = vDDDTypes(date)
        if recurrence.parameters.get("RANGE", "").upper() == "THISANDFUTURE":
            named.params["RANGE"] = "THISANDFUTURE"
        return event, start, end
    for name in ("EXDATE", "RDATE"):
        dates = [
            _listed(text, times, times.zone_of(one), start)
            for one in part.all(name)
            for text in one.value.split(",")
            if text.strip()
        ]
        if dates:
            event[name] = vDDDLists(dates)
    rules = [_rule(one.value, times, start, is_day) for one in part.all("RRULE") if one.value]
    if rules:
        event["RRULE"] = rules if len(rules) > 1 else rules[0]
    return event, start, end


def _listed(text: str, times: _Times, zone: dt.tzinfo | None, start: dt.date) -> dt.date | tuple[dt.date, dt.date]:
    """Return a value of EXDATE or RDATE; a period keeps its end."""
    first, _, last = text.partition("/")
    value = times.like(times.value(first, zone), start)
    if not last or not isinstance(value, dt.datetime):
        return value
    if last.lstrip("+-").upper().startswith("P"):
        return value, value + _length(last)
    return value, times.like(times.value(last, zone), start)


def _length(text: str) -> dt.timedelta:
    """Return a duration. Raises ValueError."""
    length: dt.timedelta = vDuration.from_ical(text.strip().upper())  # type: ignore[no-untyped-call]  # icalendar has no types here
    return length


def _end(part: Component, times: _Times, start: dt.date) -> dt.date:
    """Return the end of an event; for whole days, the day after the last. An event of one day may end on the day it
    begins."""
    is_day = not isinstance(start, dt.datetime)
    last = part.first("DTEND")
    if last is not None:
        end = times.value(last.value, times.zone_of(last))
        if is_day and isinstance(end, dt.datetime):
            wall = end.astimezone(times.zone)
            end = wall.date() if wall.time() == dt.time() else wall.date() + _ONE_DAY
        elif isinstance(start, dt.datetime) and not isinstance(end, dt.datetime):
            end = dt.datetime.combine(end, dt.time(), start.tzinfo)
            end = end if end > start else end + _ONE_DAY
        return start + _ONE_DAY if is_day and end == start else end
    duration = part.text("DURATION")
    if not duration:
        return start + _ONE_DAY if is_day else start
    length = _length(duration)
    if is_day:
        return start + dt.timedelta(days=max(1, math.ceil(length / _ONE_DAY)))
    return start + length


def _rule(text: str, times: _Times, start: dt.date, is_day: bool) -> vRecur:
    """Return a rule whose UNTIL has the type of the start: a day, or a timestamp in UTC. A day includes all of it."""
    pairs = (part.partition("=")[::2] for part in re.sub(r"\s", "", text).upper().split(";") if part)
    parts = {name: value.strip(",") for name, value in pairs if value}
    if "UNTIL" in parts:
        until = times.value(parts["UNTIL"], None)
        if is_day:
            parts["UNTIL"] = f"{times.like(until, start):%Y%m%d}"
        else:
            if not isinstance(until, dt.datetime):
                until = dt.datetime.combine(until, dt.time(23, 59, 59), times.zone)
            parts["UNTIL"] = f"{until.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}"
    rule: vRecur = vRecur.from_ical(";".join(f"{name}={value}" for name, value in parts.items()))
    return rule


def _check_rules(name: str, event: icalendar.Event) -> None:
    rules: Any = event["RRULE"]
    for rule in rules if isinstance(rules, list) else [rules]:
        often, parts = {str(value).upper() for value in rule.get("FREQ", [])}, {part.upper() for part in rule}
        if not often or any(int(value) < 1 for value in rule.get("INTERVAL", [])):
            raise unfit(name, WRONG)
        if not often <= _RARE or _WITHIN_A_DAY & parts:
            raise unfit(name, "repeats more often than daily")
