"""Processes that are killed with -9 and started again, as by their supervisor: for tests of what may be lost then.

::

    with Launcher(preload=["finance.wiring"]) as launcher:
        troop = Troop({"sync": launcher.program("sync", ["finance.sync"], environment, log), "nats": components.nats})
        with troop.kept_alive():
            troop.kill("sync")
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

REVIVAL_SECONDS = 60.0
"""Seconds a killed process may take to run again, on a machine that does other things as well."""
LOOKED_AFTER = 0.05
"""Seconds between looks whether a process has ended."""


class Restartable(Protocol):
    """A process with the same data in every life; `staffroom_testing.components.Process` is one."""

    def start(self) -> None: ...
    def alive(self) -> bool: ...
    def kill(self) -> None: ...


class Launcher:
    """The process that starts programs by forking (`staffroom_testing.launcher`); `preload` names modules
    to import first."""

    def __init__(self, preload: Sequence[str] = (), python_path: str = "") -> None:
        self._child = subprocess.Popen(
            [sys.executable, "-m", "staffroom_testing.launcher", *preload],
            env=os.environ | ({"PYTHONPATH": python_path} if python_path else {}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def program(self, name: str, module: Sequence[str], environment: Mapping[str, str], log: Path) -> Launched:
        """`python -m module ...`, not started yet; what it says goes to `log`."""
        return Launched(self, name, [sys.executable, "-m", *module], dict(environment), log)

    def start(self, asked: Mapping[str, object]) -> int:
        """Start what is asked for; its process id."""
        assert self._child.stdin is not None and self._child.stdout is not None
        print(json.dumps(asked), file=self._child.stdin, flush=True)
        return int(self._child.stdout.readline())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._child.communicate()


@dataclass
class Launched:
    """A program of a launcher, leader of a process group of its own."""

    launcher: Launcher
    name: str
    command: list[str]
    environment: dict[str, str]
    log: Path
    pid: int = 0

    def start(self) -> None:
        asked = {"name": self.name, "command": self.command, "environment": self.environment, "log": str(self.log)}
        self.pid = self.launcher.start(asked)

    def alive(self) -> bool:
        if not self.pid:
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        """Kill -9 it with all that it started, and wait until it is gone."""
        if not self.alive():
            return
        for signalled in (os.killpg, os.kill):  # it leads its group a moment after it was born
            with contextlib.suppress(ProcessLookupError):
                signalled(self.pid, signal.SIGKILL)
        deadline = time.monotonic() + 20
        while self.alive():
            assert time.monotonic() < deadline, f"{self.name} outlives its kill"
            time.sleep(0.01)


class Troop:
    """Processes by name; whoever ends is started again while they are kept alive."""

    def __init__(self, processes: Mapping[str, Restartable]) -> None:
        self.processes = dict(processes)
        self.kills: Counter[str] = Counter()
        self._changing = threading.Lock()  # held by whoever kills or starts

    @contextlib.contextmanager
    def kept_alive(self) -> Iterator[None]:
        """For a block. Whatever does not run at its beginning is started; afterwards everything is killed."""
        over = threading.Event()
        supervisor = threading.Thread(target=self._supervise, args=(over,))
        supervisor.start()
        try:
            yield
        finally:
            over.set()
            supervisor.join()
            self.end()

    def _supervise(self, over: threading.Event) -> None:
        while not over.is_set():
            with self._changing:
                for process in self.processes.values():
                    if not process.alive():
                        process.start()
            over.wait(LOOKED_AFTER)

    def kill(self, name: str, number: int = signal.SIGKILL) -> None:
        """Kill a process, once it runs again after the last time; `number` is for components alone."""
        deadline = time.monotonic() + REVIVAL_SECONDS
        while True:
            with self._changing:
                if self.processes[name].alive():
                    self.processes[name].kill(*([] if number == signal.SIGKILL else [number]))
                    self.kills[name] += 1
                    return
            assert time.monotonic() < deadline, f"{name} was not started again"
            time.sleep(0.02)

    def dismiss(self, name: str) -> None:
        """Kill a process for good."""
        with self._changing:
            self.processes.pop(name).kill()

    def end(self) -> None:
        """Kill all that run."""
        with self._changing:
            for process in self.processes.values():
                process.kill()

    def victims(self, dice: random.Random, count: int) -> list[str]:
        """So many names to be killed, each as often as any other, in random order."""
        names = ([*self.processes] * (count // len(self.processes) + 1))[:count]
        dice.shuffle(names)
        return names
