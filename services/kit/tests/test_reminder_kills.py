"""Kill -9 of the events process and of the worker around the due time of a reminder: nothing is sent twice, nothing
forgotten."""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest

from kit.database import Database
from kit.settings import settings
from staffroom_testing.components import free_port
from staffroom_testing.kills import REVIVAL_SECONDS, Launched, Launcher, Troop

ROUNDS = 6
BATCHES = 3
BILLS = 500
"""New bills in each round, which a run sends in that many transactions."""
LOOKING_SECONDS = 0.2
"""Seconds after a due time: the events process is killed before, during or after the check that enqueues the run."""


_BILLS: LiteralString = (
    "insert into toy_bill select n, (now() at time zone 'Europe/London')::date from generate_series(%s::int, %s::int) n"
)
_TOLD: LiteralString = "select count(*) from reminder_told"
_RUNNING: LiteralString = "select count(*) from job where state = 'running'"
_OPEN: LiteralString = "select count(*) from job where state in ('queued', 'running')"


def _until(check: Callable[[], bool], problem: str) -> None:
    deadline = time.monotonic() + REVIVAL_SECONDS
    while not check():
        assert time.monotonic() < deadline, problem
        time.sleep(0.02)


def _program(launcher: Launcher, command: str, python_path: str, folder: Path) -> Launched:
    environment = os.environ | {
        "PYTHONPATH": python_path,
        "STAFFROOM_DATABASE_URL": settings().database_url,
        "STAFFROOM_METRICS_PORT": str(free_port()),
    }
    return launcher.program(command, ["kit", command, "toyreminds"], environment, folder / f"{command}.log")


@pytest.mark.component
@pytest.mark.all
def test_kills_around_due_times_send_nothing_twice_and_forget_nothing(
    database: Database, python_path: str, tmp_path: Path
) -> None:
    from toyreminds import wiring

    seed = int(os.environ.get("KILLS_SEED", random.randrange(10**6)))
    dice = random.Random(seed)
    with database.read() as connection:
        wiring.metadata.create_all(connection, tables=[wiring.bill, wiring.message])
    with (
        Launcher(python_path=python_path) as launcher,
        psycopg.connect(settings().database_url, autocommit=True) as watcher,
    ):

        def number(query: LiteralString) -> int:
            row = watcher.execute(query).fetchone()
            return int(row[0]) if row else 0

        def are_told(bills: int) -> bool:
            return number(_TOLD) >= bills

        watcher.execute("insert into reminder_setting (reminder, rung, enabled) values ('bills', 'due', true)")
        troop = Troop({name: _program(launcher, name, python_path, tmp_path) for name in ("events", "worker")})
        with troop.kept_alive():
            _until(lambda: number("select count(*) from schedule") > 0, "the events process does not look")
            for victim in troop.victims(dice, ROUNDS):
                expected = number("select count(*) from toy_bill") + BILLS
                watcher.execute(_BILLS, (expected - BILLS + 1, expected))
                watcher.execute("update schedule set due = clock_timestamp() where name = 'reminders'")
                if victim == "worker":
                    _until(lambda: number(_RUNNING) > 0, "no run begins")
                    time.sleep(dice.uniform(0, BATCHES * wiring.TELLING_SECONDS))
                else:
                    time.sleep(dice.uniform(0, LOOKING_SECONDS))
                troop.kill(victim)
                _until(partial(are_told, expected), f"bills are forgotten (seed {seed})")
            _until(lambda: number(_OPEN) == 0, "a job stays open")
        messages = Counter(bill for (bill,) in watcher.execute("select bill_id from toy_message"))
        runs = watcher.execute("select state from job where kind = 'remind'").fetchall()
    assert troop.kills.total() == ROUNDS
    assert messages == Counter(range(1, ROUNDS * BILLS + 1)), f"seed {seed}"
    assert runs == [("done",)] * ROUNDS
