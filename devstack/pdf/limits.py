"""Limits of the PDF server: documents at once and in line, seconds for each, and callers who hang up."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from devstack.pdf.sheet import Sheet

LOOK_SECONDS = 0.1
"""Seconds between checks that the caller is still connected."""
TOO_SLOW = "The document takes too long to draw"
Gone = Callable[[], bool]
"""True once the caller has hung up."""


class Full(Exception):
    """The queue is full."""


class Abandoned(Exception):
    """The caller has hung up."""


@dataclass(frozen=True)
class Limits:
    """Documents drawn at once, documents that may wait, and seconds one may take. `polite` processes yield the
    processor to others and have limited memory."""

    at_once: int
    waiting: int
    seconds: float
    polite: bool = False


WORK = Limits(at_once=2, waiting=60, seconds=30.0)
"""Invoices and the exports of jobs."""
PEOPLE = Limits(at_once=1, waiting=4, seconds=8.0, polite=True)
"""Documents that people write themselves."""


class Renderer(Protocol):
    """Draws with processes that can be killed."""

    def draw(self, html: str, paper: Sheet, ends: float, gone: Gone) -> bytes | str:
        """Return the PDF, or a text that says why there is none, before `ends` (monotonic). Raises Abandoned."""
        ...


class Turns:
    """The turns of callers. A caller who hangs up leaves the queue."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._places = threading.Semaphore(limits.at_once)
        self._callers = threading.Semaphore(limits.at_once + limits.waiting)

    def run(self, draw: Callable[[float], bytes | str], gone: Gone) -> bytes | str:
        """Call `draw` in the caller's turn with the time at which it ends (monotonic). Raises Full, Abandoned."""
        if not self._callers.acquire(blocking=False):
            raise Full
        try:
            while not self._places.acquire(timeout=LOOK_SECONDS):
                if gone():
                    raise Abandoned
            try:
                if gone():
                    raise Abandoned
                return draw(time.monotonic() + self.limits.seconds)
            finally:
                self._places.release()
        finally:
            self._callers.release()


def run_program(command: list[str], ends: float, gone: Gone, environment: Mapping[str, str] | None = None) -> bool:
    """Run a program and kill all its processes at the end. Returns False when its time is up. Raises Abandoned."""
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, env=environment
    )
    try:
        while process.poll() is None:
            if time.monotonic() > ends:
                return False
            if gone():
                raise Abandoned
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(LOOK_SECONDS)
        return True
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
