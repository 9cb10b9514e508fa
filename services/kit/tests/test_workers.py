"""Forked web workers: one that dies is replaced, and none outlives its parent."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import psutil
import pytest

from kit.processes.workers import may_fork

pytestmark = pytest.mark.skipif(not may_fork(), reason="workers are forked on Linux only; elsewhere granian has them")
BEAT_EVERY, SILENT_AFTER, LIVES_AT_LEAST = 0.2, 3.0, 0.5
"""The timing of a watcher, shorter than in production: only waiting depends on it."""
SHORTER = {"BEAT_EVERY": BEAT_EVERY, "SILENT_AFTER": SILENT_AFTER, "SHORTEST_LIFE": LIVES_AT_LEAST}
WATCHER = (
    f"import time; from kit.processes import workers; vars(workers).update({SHORTER!r}); beats = workers.fork(2); "
)


@pytest.fixture
def watcher() -> Iterator[Callable[[str], psutil.Process]]:
    started: list[subprocess.Popen[bytes]] = []

    def start(worker: str) -> psutil.Process:
        begun = subprocess.Popen([sys.executable, "-c", WATCHER + worker])
        started.append(begun)
        return psutil.Process(begun.pid)

    yield start
    for process in started:
        process.kill()
        process.wait()


def until(check: Callable[[], bool]) -> None:
    ends = time.monotonic() + 60
    while not check():
        assert time.monotonic() < ends, "it did not come about within a minute"
        time.sleep(0.02)


def running(processes: list[psutil.Process]) -> list[psutil.Process]:
    return [one for one in processes if one.is_running() and one.status() != psutil.STATUS_ZOMBIE]


def test_killed_worker_is_replaced(watcher: Callable[[str], psutil.Process]) -> None:
    process = watcher("time.sleep(60)")
    until(lambda: len(process.children()) == 2)
    killed, kept = process.children()
    time.sleep(LIVES_AT_LEAST + 0.1)  # an immediate death would mean that a worker cannot start
    killed.kill()
    until(lambda: len(process.children()) == 2 and killed not in process.children())
    assert kept in process.children()


def test_silent_worker_is_replaced(watcher: Callable[[str], psutil.Process]) -> None:
    """Stop one worker, as a debugger or the kernel does, and block the event loop of another."""
    beating = "import asyncio; asyncio.run(beats.keep_beating())"
    process = watcher(beating)
    until(lambda: len(process.children()) == 2)
    stopped, kept = process.children()
    time.sleep(LIVES_AT_LEAST + 0.1)
    stopped.suspend()
    until(lambda: len(process.children()) == 2 and stopped not in process.children())
    assert kept in process.children()


def test_worker_with_a_stuck_event_loop_is_replaced(watcher: Callable[[str], psutil.Process]) -> None:
    stuck = (
        "import asyncio, threading; threading.Timer(1, lambda: loop.call_soon_threadsafe(time.sleep, 600)).start(); "
    )
    process = watcher(f"{stuck}loop = asyncio.new_event_loop(); loop.run_until_complete(beats.keep_beating())")
    until(lambda: len(process.children()) == 2)
    first = process.children()
    until(lambda: not any(worker in process.children() for worker in first))


def test_watcher_stopped_with_its_workers_does_not_kill_them(watcher: Callable[[str], psutil.Process]) -> None:
    """The machine sleeps, or a container is paused."""
    process = watcher("import asyncio; asyncio.run(beats.keep_beating())")
    until(lambda: len(process.children()) == 2)
    workers = process.children()
    time.sleep(LIVES_AT_LEAST + 0.1)
    process.suspend()
    for worker in workers:
        worker.suspend()
    time.sleep(SILENT_AFTER + 1)
    process.resume()
    time.sleep(BEAT_EVERY)
    for worker in workers:
        worker.resume()
    time.sleep(2 * BEAT_EVERY)
    assert process.children() == workers


def test_worker_that_cannot_start_ends_all(watcher: Callable[[str], psutil.Process]) -> None:
    process = watcher("raise SystemExit(3)")
    assert process.wait(20) == 1


def test_sigterm_ends_the_workers_first(watcher: Callable[[str], psutil.Process]) -> None:
    process = watcher("time.sleep(60)")
    until(lambda: len(process.children()) == 2)
    workers = process.children()
    process.terminate()
    process.wait(20)
    assert running(workers) == []


def test_workers_end_with_a_killed_watcher(watcher: Callable[[str], psutil.Process]) -> None:
    process = watcher("time.sleep(60)")
    until(lambda: len(process.children()) == 2)
    workers = process.children()
    process.send_signal(signal.SIGKILL)
    until(lambda: running(workers) == [])
