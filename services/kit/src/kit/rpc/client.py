"""The client of the other services: calls as the current actor, with a deadline in seconds, and retries reads."""

from __future__ import annotations

import random
import time
from functools import lru_cache
from typing import Any

import grpc

from kit import context, telemetry
from kit.actors import Actor
from kit.database import in_transaction
from kit.errors import BUSY, Unavailable
from kit.policy import tokens
from kit.rpc.wire import BALANCE, MESSAGE_BYTES, RECONNECT, SERVICE_TOKEN, unpacked
from kit.settings import settings
from kit.telemetry import log

_log = log.get(__name__)

DEADLINE = 3.0
"""Seconds that a call may take by default."""
_RETRY_DELAYS = (0.05, 0.25)


@lru_cache(maxsize=32)
def channel(peer: str) -> grpc.Channel:
    """Return the channel to service `peer` (`STAFFROOM_GRPC_PEERS`), cached; it reconnects. Raises Unavailable if it
    has no address."""
    address = settings().peers().get(peer)
    if not address:
        _log.error("rpc_peer_without_address", peer=peer)
        raise Unavailable(BUSY)
    return grpc.insecure_channel(
        address,
        options=[
            *RECONNECT,
            BALANCE,
            ("grpc.keepalive_time_ms", 30_000),
            ("grpc.max_receive_message_length", MESSAGE_BYTES),
            ("grpc.max_send_message_length", MESSAGE_BYTES),
        ],
    )


def call(
    method: Any, request: Any, *, timeout: float = DEADLINE, actor: Actor | None = None, repeatable: bool = False
) -> Any:
    """Call a method of a stub and return its answer, within `timeout` seconds.

    The caller is the current actor, or `actor` if given. `repeatable` calls only read: they are retried while the other
    service is unavailable. Raises the other service's `Refused`, or Unavailable. Raises RuntimeError inside a
    transaction, whose locks would be held while the other service works.
    """
    if in_transaction():
        raise RuntimeError("no remote call inside a transaction")
    deadline = time.monotonic() + timeout
    metadata = _metadata(actor)
    delays = list(_RETRY_DELAYS) if repeatable else []
    while True:
        try:
            with telemetry.span("rpc"):
                return method(request, timeout=max(deadline - time.monotonic(), 0.001), metadata=metadata)
        except grpc.RpcError as error:
            failure: Any = error
            refused = unpacked(failure)
            unavailable = failure.code() == grpc.StatusCode.UNAVAILABLE
            if unavailable and delays and time.monotonic() + delays[0] < deadline:
                time.sleep(delays.pop(0) * random.uniform(0.5, 1.5))  # noqa: S311  # jitter, no secret
                continue
            if refused is not None:
                raise refused from None
            _log.warning("rpc_unanswered", code=failure.code().name, error=failure.details())
            raise Unavailable(BUSY) from error


def _metadata(actor: Actor | None) -> list[tuple[str, str]]:
    metadata = [("x-request-id", context.request_id.get() or context.new_request_id()), *telemetry.carrier().items()]
    if actor is None and (bearer := context.bearer.get()):
        return [*metadata, ("authorization", f"Bearer {bearer}")]
    return [*metadata, (SERVICE_TOKEN, tokens.service_token(actor or context.actor.get(), context.service()))]
