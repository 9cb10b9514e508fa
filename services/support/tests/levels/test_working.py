"""Arithmetic of working time: nights, weekends, holidays and clock changes."""

from __future__ import annotations

import datetime as dt

import pytest

from kit.values.days import LONDON
from support.levels.working import WorkingTime

WEEK = WorkingTime({day: [(9 * 60, 13 * 60), (14 * 60, 17 * 60)] for day in range(5)})
ALWAYS = WorkingTime({})


def at(day: str, time: str) -> dt.datetime:
    return dt.datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=LONDON)


@pytest.mark.parametrize(
    ("start", "minutes", "due"),
    [
        (("2026-06-01", "10:00"), 60, ("2026-06-01", "11:00")),
        (("2026-06-01", "12:30"), 60, ("2026-06-01", "14:30")),
        (("2026-06-01", "16:30"), 60, ("2026-06-02", "09:30")),
        (("2026-06-05", "16:59"), 2, ("2026-06-08", "09:01")),
        (("2026-06-06", "12:00"), 420, ("2026-06-08", "17:00")),
        (("2026-06-01", "05:00"), 30, ("2026-06-01", "09:30")),
    ],
)
def test_due_time_counts_only_working_minutes(start: tuple[str, str], minutes: int, due: tuple[str, str]) -> None:
    assert WEEK.after(at(*start), minutes) == at(*due)
    assert WEEK.minutes(at(*start), at(*due)) == minutes


def test_holiday_has_no_working_time() -> None:
    bank = WorkingTime(WEEK.hours, frozenset({dt.date(2026, 8, 31)}))
    assert bank.after(at("2026-08-28", "16:00"), 120) == at("2026-09-01", "10:00")
    assert bank.minutes(at("2026-08-31", "00:00"), at("2026-09-01", "00:00")) == 0


def test_night_of_a_clock_change_has_its_true_length() -> None:
    night = WorkingTime({6: [(0, 24 * 60)]})
    assert night.minutes(at("2026-10-25", "00:00"), at("2026-10-26", "00:00")) == 25 * 60
    assert night.minutes(at("2026-03-29", "00:00"), at("2026-03-30", "00:00")) == 23 * 60


def test_without_hours_every_minute_counts() -> None:
    assert ALWAYS.after(at("2026-06-06", "23:00"), 120) == at("2026-06-07", "01:00")
    assert ALWAYS.minutes(at("2026-06-06", "23:00"), at("2026-06-06", "22:00")) == 0


def test_due_time_too_far_away_is_none() -> None:
    assert WorkingTime({0: [(0, 1)]}).after(at("2026-06-01", "00:00"), 10_000) is None
