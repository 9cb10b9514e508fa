"""The rate of calls by address. Each web process counts for itself, in memory: a limit for runaway programs, far
above what an office behind one address does. What is dear has limits of its own (`kit.policy.share`, identity's tries).

The gateway cannot do this: whatever gives its own refusal the shape of every error replaces the services' refusals too.
"""

from __future__ import annotations

import time
from functools import lru_cache

from kit.errors import BUSY, TooMany
from kit.http.address import caller_address, network
from kit.settings import settings

_KEPT = 10_000
"""Addresses remembered; beyond it those that may call at once are forgotten, then all."""


class Rate:
    """`a_second` calls of an address on average, and as many at the same moment."""

    def __init__(self, a_second: int) -> None:
        self._interval = 1 / a_second
        self._due: dict[str, float] = {}
        """The time at which an address has used nothing of its rate any more."""

    def wait(self, address: str, now: float) -> float:
        """Seconds until the address may call; 0 counts the call."""
        due = max(self._due.get(address, now), now)
        if due - now > 1 - self._interval:
            return due - now - (1 - self._interval)
        if len(self._due) >= _KEPT and address not in self._due:
            self._forget(now)
        self._due[address] = due + self._interval
        return 0

    def _forget(self, now: float) -> None:
        waiting = {address: due for address, due in self._due.items() if due > now}
        self._due = waiting if len(waiting) < _KEPT else {}


class Doorkeeper:
    """Refuses the calls of an address beyond the rate of `STAFFROOM_RATE_AVERAGE`."""

    def __init__(self) -> None:
        self._rate: Rate | None = None

    def check(self, path: str, forwarded: str, peer: str) -> None:
        """Raises TooMany. Probes and metrics are for the machine alone and not counted."""
        if not path.startswith(("/api/", "/pay/")):
            return
        if self._rate is None:  # a description of the service is made without settings
            self._rate = Rate(settings().rate_average)
        caller = _caller(forwarded, peer)
        if caller and self._rate.wait(caller, time.monotonic()) > 0:
            raise TooMany(BUSY, retry_after=1)


@lru_cache(maxsize=4096)
def _caller(forwarded: str, peer: str) -> str:
    return network(caller_address(forwarded, peer))
