"""Files of other calendars, as small texts: each is read by its own definitions, and reports what it leaves out.

Most cases come from public bug reports about calendars: zones of Outlook and Exchange, the last date of a rule, days
that end when they begin, exceptions by day, versions and cancellations.
"""

from __future__ import annotations

import datetime as dt
from concurrent.futures import ThreadPoolExecutor

import pytest

from kit.errors import Invalid
from people.calendar import reading

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


@pytest.mark.parametrize("name", ["Home", "Europe/London", "GMT Standard Time", "1"])
def test_reading_depends_only_on_its_own_file(name: str) -> None:
    files = {
        "06": calendar(zone(name), event(ONE.format(name))),
        "11": calendar(zone(name, "-0200"), event(ONE.format(name))),
    }
    for order in (["06", "11"], ["11", "06"]):
        assert [starts(files[hour]) for hour in order] == [[f"01.12. {hour}:00"] for hour in order]
    with ThreadPoolExecutor(2) as pool:
        asked = ["06", "11"] * 50
        assert list(pool.map(lambda hour: starts(files[hour]), asked)) == [[f"01.12. {hour}:00"] for hour in asked]


def test_zone_of_one_file_is_unknown_in_the_next() -> None:
    assert starts(calendar(zone("Moon/Base"), event(ONE.format("Moon/Base")))) == ["01.12. 06:00"]
    assert starts(calendar(event(ONE.format("Moon/Base")))) == ["01.12. 09:00"]
    assert left_out(calendar(event(ONE.format("Moon/Base")))) == [UNKNOWN]


def test_calendars_in_one_file_have_zones_of_their_own() -> None:
    other = event(ONE.format("Home").replace("0900", "1200"), "two")
    content = calendar(zone("Home"), event(ONE.format("Home"))) + calendar(zone("Home", "-0200"), other)
    assert starts(content) == ["01.12. 06:00", "01.12. 14:00"]


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("Europe/Berlin", "08:00"),
        ("europe/berlin", "08:00"),
        ('"Europe/Berlin"', "08:00"),
        ("/Europe/Berlin", "08:00"),
        ("/mozilla.org/20050126_1/Europe/Berlin", "08:00"),
        ("/freeassociation.sourceforge.net/Europe/Berlin", "08:00"),
        ("W. Europe Standard Time", "08:00"),
        ('"W. Europe Standard Time"', "08:00"),
        ("W. Europe Standard Time 1", "08:00"),
        ("Europe/Berlin-1", "08:00"),
        ("Europe/Berlin 2", "08:00"),
        ("tzone://Microsoft/Utc", "09:00"),
        ('"tzone://Microsoft/Utc"', "09:00"),
        ("UTC", "09:00"),
        ("Etc/GMT-5", "04:00"),
        ('"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', "08:00"),
        ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "08:00"),
        ('"(UTC-05:00) Eastern Time (US & Canada)"', "14:00"),
        ("(GMT-08.00) Pacific Time (US & Canada)/Tijuana", "17:00"),
        ("GMT+0200", "07:00"),
        ("GMT-1", "10:00"),
        ("UTC+05:30", "03:30"),
    ],
)
def test_zones_go_by_many_names(name: str, start: str) -> None:
    content = calendar(event(ONE.format(name)))
    assert starts(content) == [f"01.12. {start}"]
    assert left_out(content) == []


@pytest.mark.parametrize(
    "name", ["tzone://Microsoft/Custom", "Customized Time Zone 1", "1", "(UTC+01:00) Amsterdam, Berlin", "a:b"]
)
def test_definition_of_a_zone_is_found_by_any_name(name: str) -> None:
    for written in (name, f'"{name}"'):
        assert starts(calendar(zone(name), event(ONE.format(written)))) == ["01.12. 06:00"]
        assert starts(calendar(zone(f'"{name}"'), event(ONE.format(written)))) == ["01.12. 06:00"]


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


ANOTHER = event("DTSTART:20261203T090000\nDURATION:PT1H", "another")
SERIES = event("DTSTART:20261201T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=2")


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


def test_events_without_uid_have_the_same_one_in_every_file() -> None:
    bare = SERIES.replace("UID:one", "STAMP")
    uids = [
        [one.uid for one in reading.read(calendar(*parts), BEGINS, ENDS).busy]
        for parts in ([bare.replace("STAMP", "UID:")], [ANOTHER, bare.replace("STAMP", "DTSTAMP:20261101T000000Z")])
    ]
    assert uids[0][0] == uids[1][0] != ""
    assert uids[0][0].startswith("content-")


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


@pytest.mark.parametrize(
    "rule",
    ["FREQ=SECONDLY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYSECOND=1,2,3", "FREQ=YEARLY;INTERVAL=0"],
)
def test_zone_rules_with_unbounded_searches_are_ignored(rule: str) -> None:
    content = calendar(summer("Home").replace("FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", rule), event(ONE.format("Home")))
    assert left_out(content) == ["Time zone Home of x: unknown, its times are read as London's"]
