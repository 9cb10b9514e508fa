"""Counting wrong tries, in Valkey: all web processes count together.

A try is counted before the password is looked at, so that many at the same moment cannot slip through, and taken back
when it was right. Without Valkey nobody signs in: the limit is what stands between a password list and the accounts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from redis import Redis
from redis.exceptions import RedisError

from identity.config import identity_settings
from identity.sessions.rules import TOO_MANY_TRIES, TRIES_WINDOW
from kit.errors import BUSY, TooMany, Unavailable
from kit.settings import settings


def begin(username: str, address: str) -> list[str]:
    """Count a try of `username` from `address`; the keys to give to `forgive`. Raises TooMany, Unavailable."""
    limits = {_key("user", username.casefold()): identity_settings().sign_in_tries}
    if address:
        limits[_key("address", address)] = identity_settings().sign_in_tries_per_address
    try:
        pipeline = _client().pipeline(transaction=True)
        for key in limits:
            pipeline.set(key, 0, ex=TRIES_WINDOW, nx=True)
            pipeline.incr(key)
            pipeline.ttl(key)
        answers = pipeline.execute()
    except RedisError as error:
        raise Unavailable(BUSY) from error
    waits = [
        max(int(answers[3 * n + 2]), 1) for n, limit in enumerate(limits.values()) if int(answers[3 * n + 1]) > limit
    ]
    if waits:
        raise TooMany(TOO_MANY_TRIES, max(waits), code="too_many_tries")
    return list(limits)


def forgive(keys: Sequence[str]) -> None:
    """The try was right: the username starts anew, the address has one try less."""
    try:
        client = _client()
        client.delete(keys[0])
        for key in keys[1:]:
            client.decr(key)
            client.expire(key, TRIES_WINDOW, nx=True)  # it may have run out just now
    except RedisError as error:
        raise Unavailable(BUSY) from error


def _key(kind: str, text: str) -> str:
    return f"identity:tries:{kind}:{hashlib.sha256(text.encode()).hexdigest()[:32]}"


@lru_cache(maxsize=1)
def _client() -> Redis:
    return Redis.from_url(
        settings().redis_url, decode_responses=True, socket_connect_timeout=1, socket_timeout=2, health_check_interval=5
    )
