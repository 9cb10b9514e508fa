"""The rate limit of the public calls, counted in Valkey for all web processes together."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Mapping
from typing import Any

from identity.config import identity_settings
from kit import valkey
from kit.errors import BUSY, TooMany, Unavailable
from kit.http.address import caller_address, network
from kit.http.fastapi import RequestCall

_WINDOW = 60


def count_public(call: RequestCall, _: Mapping[str, Any]) -> None:
    """Count a public call against the limit of its address. Raises TooMany. Without Valkey the call is answered: the
    notices are no secret, and the limit by process still holds."""
    peer = call.request.client.host if call.request.client else ""
    caller = network(caller_address(call.header("x-forwarded-for"), peer))
    if not caller:
        return
    counted: list[Any] = []
    with contextlib.suppress(Unavailable), valkey.calls():
        pipeline = valkey.client().pipeline(transaction=True)
        valkey.count(pipeline, f"identity:public:{hashlib.sha256(caller.encode()).hexdigest()[:32]}", _WINDOW)
        counted = pipeline.execute()
    if counted and int(counted[0]) > identity_settings().rate_public_average:
        raise TooMany(BUSY, max(int(counted[2]), 1), code="too_many_requests")
