"""Valkey: the client of this process, and its errors as refusals."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import lru_cache

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import RedisError

from kit.errors import BUSY, Unavailable
from kit.settings import settings
from kit.telemetry import outages


@lru_cache(maxsize=1)
def client() -> Redis:
    """Return the client, whose values are texts. A call takes at most two seconds."""
    return Redis.from_url(
        settings().redis_url, decode_responses=True, socket_connect_timeout=1, socket_timeout=2, health_check_interval=5
    )


@contextlib.contextmanager
def calls() -> Iterator[None]:
    """Raise Unavailable from calls in this block while Valkey cannot be reached."""
    try:
        yield
        outages.works("valkey")
    except RedisError as error:
        outages.failed("valkey", error)
        raise Unavailable(BUSY) from error


def count(pipeline: Pipeline, key: str, seconds: int) -> None:
    """Add to `pipeline` the counting of one event under `key`, in a window that begins with its first event. The three
    results are the number of events so far, whether the window begins, and its remaining seconds."""
    pipeline.incr(key)
    # Only ever shorten it: a clock that was set back would leave a window of days.
    pipeline.expire(key, seconds, lt=True)
    pipeline.ttl(key)
