"""A minimal client of the tus protocol."""

from __future__ import annotations

import base64
from typing import Any

import httpx

VERSION = {"Tus-Resumable": "1.0.0"}
PIECE = VERSION | {"Content-Type": "application/offset+octet-stream"}


def encoded(**texts: Any) -> str:
    return ",".join(f"{name} {base64.b64encode(str(text).encode()).decode()}" for name, text in texts.items())


def create(client: httpx.Client, name: str, length: int, **texts: Any) -> httpx.Response:
    headers = VERSION | {"Upload-Length": str(length), "Upload-Metadata": encoded(filename=name, **texts)}
    return client.post("/api/v1/uploads", headers=headers)


def created(client: httpx.Client, name: str, length: int, **texts: Any) -> str:
    """Create an upload and return its address."""
    answer = create(client, name, length, **texts)
    assert answer.status_code == 201, answer.text
    return answer.headers["location"]


def patch(client: httpx.Client, address: str, offset: int, data: bytes) -> httpx.Response:
    return client.patch(address, headers=PIECE | {"Upload-Offset": str(offset)}, content=data)


def head(client: httpx.Client, address: str) -> httpx.Response:
    return client.head(address, headers=VERSION)
