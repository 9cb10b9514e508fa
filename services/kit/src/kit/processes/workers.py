"""Web workers of one service, forked from a parent that has imported everything: they share its memory and the port.

Each worker writes a heartbeat every second. A worker without one, stopped or hung, accepts connections and does not
answer; its parent kills and replaces it.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import logging
import os
import shutil
import signal
import struct
import sys
import tempfile
import threading
import time
from functools import cached_property
from pathlib import Path
from types import ModuleType

_log = logging.getLogger(__name__)
_PR_SET_PDEATHSIG = 1

BEAT_EVERY = 1.0
SHORTEST_LIFE = 2.0
"""Seconds: a worker that ends sooner cannot start, and the others are ended too."""
SILENT_AFTER = 10.0
"""Seconds without a heartbeat after which a worker counts as hung. An unavailable database does not stop the
heartbeat."""
_BEAT = struct.Struct("d")
_SHARED = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client reads it when it is imported


def count_together() -> None:
    """Make the workers of this process count in shared files, so that `/metrics` of each covers all.

    Raises RuntimeError if the library was imported before: it would count each process separately.
    """
    if "prometheus_client" in sys.modules:
        raise RuntimeError("prometheus_client is already imported, and would not share its metrics")
    os.environ[_SHARED] = tempfile.mkdtemp(prefix="staffroom-metrics-")


def _metrics() -> ModuleType:
    # Imported at first use: `count_together` must run first.
    from kit.telemetry import metrics

    return metrics


class Heartbeats:
    """The last heartbeat of each worker, in one file per process, in monotonic time, which all processes share."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="staffroom-workers-"))
        self._last_check = self._resumed = time.monotonic()

    def beat(self) -> None:
        """Write the heartbeat of this process."""
        os.pwrite(self._file, _BEAT.pack(time.monotonic()), 0)
        _metrics().share()

    @cached_property
    def _file(self) -> int:
        """The descriptor of this worker's file, which stays open because opening it was most of the work of an idle
        worker. Workers are forked before their first heartbeat, and their parent has none."""
        return os.open(self.folder / str(os.getpid()), os.O_WRONLY | os.O_CREAT, 0o600)

    async def keep_beating(self) -> None:
        """Write a heartbeat every second while the event loop runs."""
        while True:
            self.beat()
            await asyncio.sleep(BEAT_EVERY)

    def kill_silent(self) -> None:
        """Kill the children whose heartbeat stopped. A child without a first heartbeat is still starting."""
        now = time.monotonic()
        if now - self._last_check > SILENT_AFTER / 2:  # this process was suspended itself, and perhaps its children too
            self._resumed = now
        self._last_check = now
        for file in self.folder.iterdir():
            pid = int(file.name)
            is_gone = not _is_child(pid)
            if not is_gone and (silence := now - max(self._last(file), self._resumed)) > SILENT_AFTER:
                _log.error("web process %d is silent for %.0f s: it is killed", pid, silence)
                with contextlib.suppress(ProcessLookupError):  # it has ended, and another thread reaped it
                    os.kill(pid, signal.SIGKILL)
                is_gone = True
            if is_gone:
                file.unlink()
                _metrics().forget(pid)

    def watch(self) -> None:
        """Run `kill_silent` in a thread until this process ends."""

        def check() -> None:
            waiting = threading.Event()
            while not waiting.wait(BEAT_EVERY):
                self.kill_silent()

        threading.Thread(target=check, name="heartbeats", daemon=True).start()

    def remove(self) -> None:
        """Remove the heartbeats and the shared metrics of the workers."""
        shutil.rmtree(self.folder, ignore_errors=True)
        if _SHARED in os.environ:
            shutil.rmtree(os.environ[_SHARED], ignore_errors=True)

    @staticmethod
    def _last(file: Path) -> float:
        beat = file.read_bytes()
        return float(_BEAT.unpack(beat)[0]) if len(beat) == _BEAT.size else time.monotonic()  # it is being written


def _is_child(pid: int) -> bool:
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
    except ChildProcessError:
        return False


def may_fork() -> bool:
    """Return whether workers are forked: on Linux, where processes share a port evenly, and the kernel can kill a
    process with its parent."""
    return sys.platform == "linux"


def fork(count: int) -> Heartbeats:
    """Fork `count` workers and return in each of them; they must write heartbeats. Never return in the parent, which
    must not have started a thread. The parent forwards SIGTERM, replaces a worker that died or hangs, and ends when one
    dies right after its start."""
    parent = os.getpid()
    beats = Heartbeats()
    workers: dict[int, float] = {}
    stopping = False
    status = 0

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True
        for pid in workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    while workers or not stopping:
        while not stopping and len(workers) < count:
            pid = os.fork()
            if pid == 0:
                _become_worker(parent)
                return beats
            workers[pid] = time.monotonic()
        signal.sigtimedwait({signal.SIGCHLD}, BEAT_EVERY)
        for pid, ended in _reap():
            status = ended
            lived = time.monotonic() - workers.pop(pid)
            if not stopping:
                _log.error("web process %d ended with status %d after %.0f s", pid, status, lived)
                if lived < SHORTEST_LIFE:
                    stop()
        beats.kill_silent()
    beats.remove()
    os._exit(0 if status == 0 else 1)


def _reap() -> list[tuple[int, int]]:
    """Reap the children that ended, and return their pids and statuses. One SIGCHLD may stand for several."""
    ended = []
    with contextlib.suppress(ChildProcessError):
        while (child := os.waitpid(-1, os.WNOHANG)) != (0, 0):
            ended.append(child)
    return ended


def _become_worker(parent: int) -> None:
    """Set up a worker: default signal handlers, and SIGKILL when its parent ends for any reason."""
    for signal_number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signal_number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    die_with(parent)


def die_with(parent: int) -> None:
    """Make the kernel kill this process with its parent, even when it is stopped; do nothing on kernels that cannot."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
