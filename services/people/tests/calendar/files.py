"""Small calendar files, and what the reader makes of them."""

from __future__ import annotations

import datetime as dt

from people.calendar.imported import reading

BEGINS = dt.datetime(2026, 11, 25, tzinfo=dt.UTC)
ENDS = BEGINS + dt.timedelta(days=365)
HOUR = "DTSTART:20261201T090000\nDURATION:PT1H"
WRONG = "x has a time or a rule that cannot be read. Please leave it out of the file"
UNKNOWN = "Time zone Moon/Base of x: unknown, its times are read as London's"


def calendar(*parts: str, head: str = "") -> str:
    text = "\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", *([head] if head else []), *parts, "END:VCALENDAR", ""])
    return text.replace("\n", "\r\n")


def event(lines: str, uid: str = "one") -> str:
    return f"BEGIN:VEVENT\nUID:{uid}\nSUMMARY:x\n{lines}\nEND:VEVENT"


def zone(name: str, offset: str = "+0300") -> str:
    return (
        f"BEGIN:VTIMEZONE\nTZID:{name}\nBEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETFROM:{offset}\n"
        f"TZOFFSETTO:{offset}\nEND:STANDARD\nEND:VTIMEZONE"
    )


def summer(name: str, until: str = "") -> str:
    """Return a zone with the rules of Berlin; with `until`, summer time is abolished then."""
    return (
        f"BEGIN:VTIMEZONE\nTZID:{name}\nBEGIN:STANDARD\nDTSTART:16011028T030000\nTZOFFSETFROM:+0200\n"
        "TZOFFSETTO:+0100\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\nEND:STANDARD\nBEGIN:DAYLIGHT\n"
        f"DTSTART:16010325T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3{until}\n"
        "END:DAYLIGHT\nEND:VTIMEZONE"
    )


def times(content: str) -> list[str]:
    return [f"{one.start:%d.%m. %H:%M}-{one.end:%d.%m. %H:%M}" for one in reading.read(content, BEGINS, ENDS).busy]


def starts(content: str) -> list[str]:
    return [f"{one.start:%d.%m. %H:%M}" for one in reading.read(content, BEGINS, ENDS).busy]


def left_out(content: str) -> list[str]:
    return reading.read(content, BEGINS, ENDS).left_out


ONE = "DTSTART;TZID={}:20261201T090000\nDURATION:PT1H"


ANOTHER = event("DTSTART:20261203T090000\nDURATION:PT1H", "another")
SERIES = event("DTSTART:20261201T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=2")
