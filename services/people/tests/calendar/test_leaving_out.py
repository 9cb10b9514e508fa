"""The reader of calendar files reports what it leaves out, and refuses what it cannot read."""

from __future__ import annotations

import pytest

from kit.errors import Invalid
from people.calendar.imported import reading
from services.people.tests.calendar.files import (
    ANOTHER,
    BEGINS,
    ENDS,
    HOUR,
    ONE,
    SERIES,
    UNKNOWN,
    WRONG,
    calendar,
    event,
    starts,
    zone,
)


@pytest.mark.parametrize(
    ("parts", "lines", "dates"),
    [
        ([event("STATUS:CANCELLED\nDTSTART:20261201T090000\nDURATION:PT1H")], ["x on 1 December 2026 is cancelled"], 0),
        (
            [
                SERIES.replace("SUMMARY", "STATUS:Cancelled\nSUMMARY"),
                event("RECURRENCE-ID:20261208T090000\nDTSTART:20261208T150000\nDURATION:PT1H"),
            ],
            ["x on 1 December 2026 is cancelled"],
            0,
        ),
        (
            [SERIES, event("RECURRENCE-ID:20261208T090000\nSTATUS:CANCELLED\nDTSTART:20261208T090000\nDURATION:PT1H")],
            ["x on 8 December 2026 is cancelled"],
            1,
        ),
        (
            [
                event("DTSTART:20261201T090000\nDURATION:PT1H"),
                event("STATUS:CANCELLED\nSEQUENCE:1\nDTSTART:20261201T090000\nDURATION:PT1H"),
            ],
            ["x on 1 December 2026 has a later version in the same file", "x on 1 December 2026 is cancelled"],
            0,
        ),
        (
            [
                event("DTSTART:20261201T090000\nDURATION:PT1H"),
                event("SEQUENCE:1\nDTSTART:20261202T090000\nDURATION:PT1H"),
            ],
            ["x on 1 December 2026 has a later version in the same file"],
            1,
        ),
        ([event(f"TRANSP:TRANSPARENT\n{HOUR}")], ["x on 1 December 2026 is marked as free"], 0),
        (
            [event("X-MICROSOFT-CDO-BUSYSTATUS:FREE\nDTSTART;VALUE=DATE:20261201")],
            ["x on 1 December 2026 is marked as free"],
            0,
        ),
        ([SERIES.replace("SUMMARY", "TRANSP:TRANSPARENT\nSUMMARY")], ["x is marked as free"], 0),
        ([event("DTSTART:20261201T090000")], ["x on 1 December 2026 has no length"], 0),
        ([event("DTSTART:20261201T090000\nDTEND:20261201T080000")], ["x on 1 December 2026 ends before it begins"], 0),
        ([event(HOUR.replace("2026", "2025"))] * 2, ["2 events without a date from today on for a year"], 0),
        (
            [event("DTSTART:20261001T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20260930")],
            ["1 event without a date from today on for a year"],
            0,
        ),
        ([event(HOUR, "event-4@staffroom")], ["1 event of Staffroom's own calendar"], 0),
        (["BEGIN:VTODO\nUID:t\nEND:VTODO"], ["1 entry that are no events: tasks, notes or free times"], 0),
        ([event(ONE.format("Moon/Base"))], [UNKNOWN], 1),
        (
            [SERIES.replace("SUMMARY", "EXRULE:FREQ=DAILY\nSUMMARY")],
            ["Exceptions by a rule (EXRULE) of x: its dates count"],
            2,
        ),
        (
            [zone("Europe/Berlin").replace("+0300", "east"), event(ONE.format("Europe/Berlin"))],
            ["Rules of time zone Europe/Berlin of x: they cannot be read, its name counts"],
            1,
        ),
    ],
)
def test_omitted_events_are_reported(parts: list[str], lines: list[str], dates: int) -> None:
    result = reading.read(calendar(*parts, ANOTHER), BEGINS, ENDS)
    assert result.left_out == lines
    assert len(result.busy) == dates + 1


def test_method_cancel_lists_the_cancelled_events() -> None:
    result = reading.read(calendar(SERIES, head="METHOD:CANCEL"), BEGINS, ENDS)
    assert result.is_cancellation
    assert [(one.uid, one.start) for one in result.cancelled] == [("one", None)]
    mixed = calendar(SERIES, ANOTHER) + calendar(
        event("RECURRENCE-ID:20261208T090000\nDTSTART:20261208T090000"), head="METHOD:CANCEL"
    )
    assert starts(mixed) == ["01.12. 09:00", "03.12. 09:00"]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("", reading.UNREADABLE),
        ("BEGIN:VEVENT\nEND:VEVENT", reading.UNREADABLE),
        (calendar(ANOTHER).removesuffix("END:VCALENDAR\r\n"), reading.UNREADABLE),
        (calendar(ANOTHER).replace("END:VEVENT\r\n", ""), reading.UNREADABLE),
        (calendar(event("DURATION:PT1H")), WRONG),
        (calendar(event("DTSTART;TZID=Asia/Tokyo:00010101T000000\nDURATION:PT1H")), WRONG),
        (calendar(event("DTSTART;TZID=America/New_York:99991231T230000\nDURATION:PT1H")), WRONG),
        (calendar(event("DTSTART:20261201T090000\nDURATION:P9999999D")), WRONG),
        (
            calendar(event("DTSTART:20261201T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;INTERVAL=0")),
            WRONG,
        ),
    ],
)
def test_files_that_cannot_be_read_are_refused(content: str, text: str) -> None:
    with pytest.raises(Invalid) as refused:
        reading.read(content, BEGINS, ENDS)
    assert refused.value.text == text
