"""NATS messages to web processes: they wake open streams, and none is stored."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from nats.aio.client import Client
from nats.aio.msg import Msg

from kit.events import streams
from kit.events.event import Event, Undecodable, decoded
from kit.telemetry import log

_log = log.get(__name__)

Receive = Callable[[Msg], Awaitable[None]]
RETRY_AFTER = 1.0
"""Seconds between attempts to connect for the first time."""


class Listener:
    """The connection of a process to NATS, and the subjects that it subscribes to.

    `run` is a background task (`kit.http.background`). The client reconnects and resubscribes on its own; only the
    first connection is retried here.
    """

    def __init__(self, name: str, receivers: Mapping[str, Receive]) -> None:
        self._name = name
        self._receivers = receivers
        self._client: Client | None = None

    async def run(self) -> None:
        """Subscribe to the subjects until the process stops."""
        while True:
            try:
                client = await streams.connect(self._name)
            except streams.UNREACHABLE as error:
                self._warn(error)
                await asyncio.sleep(RETRY_AFTER)
                continue
            try:
                streams.raise_if_cancelled()
                for subject, receive in self._receivers.items():
                    await client.subscribe(subject, cb=receive)
                self._client = client
                streams.raise_if_cancelled()
                await asyncio.Event().wait()
            except streams.UNREACHABLE as error:
                self._warn(error)
            finally:
                self._client = None
                with contextlib.suppress(*streams.UNREACHABLE):
                    await client.close()

    async def publish(self, subject: str, content: bytes) -> None:
        """Publish to every process; without a connection the message is dropped."""
        if self._client is not None and self._client.is_connected:
            with contextlib.suppress(*streams.UNREACHABLE):
                await self._client.publish(subject, content)

    def _warn(self, error: BaseException) -> None:
        _log.warning("listener_waits", listener=self._name, error=f"{type(error).__name__}: {error}")


def receiver(event: Event, take: Callable[[dict[str, Any]], None]) -> Receive:
    """Return a receiver of the event, which calls `take` with the payload and drops a message that cannot be
    decoded."""

    async def receive(message: Msg) -> None:
        try:
            payload = decoded(event, message.data).payload
        except Undecodable as error:
            _log.warning("listener_undecodable", subject=event.subject, error=str(error))
            return
        take(payload)

    return receive
