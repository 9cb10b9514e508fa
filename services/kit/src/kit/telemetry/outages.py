"""Outages of what a process depends on, in its log: the reason when one begins, again while it lasts, and its end.

A call that fails for an outage answers 503 without a line in the log, since a thousand may fail in a second. So the
place that meets the error calls `failed`, and the place that meets a success `works`.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from kit.telemetry import log

_log = log.get(__name__)

REMIND = 300.0
"""Seconds between two lines of an outage that lasts."""
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
    """A call found a dependency (`database`, `valkey`, `nats`) out of reach, for this reason."""
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
    """A call reached a dependency; `is_only` where this process has one connection to it, which was made anew."""
    if dependency not in _present:
        return
    now = time.monotonic()
    with _lock:
        outage = _present.get(dependency)
        if outage is None or (now - outage.failed < _SETTLED and not is_only):
            return
        del _present[dependency]
    _log.warning("dependency_back", dependency=dependency, seconds=round(now - outage.began))
