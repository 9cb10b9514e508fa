"""A fixture that resets all rate limits."""

from __future__ import annotations

import pytest
from redis import Redis

from kit.settings import settings


@pytest.fixture(autouse=True)
def unused_shares() -> None:
    valkey = Redis.from_url(settings().redis_url)
    if keys := list(valkey.scan_iter("*:share:*")):
        valkey.delete(*keys)
