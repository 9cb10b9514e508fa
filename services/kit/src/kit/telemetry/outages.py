"""Outages of a process's dependencies, in its log: the reason when one begins, again while it lasts, and its end.

A call that fails because of an outage gets a 503 without a log line, since a thousand may fail in a second. Instead,
the code that meets the error calls `failed`, and the code that meets a success calls `works`.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from kit.telemetry import log

_log = log.get(__name__)

REMIND = 300.0
"""Seconds between two log lines of a continuing outage."""
_LONGEST = 500
_SETTLED = 5.0
"""Seconds without an error after which a success ends an outage: of several calls at once some fail, some do not."""


@dataclass
class _Outage:
    began: float
    logged: float
    failed: float


_present: dict[str, _Outage] = {}
_lock = threading.Lock()


def failed(dependency: str, reason: object) -> None:
    """Record that a call could not reach a dependency (`database`, `valkey`, `nats`), and the reason."""
    now = time.monotonic()
    with _lock:
        outage = _present.setdefault(dependency, _Outage(now, float("-inf"), now))
        outage.failed = now
        if now - outage.logged < REMIND:
            return
        outage.logged = now
    text = " ".join(str(reason).split())[:_LONGEST] or type(reason).__name__
    _log.warning("dependency_away", dependency=dependency, reason=text, seconds=round(now - outage.began))


def works(dependency: str, *, is_only: bool = False) -> None:
    """Record that a call reached a dependency; `is_only` if this process has a single connection to it, which was just
    reopened."""
    if dependency not in _present:
        return
    now = time.monotonic()
    with _lock:
        outage = _present.get(dependency)
        if outage is None or (now - outage.failed < _SETTLED and not is_only):
            return
        del _present[dependency]
    _log.warning("dependency_back", dependency=dependency, seconds=round(now - outage.began))
