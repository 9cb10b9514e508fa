"""Jobs: idempotent by key, with progress, cancellation, retries, and recovery after a lost worker."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
import redis
import sqlalchemy as sa

from kit import jobs
from kit.database import Database, tables
from kit.errors import Conflict, NotFound, Unavailable
from kit.jobs import Job, celery_app, sweeper
from kit.jobs.worker import Runner
from kit.policy import SYS_ADMIN, Actor, as_service
from kit.settings import settings
from staffroom_testing import actor

pytestmark = pytest.mark.component


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ids that would be sent to the broker."""
    ids: list[int] = []

    def note(service: str, job_id: int, delay: float = 0) -> bool:
        ids.append(job_id)
        return True

    monkeypatch.setattr("kit.jobs.job.send", note)
    monkeypatch.setattr("kit.jobs.worker.send", note)
    return ids


def start(database: Database, who: Actor, kind: str, key: str, **params: Any) -> int:
    from toypub import wiring

    declared = {"count": wiring.COUNT, "fail": wiring.FAIL}[kind]
    with database.transaction(who) as tx:
        return declared.enqueue(tx, key, {"key": key, **params}, params.get("upTo"))


def job(database: Database, job_id: int) -> dict[str, Any]:
    with database.read() as connection:
        return jobs.find(connection, as_service("toypub"), job_id)


def effects(database: Database) -> int:
    with database.read() as connection:
        return int(connection.execute(sa.text("select count(*) from effect")).scalar_one())


def age(database: Database, job_id: int, seconds: int, **values: Any) -> None:
    touched = sa.func.clock_timestamp() - sa.text(f"interval '{seconds} seconds'")
    with database.read() as connection:
        connection.execute(sa.update(tables.job).where(tables.job.c.id == job_id).values(touched=touched, **values))


def test_job_runs_once_by_its_key(database: Database, sent: list[int], run_jobs: Callable[[], Any]) -> None:
    who = actor("staff")
    first = start(database, who, "count", "a", upTo=5)
    assert start(database, who, "count", "a", upTo=5) == first
    assert sent == [first]
    [row] = run_jobs()
    assert (row["state"], row["result"], row["done"], row["attempts"]) == ("done", {"counted": 5}, 5, 1)
    assert start(database, who, "count", "a", upTo=5) == first
    run_jobs()
    assert effects(database) == 5


def test_nothing_is_sent_when_the_transaction_fails(database: Database, sent: list[int], service: Any) -> None:
    from toypub import wiring

    with pytest.raises(RuntimeError), database.transaction(actor("staff")) as tx:
        wiring.COUNT.enqueue(tx, "b", {"key": "b", "upTo": 1})
        raise RuntimeError
    assert sent == []


def test_only_its_owner_and_sysadmin_see_a_job(database: Database, sent: list[int]) -> None:
    who = actor("staff")
    job_id = start(database, who, "count", "c", upTo=1)
    with database.read() as connection:
        assert jobs.find(connection, who, job_id)["id"] == f"toypub-{job_id}"
        assert jobs.find(connection, actor(SYS_ADMIN), job_id)["state"] == "queued"
        with pytest.raises(NotFound):
            jobs.find(connection, actor("staff"), job_id)
    with pytest.raises(NotFound), database.transaction(actor("staff")) as tx:
        jobs.cancel(tx, job_id)


def test_cancelled_job_ends_at_its_next_progress(database: Database, sent: list[int], service: Any) -> None:
    who = actor("staff")
    job_id = start(database, who, "count", "d", upTo=10_000, pause=0.01)
    runner = Runner("toypub", service.jobs)
    thread = threading.Thread(target=runner.run, args=(job_id,))
    thread.start()
    while job(database, job_id)["done"] == 0:
        time.sleep(0.05)
    with database.transaction(who) as tx:
        assert jobs.cancel(tx, job_id)["state"] == "cancelled"
    thread.join(5)
    assert not thread.is_alive()
    assert job(database, job_id)["state"] == "cancelled"
    with pytest.raises(Conflict), database.transaction(who) as tx:
        jobs.cancel(tx, job_id)


