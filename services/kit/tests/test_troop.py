"""The harness of the kill tests: killed processes are gone, kept ones come back, dismissed ones do not."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from staffroom_testing.kills import Launcher, Troop

SLEEPER = """
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print("lives", os.getpid(), child.pid, flush=True)
time.sleep(600)
"""


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def lives(log: Path) -> list[list[int]]:
    """Return the processes of each life: the process and its child."""
    lines = log.read_text().splitlines() if log.exists() else []
    return [[int(word) for word in line.split()[1:]] for line in lines if line.startswith("lives")]


def is_there(pid: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_killed_process_is_restarted_until_dismissed(tmp_path: Path) -> None:
    (tmp_path / "sleeper.py").write_text(SLEEPER)
    log = tmp_path / "log"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    with Launcher(python_path=str(tmp_path)) as launcher:
        troop = Troop({"sleeper": launcher.program("sleeper", ["sleeper"], environment, log)})
        with troop.kept_alive():
            until(lambda: len(lives(log)) == 1)
            troop.kill("sleeper")
            until(lambda: len(lives(log)) == 2)
            first, second = lives(log)
            assert first != second
            until(lambda: not any(is_there(pid) for pid in first))
            assert all(is_there(pid) for pid in second)
            troop.dismiss("sleeper")
            until(lambda: not any(is_there(pid) for pid in second))
            time.sleep(0.3)
            assert len(lives(log)) == 2
        assert troop.kills == {"sleeper": 1}


def test_no_process_remains_and_all_are_killed_equally_often(tmp_path: Path) -> None:
    (tmp_path / "sleeper.py").write_text(SLEEPER)
    logs = [tmp_path / "a.log", tmp_path / "b.log"]
    with Launcher(python_path=str(tmp_path)) as launcher:
        troop = Troop({log.stem: launcher.program(log.stem, ["sleeper"], os.environ, log) for log in logs})
        assert sorted(troop.victims(random.Random(1), 6)) == ["a"] * 3 + ["b"] * 3
        with troop.kept_alive():
            until(lambda: all(lives(log) for log in logs))
        until(lambda: not any(is_there(pid) for log in logs for life in lives(log) for pid in life))
