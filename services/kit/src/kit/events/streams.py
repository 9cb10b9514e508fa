"""The streams in NATS JetStream: one for each publishing service, with all of its events."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import nats
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.errors import SlowConsumerError
from nats.js.api import RetentionPolicy, StorageType, StoreCompression, StreamConfig
from nats.js.client import JetStreamContext
from nats.js.errors import BadRequestError, NotFoundError

from kit import context
from kit.settings import settings
from kit.telemetry import outages

DUPLICATE_WINDOW = 15 * 60
"""Seconds for which JetStream drops duplicates by message id; the inbox drops later ones."""

_DEPENDENCY = "nats"
_SETTINGS = ("subjects", "duplicate_window", "num_replicas", "max_age")
"""Settings of a stream that a release or an installation may change."""

UNREACHABLE = (NatsError, OSError, TimeoutError)
"""Errors of the client when the server is unavailable or does not answer."""


async def connect(name: str) -> Client:
    """Connect to NATS, waiting for the server; the connection reconnects without limit."""

    async def on_error(error: Exception) -> None:
        # The client's connecting is a loop without an end.
        raise_if_cancelled()
        # The operation that meets one of these raises it; the connection exists.
        if not isinstance(error, SlowConsumerError) and "permissions violation" not in str(error).lower():
            outages.failed(_DEPENDENCY, error)

    async def on_reconnect() -> None:
        outages.works(_DEPENDENCY, is_only=True)

    account = urlsplit(settings().nats_url).username
    client = await nats.connect(
        settings().nats_url,
        name=name,
        # Replies go to an inbox to which no other account may subscribe.
        inbox_prefix=f"_INBOX_{account}" if account else "_INBOX",
        connect_timeout=2,
        allow_reconnect=True,
        max_reconnect_attempts=-1,
        reconnect_time_wait=0.25,
        ping_interval=5,
        max_outstanding_pings=2,
        error_cb=on_error,
        reconnected_cb=on_reconnect,
    )
    outages.works(_DEPENDENCY, is_only=True)
    return client


def raise_if_cancelled() -> None:
    """Raise CancelledError if this task is being cancelled. Call it in every loop around calls of the client, because
    `asyncio.wait_for` of Python 3.11 loses a cancellation that arrives together with the result."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def stream_name(service: str) -> str:
    return f"STAFFROOM_{service.upper()}"


async def ensure_stream(js: JetStreamContext, service: str) -> str:
    """Create or update the stream of `service` and return its name. A subscriber may start before its publisher.

    Events do not expire unless STAFFROOM_EVENTS_DAYS is set: a read model is rebuilt from the whole stream.
    """
    config = StreamConfig(
        name=stream_name(service),
        subjects=[f"{service}.>"],
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        compression=StoreCompression.S2,
        duplicate_window=DUPLICATE_WINDOW,
        num_replicas=settings().events_replicas,
        max_age=settings().events_days * 24 * 3600,
    )
    name = stream_name(service)
    try:
        present = (await js.stream_info(name)).config
    except NotFoundError:
        try:
            await js.add_stream(config)
        except BadRequestError:  # another process created it at the same time
            await js.stream_info(name)
        return name
    changed = {setting: getattr(config, setting) for setting in _SETTINGS}
    # Only the account of the publisher may change its stream.
    if service == context.service() and any(getattr(present, name) != value for name, value in changed.items()):
        await js.update_stream(present.evolve(**changed))
    return name
