"""The wire format of calls between services: names of the metadata, sizes, serialised refusals."""

from __future__ import annotations

from typing import Any

import msgspec

from kit import errors
from kit.errors import Refused

MESSAGE_BYTES = 16 * 1024 * 1024
REFUSAL = "staffroom-refusal-bin"
SERVICE_TOKEN = "staffroom-service-token"  # noqa: S105  # the name of the header
RECONNECT = [
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
]

BALANCE = ("grpc.lb_policy_name", "round_robin")
"""Calls are spread over all addresses of a peer's name (`dns:///people-grpc:9000`, a headless Service)."""
CONNECTION_AGE = 300_000
"""Milliseconds after which a server closes a connection: its client then looks the name up again and finds new pods."""
CONNECTION_GRACE = 150_000
"""Milliseconds that running calls of such a connection have to end: above the longest deadline (`kit.store.put`)."""


def packed(error: Refused) -> bytes:
    """Return a refusal as bytes, for a trailer of the answer."""
    names = ("status", "text", "title", "code", "fields", "headers", "extra")
    return msgspec.json.encode({name: getattr(error, name) for name in names}, enc_hook=str)


_kinds: dict[int, type[Refused]] = {
    kind.status: kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Refused)
}


def unpacked(error: Any) -> Refused | None:
    """Return the refusal in a failed call; None if it has none."""
    packed = next((value for name, value in error.trailing_metadata() or () if name == REFUSAL), None)
    if packed is None:
        return None
    data = msgspec.json.decode(packed)
    refused = Refused.__new__(_kinds.get(data["status"], Refused))
    more = {name: data[name] for name in ("title", "code", "fields", "headers", "extra")}
    Refused.__init__(refused, data["text"], **more)
    return refused
