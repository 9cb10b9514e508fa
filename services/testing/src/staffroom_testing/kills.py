"""Processes that are killed with -9 and restarted as by their supervisor, for tests of crash safety.

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

from devstack.run import forking

REVIVAL_SECONDS = 60.0
"""Seconds that a killed process may take to run again on a busy machine."""
CHECK_INTERVAL = 0.05
"""Seconds between two checks whether a process has ended."""


class Restartable(Protocol):
    """A process that keeps its data across restarts; `staffroom_testing.components.Process` is one."""

    def start(self) -> None: ...
    def alive(self) -> bool: ...
    def kill(self) -> None: ...


class Launcher:
    """A fork server that starts programs (`devstack.run.forking`): a restart then costs a quarter of the processor
    time, which leaves more for the interrupted work. `preload` names modules to import first."""

    def __init__(self, preload: Sequence[str] = (), python_path: str = "") -> None:
        environment = os.environ | ({"PYTHONPATH": python_path} if python_path else {})
        self._server = forking.launch(preload, environment)
        if self._server and not self._next("forks"):
            self._close()

    def program(self, name: str, module: Sequence[str], environment: Mapping[str, str], log: Path) -> Launched:
        """Return `python -m module ...` as a program that is not started yet; its output goes to `log`."""
        return Launched(self, name, module, dict(environment), log)

    def start(self, program: forking.Program) -> int:
        """Start a program; returns its process id."""
        if self._server:
            self._server[1].send(program.message())
            return self._next("pid")
        command = [sys.executable, "-m", *program.module]
        with Path(program.log).open("ab") as output:
            return subprocess.Popen(
                command, env=program.environment, stdout=output, stderr=output, start_new_session=True
            ).pid

    def _next(self, name: str) -> int:
        """Return the value that the server sends under a name, skipping those of programs that have ended."""
        assert self._server
        while "code" in (content := json.loads(forking.received(self._server[1]))):
            pass
        return int(content[name])

    def _close(self) -> None:
        if self._server:
            process, channel = self._server
            channel.close()
            process.wait()
            self._server = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()


@dataclass
class Launched:
    """A program of a launcher, leader of its own process group."""

    launcher: Launcher
    name: str
    module: Sequence[str]
    environment: dict[str, str]
    log: Path
    pid: int = 0

    def start(self) -> None:
        program = forking.Program(self.module, str(Path.cwd()), self.environment, str(self.log), self.name)
        self.pid = self.launcher.start(program)

    def alive(self) -> bool:
        if not self.pid:
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        """Kill the process and its children with -9, and wait until it has ended."""
        if not self.alive():
            return
        for signalled in (os.killpg, os.kill):  # it becomes the group leader shortly after its start
            with contextlib.suppress(ProcessLookupError):
                signalled(self.pid, signal.SIGKILL)
        deadline = time.monotonic() + 20
        while self.alive():
            assert time.monotonic() < deadline, f"{self.name} outlives its kill"
            time.sleep(0.01)


class Troop:
    """Processes by name; one that ends is restarted while they are kept alive."""

    def __init__(self, processes: Mapping[str, Restartable]) -> None:
        self.processes = dict(processes)
        self.kills: Counter[str] = Counter()
        self._changing = threading.Lock()  # held while a process is killed or started

    @contextlib.contextmanager
    def kept_alive(self) -> Iterator[None]:
        """Start all processes and restart them as needed for a block; afterwards kill them."""
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
            over.wait(CHECK_INTERVAL)

    def kill(self, name: str, number: int = signal.SIGKILL) -> None:
        """Kill a process, after its last restart is complete; `number` is only for components."""
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
        """Kill a process permanently."""
        with self._changing:
            self.processes.pop(name).kill()

    def end(self) -> None:
        """Kill all processes."""
        with self._changing:
            for process in self.processes.values():
                process.kill()

    def victims(self, dice: random.Random, count: int) -> list[str]:
        """Kill `count` processes from `names`, all equally often, in random order."""
        names = ([*self.processes] * (count // len(self.processes) + 1))[:count]
        dice.shuffle(names)
        return names
