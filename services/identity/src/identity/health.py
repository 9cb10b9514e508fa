"""`/api/health`: the readiness of every service in one answer.

The route is public, so its answer is cheap: computed at most once a second, by one caller at a time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, NotRequired, TypedDict

import httpx

from identity.config import identity_settings
from kit.database import database
from kit.errors import Refused
from kit.http import core
from kit.http.answers import Whole
from kit.http.fastapi import Call, Routes
from kit.policy import SYS_ADMIN, public

routes = Routes()
_SECONDS = 2.0
CACHE_SECONDS = 1.0


class Health(TypedDict):
    """Whether every service is ready; each of them by name for sysAdmin alone."""

    healthy: bool
    services: NotRequired[dict[str, bool]]


class HealthAnswer(TypedDict):
    """200 when all are ready, else 503."""

    data: Health


class Cached:
    """The last result of `compute`, for `CACHE_SECONDS`. While one caller computes the next, others get the last."""

    def __init__(self, compute: Callable[[], Mapping[str, bool]]) -> None:
        self._compute = compute
        self._computing = threading.Lock()
        self._last: Mapping[str, bool] = {}
        self._until = 0.0

    def get(self) -> Mapping[str, bool]:
        if self._fresh() or not self._computing.acquire(blocking=not self._last):
            return self._last
        try:
            if not self._fresh():  # another caller may have computed it while this one waited
                self._last = self._compute()
                self._until = time.monotonic() + CACHE_SECONDS
        finally:
            self._computing.release()
        return self._last

    def clear(self) -> None:
        self._last, self._until = {}, 0.0

    def _fresh(self) -> bool:
        return time.monotonic() < self._until


@routes.get("/api/health", may=public, answers=Whole(HealthAnswer, also=(503,)))
def health(call: Call) -> Any:
    """Whether every service is ready, else 503; which of them are is for sysAdmin."""
    services = SERVICES.get()
    healthy = all(services.values())
    payload: dict[str, Any] = {"healthy": healthy}
    if SYS_ADMIN in call.actor.roles:
        payload["services"] = services
    answer = core.data(payload, 200 if healthy else 503)
    answer.headers |= {"Cache-Control": "no-store"} | ({} if healthy else {"Retry-After": "5"})
    return answer


def _states() -> Mapping[str, bool]:
    peers = identity_settings().peers()
    peers.pop("identity", None)
    with ThreadPoolExecutor(max(len(peers), 1)) as pool:
        return {"identity": _own(), **dict(zip(peers, pool.map(_ready, peers.values()), strict=True))}


SERVICES = Cached(_states)


def _ready(address: str) -> bool:
    try:
        return _client().get(f"{address}/readyz").status_code == 200
    except httpx.HTTPError:
        return False


@lru_cache(maxsize=1)
def _client() -> httpx.Client:
    """One client for the process: to make one costs more than all its requests."""
    return httpx.Client(timeout=_SECONDS)


def _own() -> bool:
    try:
        database().ping()
    except Refused:
        return False
    return True
