"""`/api/health`: whether every service can serve, in one answer."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from identity.answers import HealthAnswer
from identity.config import identity_settings
from kit.db import database
from kit.errors import Refused
from kit.http import core
from kit.http.answers import Whole
from kit.http.fastapi import Routes
from kit.policy import public

routes = Routes()
_SECONDS = 2.0


@routes.get("/api/health", may=public, answers=Whole(HealthAnswer, also=(503,)))
def health() -> Any:
    """Each service and whether it is ready; 503 unless all are."""
    peers = identity_settings().peers()
    peers.pop("identity", None)
    with ThreadPoolExecutor(max(len(peers), 1)) as pool:
        found = dict(zip(peers, pool.map(_ready, peers.values()), strict=True))
    services = {"identity": _own(), **found}
    healthy = all(services.values())
    answer = core.data({"healthy": healthy, "services": services}, 200 if healthy else 503)
    answer.headers |= {"Cache-Control": "no-store"} | ({} if healthy else {"Retry-After": "5"})
    return answer


def _ready(address: str) -> bool:
    try:
        return httpx.get(f"{address}/readyz", timeout=_SECONDS).status_code == 200
    except httpx.HTTPError:
        return False


def _own() -> bool:
    try:
        database().ping()
    except Refused:
        return False
    return True
