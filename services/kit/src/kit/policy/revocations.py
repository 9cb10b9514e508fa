"""Sessions that ended before their tokens expire. Identity announces them through Valkey, and every process listens.

While Valkey is unavailable nothing new is received, and `revoke` reports that to identity. Known revocations stay in
force, and tokens expire after ten minutes. After every reconnect the whole list is read.
"""

from __future__ import annotations

import threading
import time
from functools import lru_cache

from redis import Redis
from redis.exceptions import RedisError

from kit import valkey
from kit.settings import settings
from kit.telemetry import log

_log = log.get(__name__)

CHANNEL = "sessions:revoked"
_KEY = "revoked:"
_KEEP = 15 * 60
"""Seconds that a session stays on the list: longer than an access token lives."""
_READ_AGAIN_AFTER = 30.0

_revoked: dict[str, float] = {}
"""Session id to the time (monotonic) when it can be forgotten."""


def is_revoked(session_id: str) -> bool:
    return session_id in _revoked


def revoke(*session_ids: str) -> None:
    """End sessions everywhere at once. Raises Unavailable if it could not be announced."""
    with valkey.calls():
        pipeline = _client().pipeline(transaction=True)
        for session_id in session_ids:
            _note(session_id)
            pipeline.set(_KEY + session_id, "1", ex=_KEEP)
            pipeline.publish(CHANNEL, session_id)
        pipeline.execute()


class Revocations(threading.Thread):
    """Listens as long as the process lives."""

    def __init__(self) -> None:
        super().__init__(name="revocations", daemon=True)
        self.listening = threading.Event()

    def run(self) -> None:
        while True:
            try:
                self._listen()
            except RedisError as error:
                self.listening.clear()
                _log.warning("revocations_not_heard", error=str(error))
                time.sleep(0.5)

    def _listen(self) -> None:
        client = _client()
        with client.pubsub(ignore_subscribe_messages=True) as channel:  # type: ignore[no-untyped-call]  # of valkey
            channel.subscribe(CHANNEL)  # before reading the list, so that none is missed in between
            read = float("-inf")
            while True:
                if time.monotonic() - read > _READ_AGAIN_AFTER:
                    for key in client.scan_iter(match=_KEY + "*", count=1000):
                        _note(key.removeprefix(_KEY))
                    _forget_old()
                    read = time.monotonic()
                    self.listening.set()
                message = channel.get_message(timeout=5)
                if message is not None:
                    _note(str(message["data"]))


def listen() -> Revocations:
    """Start listening in the background."""
    thread = Revocations()
    thread.start()
    return thread


def _note(session_id: str) -> None:
    _revoked[session_id] = time.monotonic() + _KEEP


def _forget_old() -> None:
    now = time.monotonic()
    for session_id in [known for known, until in list(_revoked.items()) if until < now]:
        _revoked.pop(session_id, None)


@lru_cache(maxsize=1)
def _client() -> Redis:
    return Redis.from_url(
        settings().redis_url,
        decode_responses=True,
        socket_connect_timeout=2,
        socket_timeout=10,
        socket_keepalive=True,
        health_check_interval=5,
    )
