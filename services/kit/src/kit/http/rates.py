"""The rate limit by address. Each web process counts for itself, in memory: a limit for runaway programs, far above the
calls of an office behind one address. Expensive calls have separate limits (`kit.policy.share`, identity's attempts).

The gateway cannot do this: a middleware that rewrites the gateway's refusals would rewrite those of the services too.
"""

from __future__ import annotations

import time
from functools import lru_cache

from kit.errors import BUSY, TooMany
from kit.http.address import caller_address, network
from kit.settings import settings

_MOST_ADDRESSES = 10_000
"""The maximum number of addresses stored; beyond it the idle ones are dropped, then all."""


class Rate:
    """A limit of `a_second` calls of an address on average, with bursts of the same size."""

    def __init__(self, a_second: int) -> None:
        self._interval = 1 / a_second
        self._due: dict[str, float] = {}
        """The time at which an address has its full rate again."""

    def wait(self, address: str, now: float) -> float:
        """Return the seconds until the address may call; 0 allows the call and counts it."""
        due = max(self._due.get(address, now), now)
        if due - now > 1 - self._interval:
            return due - now - (1 - self._interval)
        if len(self._due) >= _MOST_ADDRESSES and address not in self._due:
            self._forget(now)
        self._due[address] = due + self._interval
        return 0

    def _forget(self, now: float) -> None:
        waiting = {address: due for address, due in self._due.items() if due > now}
        self._due = waiting if len(waiting) < _MOST_ADDRESSES else {}


class RateLimiter:
    """Refuses calls of an address above the rate `STAFFROOM_RATE_AVERAGE`."""

    def __init__(self) -> None:
        self._rate: Rate | None = None

    def check(self, path: str, forwarded: str, peer: str) -> None:
        """Count a call. Raises TooMany. Probes and metrics are internal and not counted."""
        if not path.startswith(("/api/", "/pay/")):
            return
        if self._rate is None:  # created late: the OpenAPI document is built without settings
            self._rate = Rate(settings().rate_average)
        caller = _caller(forwarded, peer)
        if caller and self._rate.wait(caller, time.monotonic()) > 0:
            raise TooMany(BUSY, retry_after=1)


@lru_cache(maxsize=4096)
def _caller(forwarded: str, peer: str) -> str:
    return network(caller_address(forwarded, peer))
