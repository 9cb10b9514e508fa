"""Forked web processes: one that dies is replaced, and none outlives the one that watches over them."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import psutil
import pytest

from kit.workers import may_fork

pytestmark = pytest.mark.skipif(not may_fork(), reason="workers are forked on Linux only; elsewhere granian has them")
WATCHER = "import time; from kit.workers import fork; fork(2); {worker}"


@pytest.fixture
def watcher() -> Iterator[Callable[[str], psutil.Process]]:
    started: list[subprocess.Popen[bytes]] = []

    def start(worker: str) -> psutil.Process:
        begun = subprocess.Popen([sys.executable, "-c", WATCHER.format(worker=worker)])
        started.append(begun)
        return psutil.Process(begun.pid)

    yield start
    for process in started:
        process.kill()
        process.wait()


def until(check: Callable[[], bool]) -> None:
    ends = time.monotonic() + 20
    while not check():
        assert time.monotonic() < ends, "it did not come about within 20 s"
        time.sleep(0.02)


def running(processes: list[psutil.Process]) -> list[psutil.Process]:
    return [one for one in processes if one.is_running() and one.status() != psutil.STATUS_ZOMBIE]


def test_a_killed_worker_is_replaced(watcher: Callable[[str], psutil.Process]) -> None:
    process = watcher("time.sleep(60)")
    until(lambda: len(process.children()) == 2)
    killed, kept = process.children()
    time.sleep(2.1)  # dying at once would mean that a worker cannot live at all
    killed.kill()
    until(lambda: len(process.children()) == 2 and killed not in process.children())
    assert kept in process.children()


def test_a_worker_that_cannot_start_ends_all(watcher: Callable[[str], psutil.Process]) -> None:
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
