"""Xero's rate limits: 60 calls a minute, 5 concurrent calls and 5,000 calls a day for each organisation."""

from __future__ import annotations

import collections
import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

MINUTE, DAY = 60.0, 86_400.0


class TooMany(Exception):
    """A limit is exceeded: which one, and after how many seconds to retry."""

    def __init__(self, problem: str, seconds: float) -> None:
        super().__init__(problem)
        self.problem, self.seconds = problem, max(1, int(seconds + 0.999))


@dataclass(frozen=True)
class Limits:
    """Calls per minute, concurrent calls and calls per day."""

    minute: int = 60
    at_once: int = 5
    day: int = 5_000


class Meter:
    """Counts the calls of each organisation in sliding windows. A refused call does not count."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._lock = threading.Lock()
        self._calls: dict[str, collections.deque[float]] = collections.defaultdict(collections.deque)
        self._running: dict[str, int] = collections.defaultdict(int)
        self.refused = 0
        self.most_at_once = 0

    @contextlib.contextmanager
    def call(self, tenant: str) -> Iterator[dict[str, str]]:
        """Admit one call; yields the headers that state the remaining calls. Raises TooMany."""
        with self._lock:
            headers = self._enter(tenant)
        try:
            yield headers
        finally:
            with self._lock:
                self._running[tenant] -= 1

    def _enter(self, tenant: str) -> dict[str, str]:
        now = time.monotonic()
        calls = self._calls[tenant]
        while calls and calls[0] < now - DAY:
            calls.popleft()
        recent = [at for at in reversed(calls) if at > now - MINUTE] if len(calls) < 10_000 else list(calls)[-10_000:]
        if self._running[tenant] >= self.limits.at_once:
            self._refuse("concurrent", 1)
        if len(recent) >= self.limits.minute:
            self._refuse("minute", MINUTE - (now - recent[-1]))
        if len(calls) >= self.limits.day:
            self._refuse("day", DAY - (now - calls[0]))
        calls.append(now)
        self._running[tenant] += 1
        self.most_at_once = max(self.most_at_once, self._running[tenant])
        return {
            "X-MinLimit-Remaining": str(self.limits.minute - len(recent) - 1),
            "X-DayLimit-Remaining": str(self.limits.day - len(calls)),
            "X-AppMinLimit-Remaining": "9999",
        }

    def _refuse(self, problem: str, seconds: float) -> None:
        self.refused += 1
        raise TooMany(problem, seconds)
