"""The streams in NATS JetStream: one a publishing service, with everything it ever told."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import nats
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js.api import RetentionPolicy, StorageType, StoreCompression, StreamConfig
from nats.js.client import JetStreamContext
from nats.js.errors import BadRequestError, NotFoundError

from kit.settings import settings

DUPLICATE_WINDOW = 15 * 60
"""Seconds for which JetStream drops a message whose id it has seen; the inbox catches what comes later than that."""

UNREACHABLE = (NatsError, OSError, TimeoutError)
"""Errors that calls of the client raise when the server is away or does not answer."""


async def connected(name: str) -> Client:
    """A connection to NATS that comes back by itself for ever; raises one of UNREACHABLE if there is none now."""

    async def quiet(_: Exception) -> None:
        """The caller of the failing operation hears of it; the client's own report would only repeat it."""

    account = urlsplit(settings().nats_url).username
    return await nats.connect(
        settings().nats_url,
        name=name,
        # Answers come to an inbox that no other account may listen to.
        inbox_prefix=f"_INBOX_{account}" if account else "_INBOX",
        connect_timeout=2,
        allow_reconnect=True,
        max_reconnect_attempts=-1,
        reconnect_time_wait=0.25,
        ping_interval=5,
        max_outstanding_pings=2,
        error_cb=quiet,
    )


def heed_cancellation() -> None:
    """Raise CancelledError if this task was told to end. To be called in every loop around calls of the client:
    `asyncio.wait_for` of Python 3.11 loses a cancellation that arrives together with the result."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def stream_name(service: str) -> str:
    return f"STAFFROOM_{service.upper()}"


async def ensured(js: JetStreamContext, service: str) -> str:
    """The name of the stream `service` publishes to, made here if it is not there: a subscriber may start first.

    Nothing expires: a read copy is rebuilt from the whole stream.
    """
    wanted = StreamConfig(
        name=stream_name(service),
        subjects=[f"{service}.>"],
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        compression=StoreCompression.S2,
        duplicate_window=DUPLICATE_WINDOW,
    )
    name = stream_name(service)
    try:
        present = (await js.stream_info(name)).config
    except NotFoundError:
        try:
            await js.add_stream(wanted)
        except BadRequestError:  # another process made it at the same moment
            await js.stream_info(name)
        return name
    if present.subjects != wanted.subjects or present.duplicate_window != wanted.duplicate_window:
        present.subjects, present.duplicate_window = wanted.subjects, wanted.duplicate_window
        await js.update_stream(present)
    return name
