"""Schedules: each due time enqueues its job once, across clock changes, processes and missed runs."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from threading import Barrier

import pytest
import sqlalchemy as sa

from kit.database import Database, tables
from kit.jobs import Job, Schedule, enqueue_due
from kit.jobs.job import LOST_AFTER
from kit.jobs.worker import Runner
from kit.processes.events import EventsProcess
from staffroom_testing.databases import statements

RUNS: list[str] = []


def note_run(_: object) -> None:
    RUNS.append("run")


JOB = Job("nightly", note_run)
NIGHTLY = Schedule("nightly", "FREQ=DAILY;BYHOUR=2", JOB)
SKIPPED = Schedule("skipped", "FREQ=DAILY;BYHOUR=2", JOB, late=dt.timedelta(hours=4))


def at(day: int, hour: int, minute: int = 0) -> dt.datetime:
    return dt.datetime(2026, 1, day, hour, minute, tzinfo=dt.UTC)


def keys(database: Database) -> list[str]:
    with database.read() as connection:
        return list(connection.execute(sa.select(tables.job.c.key).order_by(tables.job.c.id)).scalars())


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kit.jobs.job.send", lambda *_: True)
    RUNS.clear()


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        pytest.param((2026, 3, 28), ["28 01:30", "29 01:30", "30 00:30"], id="the hour is skipped"),
        pytest.param((2026, 10, 24), ["24 00:30", "25 00:30", "26 01:30"], id="the hour is repeated"),
    ],
)
def test_clock_change_neither_drops_nor_repeats_a_run(day: tuple[int, int, int], expected: list[str]) -> None:
    schedule = Schedule("early", "FREQ=DAILY;BYHOUR=1;BYMINUTE=30", JOB)
    moments = islice(schedule.moments(dt.datetime(*day, tzinfo=dt.UTC)), 3)
    assert [f"{moment:%d %H:%M}" for moment in moments] == expected


def test_minutes_count_from_the_hour_whatever_the_clock_change() -> None:
    schedule = Schedule("often", "FREQ=MINUTELY;INTERVAL=20", JOB)
    moments = islice(schedule.moments(dt.datetime(2026, 10, 25, 0, 19, tzinfo=dt.UTC)), 4)
    assert [f"{moment:%H:%M}" for moment in moments] == ["00:20", "00:40", "01:00", "01:20"]
    assert schedule.in_words() == "every 20 minutes"


@pytest.mark.parametrize("rule", ["FREQ=HOURLY", "FREQ=MINUTELY;INTERVAL=7", "FREQ=MINUTELY", "FREQ=SOMETIMES", ""])
def test_other_rules_have_days_or_longer(rule: str) -> None:
    with pytest.raises(ValueError):
        Schedule("wrong", rule, JOB)


@pytest.mark.component
def test_due_time_runs_once_even_if_the_clock_is_set_back(database: Database) -> None:
    assert enqueue_due("toypub", [NIGHTLY], at(1, 0)) == []
    assert enqueue_due("toypub", [NIGHTLY], at(1, 2)) == ["nightly"]
    assert enqueue_due("toypub", [NIGHTLY], at(1, 2)) == []
    for minute in (119, 121):
        enqueue_due("toypub", [NIGHTLY], at(1, 0) + dt.timedelta(minutes=minute))
    assert keys(database) == ["nightly@2026-01-01T02:00:00+00:00"]


@pytest.mark.component
def test_check_with_nothing_due_takes_two_statements(database: Database) -> None:
    schedules = [NIGHTLY, SKIPPED]
    enqueue_due("toypub", schedules)
    with statements() as sent:
        assert enqueue_due("toypub", schedules) == []
    assert len(sent) == 2


@pytest.mark.component
def test_clock_that_was_ahead_prevents_no_run(database: Database) -> None:
    enqueue_due("toypub", [NIGHTLY], at(1, 0))
    assert enqueue_due("toypub", [NIGHTLY], at(20, 12)) == ["nightly"]
    for day in (1, 2):
        for hour in (1, 3, 5):
            enqueue_due("toypub", [NIGHTLY], at(day, hour))
    assert keys(database) == [f"nightly@2026-01-{day}T02:00:00+00:00" for day in (20, "01", "02")]


@pytest.mark.component
def test_concurrent_checks_enqueue_one_job(database: Database) -> None:
    looks = 6
    enqueue_due("toypub", [NIGHTLY], at(1, 0))
    together = Barrier(looks)

    def look(_: int) -> list[str]:
        together.wait()
        return enqueue_due("toypub", [NIGHTLY], at(1, 2))

    with ThreadPoolExecutor(looks) as pool:
        results = list(pool.map(look, range(looks)))
    assert sorted(results) == [[]] * (looks - 1) + [["nightly"]]
    assert len(keys(database)) == 1


@pytest.mark.component
def test_only_the_latest_of_several_missed_runs_starts(database: Database) -> None:
    enqueue_due("toypub", [NIGHTLY, SKIPPED], at(1, 0))
    assert enqueue_due("toypub", [NIGHTLY, SKIPPED], at(4, 12)) == ["nightly"]
    assert enqueue_due("toypub", [NIGHTLY, SKIPPED], at(5, 5)) == ["nightly", "skipped"]
    assert keys(database) == [
        f"{name}@2026-01-0{day}T02:00:00+00:00" for name, day in (("nightly", 4), ("nightly", 5), ("skipped", 5))
    ]


@pytest.mark.component
def test_changed_rule_begins_with_its_next_time(database: Database) -> None:
    enqueue_due("toypub", [NIGHTLY], at(1, 0))
    later = Schedule("nightly", "FREQ=DAILY;BYHOUR=5", JOB)
    assert enqueue_due("toypub", [later], at(1, 3)) == []
    assert enqueue_due("toypub", [later], at(1, 5)) == ["nightly"]


@pytest.mark.component
def test_run_of_a_killed_worker_is_claimed_again(database: Database) -> None:
    enqueue_due("toypub", [NIGHTLY], at(1, 0))
    enqueue_due("toypub", [NIGHTLY], at(1, 2))
    job = tables.job
    lost = sa.func.clock_timestamp() - dt.timedelta(seconds=LOST_AFTER + 1)
    with database.read() as connection:
        connection.execute(sa.update(job).values(state="running", attempts=1, touched=lost))
        job_id = connection.scalar(sa.select(job.c.id))
    for _ in range(2):
        Runner("toypub", [JOB]).run(job_id)
    assert RUNS == ["run"]


@pytest.mark.component
def test_events_process_checks_for_due_schedules(database: Database) -> None:
    enqueue_due("toypub", [NIGHTLY], at(1, 0))
    process = EventsProcess("toypub", [], [NIGHTLY])

    async def look() -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process._enqueue_due(), 2)

    asyncio.run(look())
    assert len(keys(database)) == 1
