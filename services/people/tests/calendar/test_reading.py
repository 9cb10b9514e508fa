"""Files of other calendars, as small texts: each is read by its own definitions, and reports what it leaves out.

Most cases come from public bug reports about calendars: zones of Outlook and Exchange, the last date of a rule, days
that end when they begin, exceptions by day, versions and cancellations.
"""

from __future__ import annotations

import pytest

from people.calendar.imported import reading
from services.people.tests.calendar.files import (
    ANOTHER,
    BEGINS,
    ENDS,
    HOUR,
    ONE,
    SERIES,
    calendar,
    event,
    left_out,
    summer,
    times,
    zone,
)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(
            calendar(summer("Europe/London"), event("DTSTART;TZID=Europe/London:20270701T090000\nDURATION:PT1H")),
            ["01.07. 07:00-01.07. 08:00"],
            id="rules of a known name",
        ),
        pytest.param(
            calendar(
                summer("Europe/Berlin", ";UNTIL=20240331T010000Z"),
                event("DTSTART;TZID=Europe/Berlin:20270701T090000\nDURATION:PT1H"),
            ),
            ["01.07. 08:00-01.07. 09:00"],
            id="summer time that ended",
        ),
        pytest.param(
            calendar(
                zone("Home").replace("+0300", "east"),
                event(ONE.format("Home").replace("Home", "Europe/Berlin")),
                head="X-WR-TIMEZONE:Nowhere",
            ),
            ["01.12. 08:00-01.12. 09:00"],
            id="unused definition and unknown zone of the calendar",
        ),
        pytest.param(
            calendar(event("DTSTART:20270701T090000\nDTEND:20270701T100000"), head="X-WR-TIMEZONE:Europe/Berlin"),
            ["01.07. 07:00-01.07. 08:00"],
            id="times without zone are the calendar's",
        ),
        pytest.param(
            calendar(event("DTSTART:20270328T003000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2")),
            ["28.03. 00:30-28.03. 01:30", "29.03. 00:30-29.03. 01:30"],
            id="UTC",
        ),
        pytest.param(
            calendar(event("DTSTART;TZID=Europe/London:20261201T100000\nDTEND;TZID=America/New_York:20261201T130000")),
            ["01.12. 10:00-01.12. 18:00"],
            id="flight",
        ),
        # Days
        pytest.param(
            calendar(event("DTSTART;VALUE=DATE:20261201\nDTEND;VALUE=DATE:20261201")),
            ["01.12. 00:00-02.12. 00:00"],
            id="day that ends when it begins",
        ),
        pytest.param(
            calendar(event("DTSTART;VALUE=DATE:20261201\nDTEND;VALUE=DATE:20261201\nRRULE:FREQ=WEEKLY;COUNT=2")),
            ["01.12. 00:00-02.12. 00:00", "08.12. 00:00-09.12. 00:00"],
            id="days that end when they begin",
        ),
        pytest.param(
            calendar(event("DTSTART;VALUE=DATE:20261201\nDURATION:P2D")),
            ["01.12. 00:00-03.12. 00:00"],
            id="P2D",
        ),
        pytest.param(
            calendar(event("DTSTART;VALUE=DATE:20270327\nDURATION:PT48H")),
            ["27.03. 00:00-28.03. 23:00"],
            id="PT48H",
        ),
        pytest.param(
            calendar(event("DTSTART;VALUE=DATE:20261201\nDURATION:PT1H")),
            ["01.12. 00:00-02.12. 00:00"],
            id="an hour",
        ),
        pytest.param(
            calendar(event("DTSTART;VALUE=DATE:20261201\nDURATION:P0D")),
            ["01.12. 00:00-02.12. 00:00"],
            id="day, P0D",
        ),
        pytest.param(
            calendar(event("DTSTART;VALUE=DATE:20270327\nRRULE:FREQ=DAILY;COUNT=3")),
            ["27.03. 00:00-28.03. 00:00", "28.03. 00:00-28.03. 23:00", "28.03. 23:00-29.03. 23:00"],
            id="days over the change in spring",
        ),
        pytest.param(
            calendar(event("DTSTART;VALUE=DATE:20271030\nDTEND;VALUE=DATE:20271101")),
            ["29.10. 23:00-01.11. 00:00"],
            id="days over the change in autumn",
        ),
        pytest.param(
            calendar(event("DTSTART;VALUE=DATE:20261201\nDTEND:20261202T120000")),
            ["01.12. 00:00-03.12. 00:00"],
            id="day that ends at a time",
        ),
        # Rules
        pytest.param(
            calendar(event("DTSTART:20261201T180000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20261203")),
            ["01.12. 18:00-01.12. 19:00", "02.12. 18:00-02.12. 19:00", "03.12. 18:00-03.12. 19:00"],
            id="UNTIL as a day includes it",
        ),
        pytest.param(
            calendar(
                event("DTSTART;TZID=America/New_York:20261201T230000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20261202")
            ),
            ["02.12. 04:00-02.12. 05:00", "03.12. 04:00-03.12. 05:00"],
            id="UNTIL is a day of the event's zone",
        ),
        pytest.param(
            calendar(event("DTSTART:20261201T180000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=2026-12-02")),
            ["01.12. 18:00-01.12. 19:00", "02.12. 18:00-02.12. 19:00"],
            id="UNTIL with dashes",
        ),
        pytest.param(
            calendar(
                event(
                    "DTSTART;TZID=Europe/Berlin:20261201T000000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20261202T000000"
                )
            ),
            ["30.11. 23:00-01.12. 00:00", "01.12. 23:00-02.12. 00:00"],
            id="UNTIL without zone is the event's",
        ),
        pytest.param(
            calendar(event("DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY;UNTIL=20261202T230000Z")),
            ["01.12. 00:00-02.12. 00:00", "02.12. 00:00-03.12. 00:00"],
            id="UNTIL of days with a time",
        ),
        pytest.param(
            calendar(event("DTSTART:20261201T180000\nDURATION:PT1H\nRRULE: FREQ=WEEKLY; BYDAY=TU, WE ;COUNT=3;")),
            ["01.12. 18:00-01.12. 19:00", "02.12. 18:00-02.12. 19:00", "08.12. 18:00-08.12. 19:00"],
            id="spaces",
        ),
        pytest.param(
            calendar(
                event("DTSTART:20261201T180000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20261202")
            ),
            ["01.12. 18:00-01.12. 19:00", "03.12. 18:00-03.12. 19:00"],
            id="EXDATE as a day",
        ),
        pytest.param(
            calendar(event("DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE:20261202T000000")),
            ["01.12. 00:00-02.12. 00:00"],
            id="EXDATE of a day with a time",
        ),
        pytest.param(
            calendar(
                event(
                    "DTSTART;TZID=Europe/Berlin:20261201T180000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2\n"
                    "EXDATE:20261202T170000Z"
                )
            ),
            ["01.12. 17:00-01.12. 18:00"],
            id="EXDATE in UTC",
        ),
        pytest.param(
            calendar(event("DTSTART:20261201T180000\nDURATION:PT1H\nRDATE;VALUE=PERIOD:20261203T100000/PT2H")),
            ["01.12. 18:00-01.12. 19:00", "03.12. 10:00-03.12. 12:00"],
            id="RDATE as a period",
        ),
        # The change of the clock
        pytest.param(
            calendar(
                event(
                    "DTSTART;TZID=Europe/London:20270327T013000\nDTEND;TZID=Europe/London:20270327T020000\n"
                    "RRULE:FREQ=DAILY;COUNT=3"
                )
            ),
            ["27.03. 01:30-27.03. 02:00", "28.03. 01:30-28.03. 02:00", "29.03. 00:30-29.03. 01:00"],
            id="nightly in the hour that is skipped",
        ),
        pytest.param(
            calendar(
                event(
                    "DTSTART;TZID=Europe/London:20271030T220000\nDTEND;TZID=Europe/London:20271031T060000\n"
                    "RRULE:FREQ=DAILY;COUNT=2"
                )
            ),
            ["30.10. 21:00-31.10. 06:00", "31.10. 22:00-01.11. 06:00"],
            id="night shift in autumn",
        ),
        pytest.param(
            calendar(event("DTSTART;TZID=Europe/London:20270328T013000\nDTEND;TZID=Europe/London:20270328T020000")),
            ["28.03. 01:30-28.03. 02:00"],
            id="once in the hour that is skipped",
        ),
        # Versions and identity
        pytest.param(
            calendar(event("DTSTART:20261201T090000\nDURATION:PT1H"), event("DTSTART:20261202T090000\nDURATION:PT1H")),
            ["01.12. 09:00-01.12. 10:00", "02.12. 09:00-02.12. 10:00"],
            id="one UID, two events",
        ),
        pytest.param(
            calendar(
                event("DTSTART:20261201T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=2"),
                event("DTSTART:20261202T090000\nDURATION:PT1H"),
                event("RECURRENCE-ID:20261208T090000\nDTSTART:20261208T150000\nDURATION:PT1H"),
            ),
            ["01.12. 09:00-01.12. 10:00", "02.12. 09:00-02.12. 10:00", "08.12. 15:00-08.12. 16:00"],
            id="one UID, a series with an exception and an event",
        ),
        pytest.param(
            calendar(
                event("DTSTART;TZID=Pacific/Auckland:20261201T110000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2"),
                event(
                    "RECURRENCE-ID;TZID=Europe/Paris:20261201T230000\nDTSTART;TZID=Europe/Paris:20261202T120000\nDURATION:PT1H"
                ),
            ),
            ["30.11. 22:00-30.11. 23:00", "02.12. 11:00-02.12. 12:00"],
            id="RECURRENCE-ID in another zone",
        ),
        pytest.param(
            calendar(
                event("DTSTART:20261201T180000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2"),
                event("RECURRENCE-ID;VALUE=DATE:20261202\nDTSTART:20261202T200000\nDURATION:PT1H"),
            ),
            ["01.12. 18:00-01.12. 19:00", "02.12. 20:00-02.12. 21:00"],
            id="RECURRENCE-ID as a day",
        ),
        pytest.param(
            calendar(
                event("DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY;COUNT=2"),
                event("RECURRENCE-ID:20261202T000000\nDTSTART:20261202T200000\nDURATION:PT1H"),
            ),
            ["01.12. 00:00-02.12. 00:00", "02.12. 20:00-02.12. 21:00"],
            id="RECURRENCE-ID of a day with a time",
        ),
        pytest.param(
            calendar(
                event("DTSTART:20261201T180000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3"),
                event("RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T180000\nDTSTART:20261202T200000\nDURATION:PT1H"),
            ),
            ["01.12. 18:00-01.12. 19:00", "02.12. 20:00-02.12. 21:00", "03.12. 20:00-03.12. 21:00"],
            id="this and future",
        ),
        pytest.param(
            calendar(
                event("DTSTART;TZID=Home:20261201T180000\nDURATION:PT1H"),
                (
                    "BEGIN:VTIMEZONE\nTZID:Home\nX-LIC-LOCATION:Home\nBEGIN:STANDARD\nTZNAME:LMT\nDTSTART:18930401T000000\n"
                    "TZOFFSETFROM:+005328\nTZOFFSETTO:+0100\nRDATE:18930401T000000\nRDATE:19160501T010000,19170501T010000\n"
                    "END:STANDARD\nBEGIN:STANDARD\nDTSTART:20371025T020000\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\n"
                    "TZOFFSETFROM:+0100\nTZOFFSETTO:+0000\nEND:STANDARD\nEND:VTIMEZONE"
                ),
            ),
            ["01.12. 17:00-01.12. 18:00"],
            id="zone of many years",
        ),
        pytest.param(
            calendar(event(HOUR), event(f"SEQUENCE:0\n{HOUR}")),
            ["01.12. 09:00-01.12. 10:00"],
            id="one event twice",
        ),
        pytest.param(
            calendar(event(HOUR, ""), event(HOUR.replace("1201", "1202"), "")),
            ["01.12. 09:00-01.12. 10:00", "02.12. 09:00-02.12. 10:00"],
            id="no UID",
        ),
        pytest.param(
            calendar(event(HOUR)).replace("\r\n", "\n").replace("SUMMARY:x", "SUMMARY:\n x"),
            ["01.12. 09:00-01.12. 10:00"],
            id="line feeds and a folded line",
        ),
        pytest.param(
            calendar(
                event(
                    "DESCRIPTION:a text\nover two lines\nDTSTART:20261201T090000\nDURATION:PT1H\n"
                    "BEGIN:VALARM\nTRIGGER:-PT5M\nDURATION:PT9H\nEND:VALARM"
                )
            ),
            ["01.12. 09:00-01.12. 10:00"],
            id="lines that are no property, an alarm with a duration",
        ),
    ],
)
def test_times_follow_the_definitions_of_the_file(content: str, expected: list[str]) -> None:
    assert times(content) == expected
    assert [line for line in left_out(content) if "Nowhere" not in line] == []


def test_events_without_uid_have_the_same_one_in_every_file() -> None:
    bare = SERIES.replace("UID:one", "STAMP")
    uids = [
        [one.uid for one in reading.read(calendar(*parts), BEGINS, ENDS).busy]
        for parts in ([bare.replace("STAMP", "UID:")], [ANOTHER, bare.replace("STAMP", "DTSTAMP:20261101T000000Z")])
    ]
    assert uids[0][0] == uids[1][0] != ""
    assert uids[0][0].startswith("content-")
