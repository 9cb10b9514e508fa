"""A file whose reading failed is read again: a few times by the schedule, and on request of staff (issue 42, 1 and
7)."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from files.documents.model import file_reading
from files.reading import jobs, process
from kit.database import Database, tables
from kit.errors import Unavailable
from kit.policy import Actor
from services.files.tests.builders import uploaded
from services.files.tests.reading.test_reading import ADMIN, READER, written
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
RunJobs = Callable[[], list[dict[str, Any]]]
STAFF = actor("staff", user_id=14, persons={"staff": 4})
_rounds = itertools.count(1)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[[Exception | None], None]:
    """`broken(error)` makes each reading fail with an error, `broken(None)` makes them succeed."""
    read = process.run

    def let(error: Exception | None) -> None:
        def run(*arguments: Any, **named: Any) -> Any:
            if error is not None:
                raise error
            return read(*arguments, **named)

        monkeypatch.setattr(process, "run", run)

    return let


@pytest.fixture
def failed(client: ClientFor, run_jobs: RunJobs, broken: Callable[[Exception | None], None]) -> int:
    """The id of a PDF whose job has finally failed."""
    broken(RuntimeError("no room"))
    number = uploaded(client(READER), "Keats.pdf", written("Ode to a nightingale"))
    for _ in range(5):
        run_jobs()
    assert [row["state"] for row in run_jobs() if row["kind"] == "files.read"] == ["failed"]
    return number


def look(database: Database, run_jobs: RunJobs, *, later: bool = True) -> None:
    """Run the schedule once after all waiting times."""
    if later:
        database.execute(sa.update(file_reading).values(next_try=sa.func.now() - sa.text("interval '1 second'")))
    with database.transaction(ADMIN) as tx:
        jobs.WAITING_FILES.enqueue(tx, f"look {next(_rounds)}", {})
    rows = run_jobs()
    assert rows[-1]["kind"] == "files.readWaiting" and rows[-1]["state"] == "done"


def state(client: httpx.Client, number: int) -> tuple[str, str, bool]:
    reading = client.get(f"/api/v1/file/{number}/pages").json()["data"]
    return reading["state"], reading["reason"], reading["again"]


def test_schedule_reads_a_file_whose_job_failed(
    client: ClientFor, run_jobs: RunJobs, database: Database, failed: int, broken: Callable[[Exception | None], None]
) -> None:
    look(database, run_jobs, later=False)
    assert state(client(STAFF), failed) == ("waiting", "", False)
    broken(None)
    look(database, run_jobs)
    assert state(client(STAFF), failed) == ("read", "", False)


def test_schedule_gives_up_and_staff_request_another_reading(
    client: ClientFor, run_jobs: RunJobs, database: Database, failed: int, broken: Callable[[Exception | None], None]
) -> None:
    path = f"/api/v1/file/{failed}/read"
    for _ in range(jobs.MOST_TRIES - 1):
        look(database, run_jobs)
        assert state(client(STAFF), failed) == ("waiting", jobs.LATER, True)
    look(database, run_jobs)
    assert state(client(STAFF), failed) == ("unreadable", jobs.GIVEN_UP, True)
    assert state(client(READER), failed) == ("unreadable", jobs.GIVEN_UP, False)
    assert client(READER).post(path).status_code == 403
    broken(None)
    answer = client(STAFF).post(path)
    assert (answer.status_code, answer.json()["data"]["state"]) == (200, "waiting"), answer.text
    assert client(STAFF).post(path).status_code == 409
    run_jobs()
    assert state(client(STAFF), failed) == ("read", "", False)
    assert client(STAFF).post(path).status_code == 409


def test_file_that_kills_its_worker_is_given_up(
    client: ClientFor, run_jobs: RunJobs, database: Database, failed: int
) -> None:
    database.execute(sa.update(file_reading).values(tries=jobs.MOST_TRIES))
    look(database, run_jobs)
    assert state(client(STAFF), failed)[0] == "unreadable"


def test_unavailable_store_costs_no_attempt_and_delays_no_other_file(
    client: ClientFor, run_jobs: RunJobs, database: Database, failed: int, broken: Callable[[Exception | None], None]
) -> None:
    broken(Unavailable("The store is away"))
    second = uploaded(client(READER), "Notes.pdf", written("Words"))
    database.execute(sa.delete(tables.job).where(tables.job.c.state == "queued"))
    look(database, run_jobs)
    with database.read() as connection:
        waiting = connection.execute(sa.select(file_reading.c.tries, file_reading.c.next_try > sa.func.now())).all()
    assert waiting == [(0, True), (0, True)]
    broken(None)
    look(database, run_jobs)
    assert [state(client(STAFF), number)[0] for number in (failed, second)] == ["read", "read"]
