"""Web processes of one service, forked from one that has imported everything: they share its memory, and the port."""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import sys
import time

_log = logging.getLogger(__name__)
_PR_SET_PDEATHSIG = 1
_LIVES_AT_LEAST = 2.0


def may_fork() -> bool:
    """Whether workers are forked here: on Linux, where sockets of several processes share a port evenly, and a process
    can ask to end with its parent."""
    return sys.platform == "linux"


def fork(count: int) -> None:
    """Return in each of `count` new processes. The calling one, which must not have started a thread yet, never
    returns: it hands SIGTERM on, replaces a worker that died, and ends when one dies right after its start."""
    watcher = os.getpid()
    living: dict[int, float] = {}
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True
        for pid in living:
            os.kill(pid, signal.SIGTERM)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    while living or not stopping:
        while not stopping and len(living) < count:
            pid = os.fork()
            if pid == 0:
                _begin(watcher)
                return
            living[pid] = time.monotonic()
        pid, status = os.wait()
        lived = time.monotonic() - living.pop(pid)
        if not stopping:
            _log.error("web process %d ended with status %d after %.0f s", pid, status, lived)
            if lived < _LIVES_AT_LEAST:
                stop()
    os._exit(0 if status == 0 else 1)


def _begin(watcher: int) -> None:
    """A worker: signals as in a new process, and the same end as its parent, however that comes about."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != watcher:
        os._exit(1)
