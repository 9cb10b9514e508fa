"""Answers as ASGI messages."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

from starlette.types import Receive

from kit.http import core

POLICY = (b"content-security-policy", core.POLICY.encode())
"""Header for answers that set no Content-Security-Policy of their own."""
NO_STORE = (b"cache-control", core.NO_STORE.encode())
"""Header for answers that set no Cache-Control of their own."""


def head(answer: core.Answer, request_id: str) -> dict[str, Any]:
    """Return the ASGI message that starts `answer`, with a Content-Length unless the body is a stream."""
    headers = [(b"content-type", answer.media_type.encode())]
    headers += [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers.items()]
    headers.append((b"x-request-id", request_id.encode()))
    if "Content-Security-Policy" not in answer.headers:
        headers.append(POLICY)
    if "Cache-Control" not in answer.headers:
        headers.append(NO_STORE)
    if isinstance(answer.body, bytes):
        headers.append((b"content-length", str(len(answer.body)).encode()))
    return {"type": "http.response.start", "status": answer.status, "headers": headers}


def has_body(headers: Mapping[bytes, bytes]) -> bool:
    """True if the headers of a request announce a body."""
    return headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers


async def drain(receive: Receive, most: int) -> None:
    """Read the rest of an answered request: `most` bytes at most, and no longer than `core.DRAIN_SECONDS`."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(core.DRAIN_SECONDS):
            while most > 0:
                message = await receive()
                most -= len(message.get("body", b""))
                if not message.get("more_body"):
                    return
