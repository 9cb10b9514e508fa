"""A person's share of an expensive operation: how many at once, and how many in a minute. Counted in Valkey for all web
processes together. While Valkey is unavailable nothing is counted; expensive operations have further limits of their
own."""

from __future__ import annotations

import contextlib
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass

from redis.exceptions import RedisError

from kit import context, valkey
from kit.actors import Actor
from kit.errors import TooMany
from kit.telemetry import log

_log = log.get(__name__)
_MINUTE = 60
_LEASE = 120
"""Seconds after which a lease held by a killed process expires, unless the share sets a longer time."""


@dataclass(frozen=True)
class Share:
    """A limit per person: `at_once` at the same time and `a_minute` in a minute; `what` is part of the text of the
    refusal."""

    name: str
    what: str
    at_once: int
    a_minute: int
    lease: int = _LEASE

    @contextlib.contextmanager
    def taken(self, actor: Actor) -> Iterator[None]:
        """Hold one lease of the actor's share. Raises TooMany with Retry-After."""
        place = self._take(actor)
        try:
            yield
        finally:
            if place:
                with contextlib.suppress(RedisError):  # it ends with its lease
                    valkey.client().zrem(self._holders_key(actor), place)

    def _take(self, actor: Actor) -> str:
        """Return the lease taken; empty while nothing is counted."""
        holders, count = self._holders_key(actor), f"{self._key(actor)}:minute"
        place, now = uuid.uuid4().hex, time.time()
        try:
            pipeline = valkey.client().pipeline(transaction=True)
            pipeline.zremrangebyscore(holders, 0, now - self.lease)
            pipeline.zadd(holders, {place: now})
            pipeline.expire(holders, self.lease)
            pipeline.zcard(holders)
            valkey.count(pipeline, count, _MINUTE)
            *_, side_by_side, often, _, left = pipeline.execute()
            if side_by_side <= self.at_once and often <= self.a_minute:
                return place
            valkey.client().zrem(holders, place)
        except RedisError as error:
            _log.warning("share_not_counted", share=self.name, error=str(error))
            return ""
        if often > self.a_minute:
            wait = max(int(left), 1)
            raise TooMany(
                f"At most {self.a_minute} {self.what} a minute; please wait {wait} s", wait, code="share_used"
            )
        text = f"At most {self.at_once} {self.what} at once; please wait for those under way"
        raise TooMany(text, 2, code="share_used")

    def _holders_key(self, actor: Actor) -> str:
        return f"{self._key(actor)}:held"

    def _key(self, actor: Actor) -> str:
        return f"{context.service()}:share:{self.name}:{actor.acting_user_id}"
