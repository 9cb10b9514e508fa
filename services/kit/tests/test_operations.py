"""Operations: schedules with their runs, failed jobs, and starting both by hand."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from kit.database import Database, tables
from kit.errors import Conflict, Invalid, NotFound
from kit.jobs import Job, JobContext, Schedule, operations, public_id
from kit.jobs.schedule import enqueue_due
from kit.jobs.worker import Runner
from staffroom_testing import actor

ADMIN = actor("staff", "sysAdmin", user_id=1)
FAILS: list[bool] = []


def work(_: JobContext) -> None:
    if FAILS:
        raise Invalid("The disk is full")


JOB = Job("nightly", work)
SCHEDULES = [
    Schedule("nightly", "FREQ=DAILY;BYHOUR=2", JOB, title="Prove the books"),
    Schedule("weekly", "FREQ=WEEKLY;BYDAY=MO;BYHOUR=7", Job("weekly", work)),
]


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kit.jobs.job.send", lambda *_: True)
    monkeypatch.setattr(operations, "send", lambda *_: True)
    FAILS.clear()


def run_now(database: Database, name: str = "nightly") -> int:
    with database.transaction(ADMIN) as tx:
        return int(operations.run_now(tx, SCHEDULES, name).rpartition("-")[2])


def test_schedule_has_its_next_and_last_run(database: Database) -> None:
    enqueue_due("toy", SCHEDULES)
    first = database.query(operations.overview, SCHEDULES)["schedules"]
    assert {entry["name"]: entry["last"] for entry in first} == {"nightly": None, "weekly": None}
    assert [entry["due"] for entry in first] == sorted(entry["due"] for entry in first)
    Runner("toy", [JOB]).run(run_now(database))
    shown = {entry["name"]: entry for entry in database.query(operations.overview, SCHEDULES)["schedules"]}
    assert (shown["nightly"]["title"], shown["nightly"]["rule"]) == ("Prove the books", "every day at 02:00")
    assert shown["nightly"]["last"]["state"] == "done"
    assert (shown["weekly"]["title"], shown["weekly"]["rule"]) == ("Weekly", "every Monday at 07:00")
    assert shown["weekly"]["last"] is None


def test_schedule_never_runs_twice_at_the_same_time(database: Database) -> None:
    number = run_now(database)
    with pytest.raises(Conflict, match="It is already running"):
        run_now(database)
    Runner("toy", [JOB]).run(number)
    assert run_now(database) != number
    with pytest.raises(NotFound, match="There is no such schedule"):
        run_now(database, "nonsense")


def test_failed_job_is_shown_with_its_reason_and_run_again(database: Database) -> None:
    FAILS.append(True)
    number = run_now(database)
    Runner("toy", [JOB]).run(number)
    (failed,) = database.query(operations.overview, SCHEDULES)["failed"]
    assert (failed["id"], failed["title"], failed["error"]) == (public_id(number), "Nightly", "The disk is full")
    FAILS.clear()
    with database.transaction(ADMIN) as tx:
        assert operations.run_again(tx, number) == public_id(number)
    assert [one["id"] for one in database.query(operations.overview, SCHEDULES)["open"]] == [public_id(number)]
    Runner("toy", [JOB]).run(number)
    assert database.query(operations.overview, SCHEDULES)["failed"] == []
    with database.transaction(ADMIN) as tx, pytest.raises(Conflict, match="Only a job that failed"):
        operations.run_again(tx, number)
    with database.transaction(ADMIN) as tx, pytest.raises(NotFound):
        operations.run_again(tx, 10**9)


def test_old_failure_is_not_shown(database: Database) -> None:
    FAILS.append(True)
    Runner("toy", [JOB]).run(run_now(database))
    with database.transaction(ADMIN) as tx:
        tx.execute(sa.update(tables.job).values(finished=sa.text("now() - interval '8 days'")))
    assert database.query(operations.overview, SCHEDULES)["failed"] == []


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("FREQ=DAILY", "every day at 00:00"),
        ("FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=7;BYMINUTE=5", "every Monday and Thursday at 07:05"),
        ("FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=6", "on day 1 of each month at 06:00"),
        ("FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;INTERVAL=3"),
    ],
)
def test_rule_in_words(rule: str, text: str) -> None:
    assert Schedule("any", rule, JOB).in_words() == text
