"""Web processes of one service, forked from one that has imported everything: they share its memory, and the port.

Each worker writes a heartbeat every second. One that falls silent, stopped or stuck, keeps taking connections that
nobody answers: its parent kills and replaces it.
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
from pathlib import Path

_log = logging.getLogger(__name__)
_PR_SET_PDEATHSIG = 1
_LIVES_AT_LEAST = 2.0

BEAT_EVERY = 1.0
SILENT_AFTER = 10.0
"""Seconds without a heartbeat after which a worker is hung. A database that is away stops no heartbeat."""
_BEAT = struct.Struct("d")


class Heartbeats:
    """The last heartbeat of each worker, in a file a process. Monotonic time, which all processes share."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="staffroom-workers-"))
        self._looked = self._awake = time.monotonic()

    def beat(self) -> None:
        """Say that this process is well."""
        (self.folder / str(os.getpid())).write_bytes(_BEAT.pack(time.monotonic()))

    async def keep_beating(self) -> None:
        """Beat for as long as the event loop turns."""
        while True:
            self.beat()
            await asyncio.sleep(BEAT_EVERY)

    def kill_silent(self) -> None:
        """Kill the children that fell silent. One that has not begun to beat is still starting."""
        now = time.monotonic()
        if now - self._looked > SILENT_AFTER / 2:  # this process was stopped itself, and perhaps its children with it
            self._awake = now
        self._looked = now
        for file in self.folder.iterdir():
            pid = int(file.name)
            if not _is_child(pid):
                file.unlink()
            elif (silence := now - max(self._last(file), self._awake)) > SILENT_AFTER:
                _log.error("web process %d is silent for %.0f s: it is killed", pid, silence)
                os.kill(pid, signal.SIGKILL)
                file.unlink()

    def watch(self) -> None:
        """Look after the children from a thread, for as long as this process lives."""

        def look() -> None:
            waiting = threading.Event()
            while not waiting.wait(BEAT_EVERY):
                self.kill_silent()

        threading.Thread(target=look, name="heartbeats", daemon=True).start()

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

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
    """Whether workers are forked here: on Linux, where sockets of several processes share a port evenly, and a process
    can ask to end with its parent."""
    return sys.platform == "linux"


def fork(count: int) -> Heartbeats:
    """Return in each of `count` new processes, which have to keep beating. The calling one, which must not have started
    a thread yet, never returns: it hands SIGTERM on, replaces a worker that died or fell silent, and ends when one dies
    right after its start."""
    watcher = os.getpid()
    beats = Heartbeats()
    living: dict[int, float] = {}
    stopping = False
    status = 0

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True
        for pid in living:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    while living or not stopping:
        while not stopping and len(living) < count:
            pid = os.fork()
            if pid == 0:
                _begin(watcher)
                return beats
            living[pid] = time.monotonic()
        signal.sigtimedwait({signal.SIGCHLD}, BEAT_EVERY)
        for pid, ended in _ended():
            status = ended
            lived = time.monotonic() - living.pop(pid)
            if not stopping:
                _log.error("web process %d ended with status %d after %.0f s", pid, status, lived)
                if lived < _LIVES_AT_LEAST:
                    stop()
        beats.kill_silent()
    beats.remove()
    os._exit(0 if status == 0 else 1)


def _ended() -> list[tuple[int, int]]:
    """The children that ended, with their status. One SIGCHLD may stand for several."""
    ended = []
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG)) != (0, 0):
            ended.append(found)
    return ended


def _begin(watcher: int) -> None:
    """A worker: signals as in a new process, and the same end as its parent, however that comes about."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != watcher:
        os._exit(1)