def test_failure_has_a_text_for_a_person(database: Database, sent: list[int], run_jobs: Callable[[], Any]) -> None:
    refused = start(database, actor("staff"), "fail", "e", how="refused")
    broken = start(database, actor("staff"), "fail", "f", how="broken")
    run_jobs()
    assert (job(database, refused)["state"], job(database, refused)["error"]) == ("failed", "No such luck")
    assert job(database, broken)["state"] == "queued"
    run_jobs()
    failed = job(database, broken)
    assert failed["state"] == "failed"
    assert "secret" not in failed["error"]


def test_unavailable_dependency_costs_no_attempt(
    database: Database, sent: list[int], run_jobs: Callable[[], Any]
) -> None:
    job_id = start(database, actor("staff"), "fail", "g", how="away")
    for _ in range(4):
        [row] = run_jobs()
        assert (row["state"], row["attempts"]) == ("queued", 0)
    with database.read() as connection:
        hours_ago = sa.func.clock_timestamp() - sa.text("interval '2 hours'")
        connection.execute(sa.update(tables.job).values(created=hours_ago))
    [row] = run_jobs()
    assert (row["id"], row["state"], row["error"]) == (job_id, "failed", "away")


def test_job_of_a_lost_worker_is_taken_over(database: Database, sent: list[int], service: Any) -> None:
    job_id = start(database, actor("staff"), "count", "h", upTo=3)
    runner = Runner("toypub", service.jobs)
    age(database, job_id, 5, state="running", attempts=1)
    runner.run(job_id)
    assert job(database, job_id)["state"] == "running", "touched five seconds ago: in good hands"
    age(database, job_id, 60)
    runner.run(job_id)
    assert job(database, job_id)["state"] == "done"


def test_worker_that_lost_a_job_cannot_end_it(database: Database, sent: list[int], service: Any) -> None:
    job_id = start(database, actor("staff"), "count", "i", upTo=200, pause=0.01)
    runner = Runner("toypub", service.jobs)
    thread = threading.Thread(target=runner.run, args=(job_id,))
    thread.start()
    time.sleep(0.3)
    age(database, job_id, 60)
    other = Runner("toypub", service.jobs)._claim(job_id)
    assert other is not None
    thread.join(10)
    assert job(database, job_id)["state"] == "running", "the second run has not ended"


def test_lost_run_without_progress_cannot_end_the_job(database: Database, sent: list[int]) -> None:
    """A job that reports no progress is not interrupted, and runs to its end next to the second run."""
    job_id = start(database, actor("staff"), "count", "w", upTo=1)

    def run(_: jobs.JobContext) -> dict[str, Any]:
        age(database, job_id, 60)
        assert Runner("toypub", [])._claim(job_id) is not None
        return {"counted": 1}

    Runner("toypub", [Job("count", run)]).run(job_id)
    assert job(database, job_id)["state"] == "running"


def test_stopping_worker_leaves_its_job_to_another(database: Database, sent: list[int], service: Any) -> None:
    job_id = start(database, actor("staff"), "count", "o", upTo=10_000, pause=0.01)
    sent.clear()
    runner = Runner("toypub", service.jobs)
    thread = threading.Thread(target=runner.run, args=(job_id,))
    thread.start()
    time.sleep(0.3)
    runner.stopping.set()
    thread.join(5)
    assert not thread.is_alive()
    assert (job(database, job_id)["state"], sent) == ("queued", [job_id])


def test_job_that_kills_its_worker_fails(database: Database, sent: list[int], service: Any) -> None:
    job_id = start(database, actor("staff"), "fail", "j", how="broken")
    runner = Runner("toypub", service.jobs)
    most = next(one.max_attempts for one in service.jobs if one.name == "fail") + jobs.INTERRUPTIONS
    age(database, job_id, 60, state="running", attempts=most)
    runner.run(job_id)
    assert job(database, job_id)["error"] == "This job was interrupted too often"


