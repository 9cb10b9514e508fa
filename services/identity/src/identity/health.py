"""`/api/health`: the readiness of every service in one answer.

The route is public, so its answer must be cheap: it is computed at most once a second, by one caller at a time.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, NamedTuple, NotRequired, TypedDict

import httpx

from identity.config import identity_settings
from kit.database import database
from kit.errors import Refused
from kit.http import core
from kit.http.answers import Whole
from kit.http.fastapi import Call, Routes
from kit.policy import SYS_ADMIN, public
from kit.settings import settings
from kit.version import VERSION

routes = Routes()
_SECONDS = 2.0
CACHE_SECONDS = 1.0


class Health(TypedDict):
    """Whether every service is ready, and the version of identity; for sysAdmin also each service by name, and the
    versions of those that answer, which differ during an upgrade."""

    healthy: bool
    version: str
    services: NotRequired[dict[str, bool]]
    versions: NotRequired[dict[str, str]]


class HealthAnswer(TypedDict):
    """Return 200 if all are ready, else 503."""

    data: Health


class State(NamedTuple):
    """Whether a service is ready, and its version if it reports one."""

    ready: bool
    version: str = ""


class Cached:
    """The last result of `compute`, kept for `CACHE_SECONDS`. While one caller computes the next, others get the
    last."""

    def __init__(self, compute: Callable[[], Mapping[str, State]]) -> None:
        self._compute = compute
        self._computing = threading.Lock()
        self._last: Mapping[str, State] = {}
        self._until = 0.0

    def get(self) -> Mapping[str, State]:
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
    """Return whether every service is ready, else 503; only sysAdmin sees which of them are."""
    services = SERVICES.get()
    healthy = all(state.ready for state in services.values())
    payload: dict[str, Any] = {"healthy": healthy, "version": VERSION}
    if SYS_ADMIN in call.actor.roles:
        payload["services"] = {name: state.ready for name, state in services.items()}
        payload["versions"] = {name: state.version for name, state in services.items() if state.version}
    answer = core.data(payload, 200 if healthy else 503)
    answer.headers |= {"Cache-Control": "no-store"} | ({} if healthy else {"Retry-After": "5"})
    return answer


def _states() -> Mapping[str, State]:
    peers = identity_settings().peers()
    peers.pop("identity", None)
    with ThreadPoolExecutor(max(len(peers), 1)) as pool:
        return {
            "identity": State(_own(), settings().release),
            **dict(zip(peers, pool.map(_ready, peers.values()), strict=True)),
        }


SERVICES = Cached(_states)


def _ready(address: str) -> State:
    try:
        answer = _client().get(f"{address}/readyz")
    except httpx.HTTPError:
        return State(False)
    version = ""
    with contextlib.suppress(ValueError, KeyError, TypeError):  # an earlier release reports none
        version = str(answer.json()["version"])
    return State(answer.status_code == 200, version)


@lru_cache(maxsize=1)
def _client() -> httpx.Client:
    """One client for the process: creating one costs more than all its requests."""
    return httpx.Client(timeout=_SECONDS)


def _own() -> bool:
    try:
        database().ping()
    except Refused:
        return False
    return True
