"""Dates of calendars that other programs wrote (RFC 5545), as time that somebody is busy.

A file is read with care: a rule can name a date a second, or none until the year 9999. Series that repeat more often
than daily are refused, each is worked out by itself, and all of them have `_SECONDS` together.
"""

from __future__ import annotations

import datetime as dt
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import icalendar
import recurring_ical_events

from kit.errors import Invalid
from kit.values.days import LONDON

MOST_DATES = 1_000
OURS = "@staffroom"
"""The end of the UIDs of our own feed, which is not read back."""
UNREADABLE = "Please choose a calendar file (.ics). This one cannot be read"
NOTHING = "There is no event in this file that takes time from today on for a year"
TOO_MANY = f"This calendar has more than {MOST_DATES:,} events within a year. Please export a part of it"
TOO_SLOW = "This calendar takes too long to read. Please export a part of it"
_WRONG = "has a time or a rule that cannot be read"
_MOST_EVENTS = 5_000
_SECONDS = 5.0
_PIECE = dt.timedelta(days=30)
"""The longest that one date is kept as: longer ones are several."""
_LONGEST_TITLE = 200
_RARE = {"DAILY", "WEEKLY", "MONTHLY", "YEARLY"}
_FREE = {"TRANSPARENT", "CANCELLED"}
_WITHIN_A_DAY = {"BYHOUR", "BYMINUTE", "BYSECOND"}


class Busy(NamedTuple):
    """A time that somebody is busy; `uid` names the event, or the series, in the other program."""

    uid: str
    title: str
    start: dt.datetime
    end: dt.datetime
    all_day: bool


def read(content: str, begins: dt.datetime, ends: dt.datetime) -> list[Busy]:
    """The busy times of a file between two moments, in order. Raises Invalid with a text for whoever chose the file."""
    calendars = _parsed(content)
    series = _by_uid(calendars)
    zones = [zone for calendar in calendars for zone in calendar.walk("VTIMEZONE")]
    named = next((calendar["X-WR-TIMEZONE"] for calendar in calendars if "X-WR-TIMEZONE" in calendar), None)
    until, found = time.monotonic() + _SECONDS, set[Busy]()
    for uid, events in series.items():
        found.update(_dates(uid, _calendar(events, zones, named), begins, ends))
        if len(found) > MOST_DATES:
            raise Invalid(TOO_MANY, fields={"content": TOO_MANY})
        if time.monotonic() > until:
            raise Invalid(TOO_SLOW, fields={"content": TOO_SLOW})
    if not found:
        raise Invalid(NOTHING, fields={"content": NOTHING})
    return sorted(found, key=lambda one: (one.start, one.end, one.uid, one.title))


def _parsed(content: str) -> list[icalendar.Component]:
    try:
        calendars = icalendar.Calendar.from_ical(content.removeprefix("\ufeff"), multiple=True)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise Invalid(UNREADABLE, fields={"content": UNREADABLE}) from None
    if not calendars or any(calendar.name != "VCALENDAR" for calendar in calendars):
        raise Invalid(UNREADABLE, fields={"content": UNREADABLE})
    return list(calendars)


def _by_uid(calendars: Iterable[icalendar.Component]) -> Mapping[str, list[icalendar.Component]]:
    """The events by UID; the exceptions of a series have that of the series."""
    series: dict[str, list[icalendar.Component]] = defaultdict(list)
    events = [event for calendar in calendars for event in calendar.walk("VEVENT")]
    if len(events) > _MOST_EVENTS:
        raise Invalid(TOO_MANY, fields={"content": TOO_MANY})
    for number, event in enumerate(events):
        uid = str(event.get("UID") or f"event {number}")
        if not uid.endswith(OURS):
            series[uid].append(event)
    for uid, those in series.items():
        for event in those:
            _check_rule(uid, event)
    return series


def _check_rule(uid: str, event: icalendar.Component) -> None:
    rules = event.get("RRULE", [])
    for rule in rules if isinstance(rules, list) else [rules]:
        try:
            often, parts = {str(value).upper() for value in rule.get("FREQ", [])}, {name.upper() for name in rule}
        except (ValueError, AttributeError):
            raise _unfit(event, uid, _WRONG) from None
        if not often <= _RARE or _WITHIN_A_DAY & parts:
            raise _unfit(event, uid, "repeats more often than daily")


def _calendar(
    events: Iterable[icalendar.Component], zones: Iterable[icalendar.Component], named: Any
) -> icalendar.Calendar:
    calendar = icalendar.Calendar()
    if named is not None:
        calendar["X-WR-TIMEZONE"] = named
    for component in (*zones, *events):
        calendar.add_component(component)
    return calendar


def _dates(uid: str, calendar: icalendar.Calendar, begins: dt.datetime, ends: dt.datetime) -> Iterator[Busy]:
    """The dates of one event or series that take time."""
    try:
        dates = recurring_ical_events.of(calendar).between(begins, ends)
        for date in dates[: MOST_DATES + 1]:
            if not _FREE & {str(date.get(name, "")).upper() for name in ("TRANSP", "STATUS")}:
                yield from _pieces(uid, date)
    except Exception as error:
        first = next(iter(calendar.walk("VEVENT")))
        raise _unfit(first, uid, _WRONG) from error


def _unfit(event: icalendar.Component, uid: str, why: str) -> Invalid:
    text = f"{_title(event) or uid} {why}. Please leave it out of the file"
    return Invalid(text, fields={"content": text})


def _pieces(uid: str, date: icalendar.Event) -> Iterator[Busy]:
    all_day = not isinstance(date.start, dt.datetime)
    start, end = (_moment(value) for value in (date.start, date.end))
    while start < end:
        piece = min(end, start + _PIECE)
        yield Busy(uid, _title(date), start, piece, all_day)
        start = piece


def _moment(value: dt.date) -> dt.datetime:
    """A day begins at midnight in London; a time without a zone is London's."""
    if not isinstance(value, dt.datetime):
        value = dt.datetime.combine(value, dt.time())
    return (value if value.tzinfo else value.replace(tzinfo=LONDON)).astimezone(dt.UTC).replace(microsecond=0)


def _title(event: icalendar.Component) -> str:
    text = " ".join(str(event.get("SUMMARY", "")).split())
    return "".join(sign for sign in text if sign.isprintable())[:_LONGEST_TITLE]


def horizon(now: dt.datetime) -> tuple[dt.datetime, dt.datetime]:
    """The time of a file that is read: from the beginning of today in London for a year."""
    today = dt.datetime.combine(now.astimezone(LONDON).date(), dt.time(), LONDON)
    return today, today + dt.timedelta(days=365)
