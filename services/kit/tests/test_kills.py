"""Kill -9 of every kind of process at random times under load: nothing acknowledged is lost, and nothing happens twice.

Two toy services run on their own PostgreSQL, NATS and Valkey. Writers step things through HTTP and count the answers;
every step is an event, which the subscriber records. Meanwhile jobs count to fifty, and whole lists are read and
exported.
"""

from __future__ import annotations

import io
import os
import random
import shutil
import signal
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import httpx
import psycopg
import pytest

from staffroom_testing.components import Components, await_ready, free_port
from staffroom_testing.kills import REVIVAL_SECONDS, Launched, Launcher, Restartable, Troop

THINGS = 6
KILLS = 28
RESTARTS = 3
LINES = 6_000
BETWEEN_KILLS = (0.2, 1.0)
"""Seconds from the first write after a kill to the next kill, in which events and jobs of the last one complete."""
PAUSE_SECONDS = 0.25
"""Seconds between two steps of a writer: the subscriber keeps up, with work in progress at every kill and no queue."""
STANDSTILL_SECONDS = 60.0
JOB_PATIENCE_SECONDS = 8


@dataclass
class Stack:
    """The toy services as real processes on real components, kept alive like by a supervisor."""

    launcher: Launcher
    python_path: str
    components: Components = field(default_factory=Components)
    http_port: int = field(default_factory=free_port)
    grpc_port: int = field(default_factory=free_port)

    def start(self) -> Troop:
        self.components.start()
        for name in ("toypub", "toysub"):
            with psycopg.connect(self.components.admin_url, autocommit=True) as admin:
                admin.execute(f"create database {name}")
        self.create_tables()
        processes: dict[str, Restartable] = {
            "nats": self.components.nats,
            "postgres": self.components.postgres,
            "valkey": self.components.valkey,
            "web": self._process("web", "toypub"),
            "events of the publisher": self._process("events", "toypub"),
            "events of the subscriber": self._process("events", "toysub"),
            "worker": self._process("worker", "toypub"),
        }
        return Troop(processes)

    def create_tables(self) -> None:
        import sqlalchemy as sa
        from toypub import wiring as toypub
        from toysub import wiring as toysub

        for name, metadata in (("toypub", toypub.metadata), ("toysub", toysub.metadata)):
            engine = sa.create_engine(self.url(name).replace("postgresql", "postgresql+psycopg"))
            metadata.create_all(engine)
            engine.dispose()
        with psycopg.connect(self.url("toypub")) as connection:
            connection.execute("insert into thing select from generate_series(1, %s)", (THINGS,))
            connection.execute("insert into line (text) select 'line ' || n from generate_series(1, %s) n", (LINES,))

    def url(self, service: str) -> str:
        return self.components.admin_url.rsplit("/", 1)[0] + f"/{service}"

    def _process(self, command: str, service: str) -> Launched:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("STAFFROOM_")}
        environment |= {
            "PYTHONPATH": self.python_path,
            "STAFFROOM_DATABASE_URL": self.url(service),
            "STAFFROOM_NATS_URL": self.components.nats_url,
            "STAFFROOM_REDIS_URL": self.components.redis_url,
            "STAFFROOM_SERVICE_KEY": "only-for-tests-0123456789-abcdefgh",
            "STAFFROOM_HTTP_PORT": str(self.http_port),
            "STAFFROOM_GRPC_PORT": str(self.grpc_port),
            "STAFFROOM_GRPC_PEERS": f"files=127.0.0.1:{self.grpc_port}",
            "STAFFROOM_METRICS_PORT": str(free_port()),
            "TOY_JOB_PATIENCE": str(JOB_PATIENCE_SECONDS),
        }
        log = self.components.folder / f"{service}-{command}.log"
        return self.launcher.program(command, ["kit", command, service], environment, log)

    def stop(self) -> None:
        if kept := os.environ.get("KILLS_KEEP"):
            ignored = shutil.ignore_patterns("postgres", "valkey")
            shutil.copytree(self.components.folder, kept, dirs_exist_ok=True, ignore=ignored)
        self.components.stop()


