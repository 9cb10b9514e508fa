"""Dates of calendars of other programs (RFC 5545), read as busy time.

Files are untrusted: a rule can yield a date every second, or none until the year 9999. Series that repeat more often
than daily are refused, each series is expanded on its own, and all of them share `_SECONDS`. The result depends only on
the file, and says what was left out.
"""

from __future__ import annotations

import datetime as dt
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import icalendar
import recurring_ical_events

from kit.errors import Invalid
from kit.values.days import LONDON, in_words
from people.calendar.imported import contentlines, entries
from people.calendar.imported.entries import Entry, Notes, moment
from people.calendar.imported.zones import Zones

MOST_DATES = 1_000
OURS = "@staffroom"
"""The end of the UIDs of our own feed, which is not imported."""
UNREADABLE = "Please choose a calendar file (.ics). This one cannot be read"
NOTHING = "There is no event in this file that takes time from today on for a year"
TOO_MANY = f"This calendar has more than {MOST_DATES:,} events within a year. Please export a part of it"
TOO_SLOW = "This calendar takes too long to read. Please export a part of it"
_MOST_EVENTS = 5_000
_SECONDS = 5.0
_PIECE = dt.timedelta(days=30)
"""Maximum length of one stored date; longer ones are split."""
_DAY = dt.timedelta(days=1)


class Busy(NamedTuple):
    """A span of busy time; `uid` names the event or the series in the other program."""

    uid: str
    title: str
    start: dt.datetime
    end: dt.datetime
    all_day: bool


class Cancelled(NamedTuple):
    """An event that a cancellation names, or the date of it that starts at `start`."""

    uid: str
    title: str
    start: dt.datetime | None


@dataclass(frozen=True)
class Reading:
    """The result of reading a file: its busy times in order, the events that it cancels, and a line for each item left
    out.

    `is_cancellation` is true for a file that only cancels (METHOD:CANCEL): other events stay.
    """

    busy: list[Busy]
    cancelled: list[Cancelled] = field(default_factory=list)
    is_cancellation: bool = False
    left_out: list[str] = field(default_factory=list)


def read(content: str, begins: dt.datetime, ends: dt.datetime) -> Reading:
    """Return the busy times of a file between two timestamps. Raises Invalid with a text for the user who chose the
    file."""
    calendars, notes = _calendars(content), Notes(begins)
    events, cancelled = list[Entry](), list[Cancelled]()
    for calendar in calendars:
        for event in _entries(calendar, notes):
            if _cancels(calendar):
                start = None if event.date is None else moment(event.date)
                cancelled.append(Cancelled(event.uid, event.title, start))
            else:
                events.append(event)
        if len(events) + len(cancelled) > _MOST_EVENTS:
            raise Invalid(TOO_MANY, fields={"content": TOO_MANY})
    gone = {(one.uid, one.start) for one in cancelled}
    busy = _busy([one for one in events if (one.uid, None) not in gone], begins, ends, notes)
    busy = [one for one in busy if (one.uid, one.start) not in gone]
    if notes.outside:
        notes.say(f"{_count(notes.outside)} without a date from today on for a year")
    return Reading(busy, cancelled, all(map(_cancels, calendars)), notes.lines)


def _calendars(content: str) -> list[contentlines.Component]:
    try:
        calendars = contentlines.components(content)
    except ValueError:
        calendars = []
    if not calendars or any(calendar.name != "VCALENDAR" for calendar in calendars):
        raise Invalid(UNREADABLE, fields={"content": UNREADABLE})
    return calendars


def _cancels(calendar: contentlines.Component) -> bool:
    return calendar.text("METHOD").upper() == "CANCEL"


def _entries(calendar: contentlines.Component, notes: Notes) -> Iterator[Entry]:
    """Yield the events of a calendar, except those of our own feed."""
    zones, ours = Zones(calendar), 0
    default = zones.named(calendar.text("X-WR-TIMEZONE")) if calendar.text("X-WR-TIMEZONE") else None
    for part in calendar.of("VEVENT"):
        if part.text("UID").endswith(OURS):
            ours += 1
        else:
            yield entries.entry(part, zones, default, notes)
    others = [part for part in calendar.parts if part.name in {"VTODO", "VJOURNAL", "VFREEBUSY"}]
    if ours:
        notes.say(f"{_count(ours)} of Staffroom's own calendar")
    if others:
        notes.say(f"{_count(len(others), 'entry', 'entries')} that are no events: tasks, notes or free times")


def _busy(events: list[Entry], begins: dt.datetime, ends: dt.datetime, notes: Notes) -> list[Busy]:
    series: dict[str, list[Entry]] = defaultdict(list)
    for event in events:
        series[event.uid].append(event)
    until, spans = time.monotonic() + _SECONDS, set[Busy]()
    for uid, those in series.items():
        for one in entries.versions(those, notes):
            dates = set(_dates(uid, one, begins, ends, notes))
            notes.outside += not dates and not entries.free(one[0].event)
            spans |= dates
        if len(spans) > MOST_DATES:
            raise Invalid(TOO_MANY, fields={"content": TOO_MANY})
        if time.monotonic() > until:
            raise Invalid(TOO_SLOW, fields={"content": TOO_SLOW})
    return sorted(spans, key=lambda one: (one.start, one.end, one.uid, one.title))


def _dates(uid: str, events: list[Entry], begins: dt.datetime, ends: dt.datetime, notes: Notes) -> Iterator[Busy]:
    """Yield the dates of one event or series that take time; the first of `events` is the series."""
    calendar = icalendar.Calendar()
    for one in events:
        calendar.add_component(one.event)
    try:
        # Add a day at either end: days are in London time, those of the file may be in another zone.
        dates = recurring_ical_events.of(calendar).between(begins - _DAY, ends + _DAY)
        for date in dates[: MOST_DATES + 1]:
            pieces = [piece for piece in _pieces(uid, date) if piece.end > begins and piece.start < ends]
            reason = entries.free(date)
            if pieces and reason:
                name = entries.title(date) or entries.UNTITLED
                whole = entries.is_series(events[0]) and entries.free(events[0].event)
                notes.say(f"{name} {reason}" if whole else f"{name} on {in_words(date.start)} {reason}")
            elif pieces:
                yield from pieces
    except Exception as error:
        raise entries.unfit(events[0].title or uid, entries.WRONG) from error


def _pieces(uid: str, date: icalendar.Event) -> Iterator[Busy]:
    all_day = not isinstance(date.start, dt.datetime)
    start, end = moment(date.start), moment(date.end)
    if end <= start and isinstance(date.start, dt.datetime) and isinstance(date.end, dt.datetime):
        # The clock went forward in between: a start at 01:30 is half an hour after an end at 02:00.
        end = start + (date.end.replace(tzinfo=None) - date.start.replace(tzinfo=None))
    while start < end:
        piece = min(end, start + _PIECE)
        yield Busy(uid, entries.title(date), start, piece, all_day)
        start = piece


def _count(number: int, one: str = "event", more: str = "events") -> str:
    return f"{number:,} {one if number == 1 else more}"


def horizon(now: dt.datetime) -> tuple[dt.datetime, dt.datetime]:
    """Return the period that is imported: a year from the beginning of today in London."""
    today = dt.datetime.combine(now.astimezone(LONDON).date(), dt.time(), LONDON)
    return today, today + dt.timedelta(days=365)