def test_sweeper_resends_stuck_jobs(database: Database, sent: list[int]) -> None:
    one, other, lost, fresh = (start(database, actor("staff"), "count", key, upTo=1) for key in ("k", "l", "m", "q"))
    age(database, one, 16)
    age(database, other, 16)
    age(database, lost, 21, state="running", attempts=1)
    sent.clear()
    broker = celery_app("toypub")
    queue = redis.Redis.from_url(settings().redis_url)
    queue.delete("celery:toypub:toypub")
    for _ in range(2):  # one message each: they wait because others are before them
        broker.send_task("another", ignore_result=True)
    assert sweeper.send_stuck_jobs("toypub") == 1
    assert (sent, job(database, lost)["state"]) == ([lost], "queued")
    queue.lpop("celery:toypub:toypub")
    assert sweeper.send_stuck_jobs("toypub") == 2
    assert sent == [lost, one, other]
    assert sweeper.send_stuck_jobs("toypub") == 0
    assert job(database, fresh)["state"] == "queued"
    queue.delete("celery:toypub:toypub")


def test_job_survives_ten_lost_workers(database: Database, sent: list[int], service: Any) -> None:
    job_id = start(database, actor("staff"), "count", "r", upTo=1)
    age(database, job_id, 60, state="running", attempts=jobs.INTERRUPTIONS)
    Runner("toypub", service.jobs).run(job_id)
    assert job(database, job_id)["state"] == "done"


@pytest.mark.parametrize("when", ["claim", "run", "end"])
def test_lost_database_costs_a_job_no_attempt(
    database: Database, sent: list[int], service: Any, end_sessions: Callable[[], int], when: str
) -> None:
    """At any point of the restart the run continues, or is repeated without counting."""
    job_id = start(database, actor("staff"), "count", "s", upTo=1)
    runner = Runner("toypub", [Job("count", lambda context: interrupted(context), max_attempts=1)])
    again = iter([True])

    def interrupted(context: jobs.JobContext) -> dict[str, Any]:
        if when != "claim" and next(again, False):
            with contextlib.ExitStack() as stack:
                if when == "run":
                    stack.enter_context(context.db.transaction(context.actor)).scalar(sa.text("select 1"))
                end_sessions()
        return {"counted": 1}

    if when == "claim":
        with database.read():
            end_sessions()
    runner.run(job_id)
    if when == "run":
        row = job(database, job_id)
        assert row["state"] == "queued"
        runner.run(job_id)
    with database.read() as connection:
        attempts = connection.execute(sa.select(tables.job.c.attempts).where(tables.job.c.id == job_id)).scalar_one()
    assert (job(database, job_id)["state"], attempts) == ("done", 1)


def test_outcome_is_written_after_the_database_returns(
    database: Database, sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No write is possible during the seconds of a restart."""
    job_id = start(database, actor("staff"), "count", "t", upTo=1)
    asked: list[int] = []
    monkeypatch.setattr("kit.jobs.worker._DATABASE_RETRY_DELAY", 0.05)
    read = database.read

    def away() -> Any:
        asked.append(1)
        if len(asked) > 3:
            monkeypatch.setattr(database, "read", read)
        raise Unavailable("away")

    def run(context: jobs.JobContext) -> dict[str, Any]:
        monkeypatch.setattr(database, "read", away)
        return {"counted": 1}

    Runner("toypub", [Job("count", run)]).run(job_id)
    assert (job(database, job_id)["state"], len(asked)) == ("done", 4)


def test_sweeper_deletes_expired_rows(database: Database) -> None:
    with database.read() as connection:
        for days in (0, 2, 15):
            when = sa.func.clock_timestamp() - sa.text(f"interval '{days} days'")
            connection.execute(
                sa.insert(tables.inbox).values(event_id=sa.func.gen_random_uuid(), subject="a.b.c", handled=when)
            )
            connection.execute(
                sa.insert(tables.idempotency).values(user_id=1, key=str(days), route="", body_hash=b"", created=when)
            )
    sweeper.delete_expired()
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(tables.inbox)).scalar() == 2
        assert connection.execute(sa.select(sa.func.count()).select_from(tables.idempotency)).scalar() == 1


def test_unavailable_broker_does_not_fail_the_request(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    class Away:
        def send_task(self, *_: Any, **__: Any) -> None:
            raise OSError("connection refused")

    monkeypatch.setattr("kit.jobs.job.celery_app", lambda service: Away())
    job_id = start(database, actor("staff"), "count", "n", upTo=1)
    assert job(database, job_id)["state"] == "queued"
