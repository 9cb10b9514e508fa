"""Time zones of calendar files go by many names and definitions, each file's own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from services.people.tests.calendar.files import (
    ONE,
    UNKNOWN,
    calendar,
    event,
    left_out,
    starts,
    summer,
    zone,
)


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
    "rule",
    ["FREQ=SECONDLY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYSECOND=1,2,3", "FREQ=YEARLY;INTERVAL=0"],
)
def test_zone_rules_with_unbounded_searches_are_ignored(rule: str) -> None:
    content = calendar(summer("Home").replace("FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", rule), event(ONE.format("Home")))
    assert left_out(content) == ["Time zone Home of x: unknown, its times are read as London's"]