@pytest.fixture
def stack(python_path: str) -> Iterator[Stack]:
    with Launcher(python_path=python_path) as launcher:
        stack = Stack(launcher, python_path)
        try:
            yield stack
        finally:
            stack.stop()


class Writers:
    """Step things as fast as answers come, and record what was acknowledged."""

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}/api/v1/toypub"
        self.acknowledged: Counter[int] = Counter()
        self.highest: dict[int, int] = {}
        self.jobs: list[str] = []
        self.exports: list[int] = []
        self.lists: Counter[str] = Counter()
        self.faults: list[str] = []
        self.unanswered = 0
        self.end = threading.Event()
        self._lock = threading.Lock()

    def step(self, thing: int) -> None:
        with httpx.Client(timeout=3) as client:
            while not self.end.is_set():
                answer = self._post(client, f"things/{thing}/step")
                if answer is None:
                    continue
                with self._lock:
                    self.acknowledged[thing] += 1
                    self.highest[thing] = max(self.highest.get(thing, 0), answer["step"])
                self.end.wait(PAUSE_SECONDS)

    def start_jobs(self) -> None:
        with httpx.Client(timeout=3) as client:
            number = 0
            while not self.end.is_set():
                number += 1
                if self._post(client, f"counts/job-{number}") is not None:
                    self.jobs.append(f"job-{number}")
                self.end.wait(2.5)

    def read_lists(self) -> None:
        with httpx.Client(timeout=10) as client:
            while not self.end.is_set():
                self.lists[read_list(client, self.base, self.faults)] += 1
                self.end.wait(PAUSE_SECONDS)

    def start_exports(self) -> None:
        with httpx.Client(timeout=3) as client:
            while not self.end.is_set():
                self.start_export(client)
                self.end.wait(2.5)

    def start_export(self, client: httpx.Client) -> bool:
        answer = self._post(client, "../lines/export", {"format": "xlsx"})
        if answer is not None:
            self.exports.append(int(str(answer["id"]).rpartition("-")[2]))
        return answer is not None

    def _post(self, client: httpx.Client, path: str, body: dict[str, str] | None = None) -> dict[str, int] | None:
        try:
            answer = client.post(f"{self.base}/{path}", json=body)
            if answer.is_success:
                data: dict[str, int] = answer.json()["data"]
                return data
            self._note(answer)
        except httpx.HTTPError:
            pass
        with self._lock:
            self.unanswered += 1
        time.sleep(0.05)
        return None

    def _note(self, answer: httpx.Response) -> None:
        """Check that an unavailable dependency gets a 503 with Retry-After."""
        if answer.status_code != 503 or "retry-after" not in answer.headers:
            self.faults.append(f"{answer.request.method} {answer.request.url}: {answer.status_code} {answer.text}")


def read_list(client: httpx.Client, base: str, faults: list[str]) -> str:
    """Read the whole list: `whole`, `refused`, or `broken off` if the connection reports it. Anything else is a
    fault."""
    try:
        answer = client.get(f"{base}/../lines")
    except httpx.HTTPError:
        return "broken off"
    if answer.status_code == 503 and "retry-after" in answer.headers:
        return "refused"
    try:
        whole = answer.json()
        if answer.status_code == 200 and len(whole["data"]) == whole["total"] == LINES:
            return "whole"
    except ValueError:
        pass
    faults.append(f"GET lines: {answer.status_code}, {len(answer.content)} bytes, ends {answer.content[-60:]!r}")
    return "fault"


def _rows(sheet: bytes) -> int:
    """Return the rows of a spreadsheet, without its header."""
    with zipfile.ZipFile(io.BytesIO(sheet)) as book:
        return book.read("xl/worksheets/sheet1.xml").count(b"<row ") - 1


def _check_exports(url: str, accepted: list[int]) -> None:
    """Check that every accepted export is done, and that its file has all rows."""
    with _connected(url) as connection:
        query = "select id, state, error, (result->>'fileId')::bigint from job where kind = 'export'"
        jobs = {row[0]: row[1:] for row in connection.execute(query)}
        assert {job: jobs[job] for job in accepted if jobs[job][0] != "done"} == {}
        for job in accepted:
            file = connection.execute("select content from stored where id = %s", (jobs[job][2],)).fetchone()
            assert file is not None and _rows(file[0]) == LINES


