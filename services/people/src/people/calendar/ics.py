"""Calendars as iCalendar text (RFC 5545), for programs that subscribe. A calendar contains single events, no series."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from typing import Any

from kit.values.days import LONDON

MEDIA_TYPE = "text/calendar; charset=utf-8"
_LONGEST = 75
"""Maximum octets of a line, without its end."""
_HEAD = (
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Staffroom//Calendar//EN",
    "METHOD:PUBLISH",
    "X-WR-CALNAME:Staffroom",
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
)
_STATUS = {"active": "CONFIRMED", "cancelled": "CANCELLED"}
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


def calendar(events: Iterable[Mapping[str, Any]]) -> bytes:
    """Return the calendar for rows with the columns of `feed.events`."""
    lines = [*_HEAD, *(line for event in events for line in _event(event)), "END:VCALENDAR"]
    return "".join(f"{folded(line)}\r\n" for line in lines).encode()


def escaped(text: str) -> str:
    """Escape a value of type TEXT. Control characters other than the line feed are removed."""
    text = _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\t", " "))
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def folded(line: str) -> str:
    """Fold a line into pieces of at most 75 octets, without splitting characters."""
    if len(line.encode()) <= _LONGEST:
        return line
    pieces, octets = [""], 0
    for character in line:
        size = len(character.encode())
        if octets + size > _LONGEST:
            pieces.append(" ")
            octets = 1
        pieces[-1] += character
        octets += size
    return "\r\n".join(pieces)


def _event(event: Mapping[str, Any]) -> list[str]:
    """Return the lines of one event."""
    about = [event["course"], event["cancel_reason"] and f"Cancelled: {event['cancel_reason']}"]
    texts = {"LOCATION": event["location"], "DESCRIPTION": "\n".join(filter(None, about))}
    return [
        "BEGIN:VEVENT",
        f"UID:event-{event['id']}@staffroom",
        f"DTSTAMP:{_moment(event['modified'])}",
        f"SEQUENCE:{event['version']}",
        *_span(event),
        f"SUMMARY:{escaped(event['title'])}",
        *(f"{name}:{escaped(text)}" for name, text in texts.items() if text),
        f"STATUS:{_STATUS[event['status']]}",
        "END:VEVENT",
    ]


def _span(event: Mapping[str, Any]) -> tuple[str, str]:
    """Return start and end. All-day events have dates in London and end on the day after the last."""
    if not event["all_day"]:
        return f"DTSTART:{_moment(event['starts'])}", f"DTEND:{_moment(event['ends'])}"
    first = event["starts"].astimezone(LONDON)
    last = (event["ends"] - dt.timedelta(microseconds=1)).astimezone(LONDON)
    return f"DTSTART;VALUE=DATE:{first:%Y%m%d}", f"DTEND;VALUE=DATE:{last + dt.timedelta(days=1):%Y%m%d}"


def _moment(value: dt.datetime) -> str:
    return f"{value.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}"
