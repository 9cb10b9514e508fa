"""The live drawing process next to the service under test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from files.live import wiring
from kit.database import Database
from kit.policy import Actor
from staffroom_testing import inprocess, token

_apps: list[Any] = []


@pytest.fixture
def live(database: Database) -> Iterator[Callable[[Actor], httpx.Client]]:
    """Return `live(actor)`, a client of the live drawing process."""
    if not _apps:
        _apps.append(wiring.service.http_app())
    opened: list[httpx.Client] = []

    def live_for(who: Actor) -> httpx.Client:
        http_client = inprocess.client(_apps[0], False, {"Authorization": f"Bearer {token(who)}"})
        opened.append(http_client)
        return http_client

    yield live_for
    for http_client in opened:
        http_client.close()