def _kill_at_random(troop: Troop, writers: Writers, dice: random.Random) -> None:
    """Kill one process after the other, each only after writes are acknowledged again: a dead system proves nothing."""
    for victim in troop.victims(dice, KILLS):
        _await_write(writers)
        time.sleep(dice.uniform(*BETWEEN_KILLS))
        troop.kill(victim)


def _await_write(writers: Writers) -> None:
    before = writers.acknowledged.total()
    deadline = time.monotonic() + REVIVAL_SECONDS
    while writers.acknowledged.total() == before:
        assert time.monotonic() < deadline, "no write is acknowledged any more"
        time.sleep(0.02)


def _connected(url: str) -> psycopg.Connection[Any]:
    """Return a connection, even while the database still replays its log after a kill."""
    deadline = time.monotonic() + 30
    while True:
        try:
            return psycopg.connect(url, connect_timeout=2)
        except psycopg.OperationalError:
            assert time.monotonic() < deadline, "PostgreSQL does not come back"
            time.sleep(0.2)


def _await_settled(stack: Stack) -> None:
    """Wait until the outbox is empty, the subscriber has seen the last step of everything and no job is open. Give up
    after half a minute without progress."""
    seen: object = None
    progressed = time.monotonic()
    while time.monotonic() < progressed + STANDSTILL_SECONDS:
        try:
            with psycopg.connect(stack.url("toypub"), connect_timeout=2) as publisher:
                steps = publisher.execute("select sum(step) from thing").fetchone()
                unsent = publisher.execute("select count(*) from outbox").fetchone()
                still_open = "select count(*) from job where state in ('queued', 'running')"
                open_jobs = publisher.execute(still_open).fetchone()
                effects = publisher.execute("select count(*) from effect").fetchone()
            with psycopg.connect(stack.url("toysub"), connect_timeout=2) as subscriber:
                heard = subscriber.execute("select count(*) from heard").fetchone()
        except psycopg.OperationalError:
            time.sleep(0.5)
            continue
        if unsent == open_jobs == (0,) and heard == steps:
            return
        if (unsent, open_jobs, effects, heard) != seen:
            seen, progressed = (unsent, open_jobs, effects, heard), time.monotonic()
        time.sleep(0.5)


