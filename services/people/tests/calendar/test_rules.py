from __future__ import annotations

import datetime as dt

from people.calendar.free.rules import free

DAY = dt.datetime(2026, 12, 2, tzinfo=dt.UTC)


def at(hour: int, minute: int = 0) -> dt.datetime:
    return DAY.replace(hour=hour, minute=minute)


def test_free_times_begin_when_something_ends() -> None:
    taken = [(at(9), at(9, 3)), (at(10), at(12)), (at(10, 30), at(11))]
    spans = free([(at(9), at(14))], taken, dt.timedelta(minutes=45), 3)
    assert spans == [(at(9, 3), at(9, 48)), (at(12), at(12, 45)), (at(12, 45), at(13, 30))]


def test_free_times_end_with_the_open_hours() -> None:
    assert free([(at(9), at(9, 50)), (at(13), at(14))], [], dt.timedelta(hours=1), 5) == [(at(13), at(14))]


def test_short_free_times_begin_every_half_hour() -> None:
    spans = free([(at(9), at(10))], [], dt.timedelta(minutes=10), 5)
    assert spans == [(at(9), at(9, 10)), (at(9, 30), at(9, 40))]
