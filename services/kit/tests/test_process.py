"""The commands of a service as real processes: start, health, and stop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import psutil
import pytest

from kit.database import Database
from kit.policy.revocations import Revocations, _revoked, is_revoked, revoke
from kit.processes.events import EventsProcess
from kit.processes.workers import SHORTEST_LIFE, SILENT_AFTER
from kit.settings import settings
from staffroom_testing.components import free_port

pytestmark = pytest.mark.component
IMPATIENT = (
    "import runpy, sys; from kit.processes import workers; workers.SILENT_AFTER = 4.0; sys.argv[0] = 'kit'; "
    "runpy.run_module('kit', run_name='__main__')"
)
"""`python -m kit`, but a worker counts as hung sooner: after slightly longer than a call waits for an answer."""


@pytest.fixture
def environment(python_path: str, database: Database) -> dict[str, str]:
    ports = {f"STAFFROOM_{kind}_PORT": str(free_port()) for kind in ("HTTP", "GRPC", "METRICS")}
    return {**os.environ, **ports, "PYTHONPATH": python_path}


_HTTP = httpx.Client(timeout=2, limits=httpx.Limits(max_keepalive_connections=0))
"""One client, because reading the certificates takes time; a connection for each call, so that any worker may
answer."""


def _get(port: str, path: str) -> httpx.Response | None:
    try:
        return _HTTP.get(f"http://127.0.0.1:{port}{path}")
    except httpx.HTTPError:
        return None


def _ready(port: str, seconds: float = 60) -> httpx.Response:
    deadline = time.monotonic() + seconds
    while True:
        answer = _get(port, "/readyz")
        if answer is not None and answer.status_code == 200:
            return answer
        assert time.monotonic() < deadline, answer.text if answer is not None else "no answer"
        time.sleep(0.1)


@pytest.fixture
def started(environment: dict[str, str]) -> Iterator[Any]:
    children: list[subprocess.Popen[str]] = []

    def start(*arguments: str, program: tuple[str, str] = ("-m", "kit"), **more: str) -> subprocess.Popen[str]:
        child = subprocess.Popen(
            [sys.executable, *program, *arguments],
            env=environment | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        children.append(child)
        return child

    yield start
    for child in children:
        # A worker left behind would keep the pipes open, and reading them would never end.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        print(*child.communicate(timeout=20))


@pytest.mark.parametrize("command", ["events", "worker"])
def test_background_process_reports_its_health_and_stops(
    started: Any, environment: dict[str, str], command: str
) -> None:
    child = started(command, "toypub")
    port = environment["STAFFROOM_METRICS_PORT"]
    _ready(port)
    health, metrics, other = (_get(port, path) for path in ("/healthz", "/metrics", "/other"))
    assert health is not None and health.status_code == 200
    assert metrics is not None and "staffroom_db_connections" in metrics.text
    assert other is not None and other.status_code == 404
    child.send_signal(signal.SIGTERM)
    output, errors = child.communicate(timeout=10)
    assert child.returncode == 0, errors
    for line in output.splitlines():
        assert json.loads(line)["service"] == "toypub", line


@pytest.mark.parametrize("workers", ["1", "2"])
def test_web_finishes_running_requests(started: Any, environment: dict[str, str], workers: str) -> None:
    child = started("web", "toypub", STAFFROOM_HTTP_WORKERS=workers)
    port = environment["STAFFROOM_HTTP_PORT"]
    _ready(port)
    answer = _get(port, "/api/v1/toypub/none")
    assert answer is not None and answer.status_code == 404 and answer.json()["code"] == "not_found"
    child.send_signal(signal.SIGTERM)
    _, errors = child.communicate(timeout=20)
    assert child.returncode == 0, errors
    assert _get(port, "/healthz") is None


def _value(text: str, start: str) -> float:
    """Return the sum of the samples whose name and labels begin so; 0 if there are none."""
    return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(start))


def _metrics(port: str, good: Callable[[str], bool]) -> str:
    deadline = time.monotonic() + 60
    while True:
        answer = _get(port, "/metrics")
        text = answer.text if answer is not None else ""
        if good(text):
            return text
        assert time.monotonic() < deadline, text
        time.sleep(0.1)


@pytest.mark.parametrize(
    ("toy", "workers"),
    [
        ("toypub", "2"),
        ("toypages", "1"),
        pytest.param("toypub", "1", marks=pytest.mark.all),
        pytest.param("toypages", "2", marks=pytest.mark.all),
    ],
)
def test_every_worker_reports_the_metrics_of_all(
    started: Any, environment: dict[str, str], toy: str, workers: str
) -> None:
    child = started("web", toy, STAFFROOM_HTTP_WORKERS=workers)
    port = environment["STAFFROOM_HTTP_PORT"]
    _ready(port)
    for _ in range(20):
        _get(port, f"/api/v1/{toy}/none")
    text, before = _metrics(port, lambda text: _value(text, "staffroom_db_connections{") > 0), 0.0
    for _ in range(10):  # a connection for each, so that both are asked
        text = _metrics(port, lambda text: _value(text, "staffroom_http_seconds_count{") >= 20)
        before = _value(text, "process_start_time_seconds")
    assert before > time.time() - 600
    if workers == "1":
        return
    time.sleep(max(0.0, before + SHORTEST_LIFE + 1 - time.time()))  # killed earlier, it would end all of them
    psutil.Process(child.pid).children()[-1].kill()
    text = _metrics(port, lambda text: _value(text, "process_start_time_seconds") > before)
    assert _value(text, "staffroom_http_seconds_count{") >= 20, "what the dead process counted is lost"


@pytest.mark.parametrize("toy", ["toypub", "toypages"])
def test_workers_do_not_outlive_a_killed_parent(started: Any, environment: dict[str, str], toy: str) -> None:
    child = started("web", toy, STAFFROOM_HTTP_WORKERS="2")
    port = environment["STAFFROOM_HTTP_PORT"]
    _ready(port)
    child.kill()
    deadline = time.monotonic() + 5
    while _get(port, "/healthz") is not None:
        assert time.monotonic() < deadline
        time.sleep(0.2)


@pytest.mark.parametrize(
    ("toy", "workers"),
    [
        ("toypub", "2"),
        pytest.param("toypages", "1", marks=pytest.mark.all),
        pytest.param("toypages", "2", marks=pytest.mark.all),
    ],
)
def test_stopped_workers_are_replaced(started: Any, environment: dict[str, str], toy: str, workers: str) -> None:
    child = started("web", toy, program=("-c", IMPATIENT), STAFFROOM_HTTP_WORKERS=workers)
    port = environment["STAFFROOM_HTTP_PORT"]
    _ready(port)
    stopped = psutil.Process(child.pid).children()
    assert len(stopped) >= int(workers)
    for one in stopped:
        one.suspend()
    deadline = time.monotonic() + 60
    # The kernel tells one thread to stop, which tells the others once it gets the processor: until then they answer.
    while _get(port, "/healthz") is not None:
        assert time.monotonic() < deadline, "somebody else answers at this port"
    while (answer := _get(port, "/healthz")) is None or answer.status_code != 200:
        assert time.monotonic() < deadline, "nobody took the place of the stopped workers"
        time.sleep(0.02)
    assert child.poll() is None


@pytest.mark.parametrize("command", ["events", "worker", "web"])
def test_unavailable_database_does_not_restart_workers(started: Any, environment: dict[str, str], command: str) -> None:
    away = {"STAFFROOM_DATABASE_URL": f"postgresql://nobody@127.0.0.1:{free_port()}/none"}
    started(command, "toypub", **away)
    port = environment["STAFFROOM_HTTP_PORT" if command == "web" else "STAFFROOM_METRICS_PORT"]
    deadline = time.monotonic() + 60
    while (ready := _get(port, "/readyz")) is None:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    alive = _get(port, "/healthz")
    assert (ready.status_code, alive is not None and alive.status_code) == (503, 200)


def test_stuck_event_loop_is_not_alive() -> None:
    process = EventsProcess("toypub", [], [])
    assert process.alive() == {"loop": True}
    process.last_beat -= SILENT_AFTER
    assert process.alive() == {"loop": False}


def test_running_event_loop_is_alive(database: Database) -> None:
    process = EventsProcess("toypub", [], [])
    process.last_beat -= SILENT_AFTER

    async def turn() -> None:
        running = asyncio.create_task(process.run())
        async with asyncio.timeout(60):
            while not process.alive()["loop"]:
                await asyncio.sleep(0.05)
        signal.raise_signal(signal.SIGTERM)
        await running

    asyncio.run(turn())


def test_events_process_with_a_stuck_loop_reports_it(environment: dict[str, str]) -> None:
    stuck = (
        "import time; from kit import context; from kit.processes import events as process\n"
        "async def _lead(self): time.sleep(600)\n"
        "process.EventsProcess._lead = _lead; process.SILENT_AFTER = 2.0\n"
        "context.set_service('toypub'); process.run_events('toypub', [], [])"
    )
    child = subprocess.Popen([sys.executable, "-c", stuck], env=environment)
    try:
        deadline = time.monotonic() + 120
        while (answer := _get(environment["STAFFROOM_METRICS_PORT"], "/healthz")) is None or answer.status_code == 200:
            assert time.monotonic() < deadline, "it is said to be alive"
            time.sleep(0.2)
        assert answer.status_code == 503
    finally:
        child.kill()
        child.wait()


def test_openapi_needs_no_environment(python_path: str) -> None:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("STAFFROOM_")}
    done = subprocess.run(
        [sys.executable, "-m", "kit", "openapi", "toypub"],
        env=plain | {"PYTHONPATH": python_path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "/api/v1/toypub/counts/{key}" in json.loads(done.stdout)["paths"]


def test_missing_setting_is_one_line_with_its_name(python_path: str) -> None:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("STAFFROOM_")}
    done = subprocess.run(
        [sys.executable, "-m", "kit", "events", "toypub"],
        env=plain | {"PYTHONPATH": python_path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 78
    assert "STAFFROOM_DATABASE_URL: Field required" in done.stderr
    assert "Traceback" not in done.stderr


def test_revoked_session_is_known_everywhere_even_after_a_restart() -> None:
    first = Revocations()
    first.start()
    assert first.listening.wait(5)
    session = f"session-{time.time_ns()}"
    revoke(session)
    _revoked.clear()
    second = Revocations()
    second.start()
    assert second.listening.wait(5)
    assert is_revoked(session), "read from the list"
    _revoked.clear()
    revoke_elsewhere = "import kit.policy.revocations, sys; kit.policy.revocations.revoke(sys.argv[1])"
    other = f"{session}-2"
    subprocess.run([sys.executable, "-c", revoke_elsewhere, other], env=dict(os.environ), check=True)
    deadline = time.monotonic() + 2
    while not is_revoked(other):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    _revoked.clear()
    assert settings().redis_url.endswith("/9")