@pytest.mark.slow
@pytest.mark.component
@pytest.mark.all
def test_kills_lose_nothing_and_repeat_nothing(stack: Stack, capsys: pytest.CaptureFixture[str]) -> None:
    from toypub.wiring import STEPS

    seed = int(os.environ.get("KILLS_SEED", random.randrange(10**6)))
    troop = stack.start()
    with troop.kept_alive():
        await_ready(f"http://127.0.0.1:{stack.http_port}", seconds=30)
        writers = Writers(stack.http_port)
        with ThreadPoolExecutor(THINGS + 3) as pool:
            for thing in range(1, THINGS + 1):
                pool.submit(writers.step, thing)
            for work in (writers.start_jobs, writers.start_exports, writers.read_lists):
                pool.submit(work)
            try:
                _kill_at_random(troop, writers, random.Random(seed))
            finally:
                writers.end.set()
        _await_settled(stack)
        _check_exports(stack.url("toypub"), writers.exports)
        with _connected(stack.url("toypub")) as publisher, _connected(stack.url("toysub")) as subscriber:
            steps = dict(publisher.execute("select id, step from thing").fetchall())
            unsent = publisher.execute("select count(*) from outbox").fetchall()[0][0]
            counted = "select state, count(*) from job where kind = 'count' group by 1"
            jobs = dict(publisher.execute(counted).fetchall())
            attempts = publisher.execute("select coalesce(sum(attempts), 0) from job").fetchall()[0][0]
            effects = publisher.execute("select count(*), count(distinct (job_key, number)) from effect").fetchall()[0]
            done = {key for (key,) in publisher.execute("select key from job where state = 'done'").fetchall()}
            heard = subscriber.execute("select thing_id, step from heard order by id").fetchall()
            parked = subscriber.execute("select count(*) from dead_letter").fetchall()[0][0]
    kills = troop.kills
    by_thing: dict[int, list[int]] = {thing: [] for thing in steps}
    for thing, step in heard:
        by_thing[thing].append(step)
    with capsys.disabled():
        print(
            f"\n  kill -9: {kills.total()} (seed {seed}): "
            + ", ".join(f"{count} {name}" for name, count in sorted(kills.items()))
            + f"\n  writes: {writers.acknowledged.total()} acknowledged, {writers.unanswered} not answered, "
            f"{sum(steps.values()) // STEPS} in the database"
            f"\n  events: {sum(steps.values())} written, {len(heard)} applied, {len(set(heard))} different, "
            f"{unsent} unsent, {parked} parked"
            f"\n  exports: {len(writers.exports)} accepted; whole lists: {dict(writers.lists)}"
            f"\n  jobs: {jobs}, {attempts} attempts, {effects[0]} effects of {len(writers.jobs)} acknowledged jobs"
        )

    assert kills.total() >= 20
    assert set(kills) == set(troop.processes)
    assert writers.acknowledged.total() >= KILLS
    for thing, step in steps.items():
        assert step >= writers.acknowledged[thing] * STEPS, "an acknowledged write is lost"
        assert step >= writers.highest.get(thing, 0), "an acknowledged write is lost"
        assert by_thing[thing] == list(range(1, step + 1)), "each event once, in order"
    assert unsent == 0
    assert parked == 0
    assert set(writers.jobs) <= done, "an acknowledged job is lost"
    assert set(jobs) <= {"done"}
    assert effects[0] == effects[1] == 50 * jobs.get("done", 0)
    assert writers.faults == []
    assert writers.lists["whole"] > 0


@pytest.mark.slow
@pytest.mark.component
@pytest.mark.parametrize(
    "way",
    [
        "sessions end",
        *(pytest.param(way, marks=pytest.mark.all) for way in ("the server restarts", "the server is killed")),
    ],
)
def test_lists_and_exports_work_right_after_a_restart(stack: Stack, way: str) -> None:
    """Restart in the middle of lists and exports: the first answers after it are complete, and no export fails."""
    troop = stack.start()
    with troop.kept_alive():
        await_ready(f"http://127.0.0.1:{stack.http_port}", seconds=30)
        writers = Writers(stack.http_port)
        with ThreadPoolExecutor(2) as pool, httpx.Client(timeout=20) as client:
            pool.submit(writers.read_lists)
            pool.submit(writers.read_lists)
            try:
                for _ in range(RESTARTS):
                    assert writers.start_export(client) and writers.start_export(client)
                    _await_running_export(stack)
                    _restart(stack, troop, way)
                    await_ready(f"http://127.0.0.1:{stack.http_port}", seconds=30)
                    after = [read_list(client, writers.base, writers.faults) for _ in range(12)]
                    assert after == ["whole"] * 12
            finally:
                writers.end.set()
        _await_settled(stack)
        _check_exports(stack.url("toypub"), writers.exports)
    assert writers.faults == []
    assert len(writers.exports) == 2 * RESTARTS


def _await_running_export(stack: Stack) -> None:
    """Wait until a worker has claimed a job accepted just now."""
    deadline = time.monotonic() + 60
    with _connected(stack.url("toypub")) as connection:
        connection.autocommit = True
        busy = "select 1 from job where kind = 'export' and (state = 'running' or finished > now() - interval '1 s')"
        while connection.execute(busy).fetchone() is None:
            assert time.monotonic() < deadline, "no export was begun"
            time.sleep(0.02)


def _restart(stack: Stack, troop: Troop, way: str) -> None:
    if way == "sessions end":
        with psycopg.connect(stack.components.admin_url, autocommit=True) as admin:
            admin.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname like 'toy%'")
    else:
        troop.kill("postgres", signal.SIGINT if way == "the server restarts" else signal.SIGKILL)
    _connected(stack.url("toypub")).close()
