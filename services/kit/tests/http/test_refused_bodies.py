"""Refusals of requests with an unwanted body: the caller gets the answer, not a broken connection.

The caller sends everything before it reads, like the gateway with its buffered data.
"""

from __future__ import annotations

import http.client
import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx
import pytest

from kit.http import core
from staffroom_testing.components import free_port

from .test_conformance import refusal

TRIES = 6
LARGE = b"x" * (core.DRAIN_LIMIT - core.BODY_LIMIT)
LARGEST = b"x" * (100 * core.BODY_LIMIT)


def post(address: httpx.URL, path: str, body: bytes) -> httpx.Response:
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    with socket.create_connection((address.host, address.port or 80), 60) as connection:
        connection.sendall(head.encode())
        connection.sendall(body)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        return httpx.Response(answer.status, headers=answer.getheaders(), content=answer.read())


@pytest.mark.parametrize("adapter", ["granian"], indirect=True)
@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/v1/notes", 413, "too_large"),  # dispatched
        ("/api/v1/written", 413, "too_large"),  # the framework's
        ("/api/v1/nothing", 413, "too_large"),
    ],
)
def test_refusal_of_a_large_body_arrives(web: httpx.Client, path: str, status: int, code: str) -> None:
    for _ in range(TRIES):
        refusal(post(web.base_url, path, LARGE), status, code)


@pytest.mark.parametrize("adapter", ["granian"], indirect=True)
def test_body_without_a_length_is_refused_as_well(web: httpx.Client) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(80):
            yield LARGE[:65_536]

    for path in ("/api/v1/notes", "/api/v1/written"):
        refusal(web.post(path, content=pieces()), 413, "too_large")
    assert web.get("/api/v1/open").status_code == 200


@pytest.fixture(scope="module")
def pages(python_path: str) -> Iterator[str]:
    """The address of a WSGI service, served as in production."""
    port = free_port()
    own = {"STAFFROOM_HTTP_PORT": str(port), "STAFFROOM_HTTP_WORKERS": "1"}  # each has its own threads
    environment = {**os.environ, "PYTHONPATH": python_path, **own}
    process = subprocess.Popen([sys.executable, "-m", "kit", "web", "toypages"], env=environment)
    address = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 180
    while True:
        try:
            httpx.get(f"{address}/healthz")
            break
        except httpx.HTTPError:
            assert time.monotonic() < deadline and process.poll() is None
            time.sleep(0.1)
    yield address
    process.terminate()
    process.wait(30)


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/api/v1/pages", LARGEST, 403, "forbidden"),  # as a caller who may not upload
        ("/api/v1/nothing", LARGE, 413, "too_large"),
    ],
)
def test_refusal_of_a_large_upload_arrives(pages: str, path: str, body: bytes, status: int, code: str) -> None:
    for _ in range(TRIES):
        refusal(post(httpx.URL(pages), path, body), status, code)


def begun(address: str, size: int, part: int) -> socket.socket:
    """Return an upload that has sent `part` of its bytes and then stops."""
    url = httpx.URL(address)
    connection = socket.create_connection((url.host, url.port or 80), 60)
    connection.sendall(f"POST /api/v1/pages/count HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n".encode())
    connection.sendall(b"x" * part)
    return connection


def test_slow_uploads_leave_threads_for_others(pages: str) -> None:
    """Slow uploads get half of the threads, and the next long body is refused; short ones and calls without a body are
    answered."""
    size = 2 * core.BODY_LIMIT
    slow = [begun(pages, size, 100_000) for _ in range(16)]
    deadline = time.monotonic() + 120
    while (answer := post(httpx.URL(pages), "/api/v1/pages/count", b"x" * size)).status_code == 200:
        assert time.monotonic() < deadline, "nobody is refused"
        # This one may overtake a slow one on its way in, which then finds no slot and is refused itself.
        for refused in select.select(slow, [], [], 0)[0]:
            slow.remove(refused)
            refused.close()
            slow.append(begun(pages, size, 100_000))
    assert int(answer.headers["retry-after"]) > 0
    refusal(answer, 503, "unavailable")
    for _ in range(20):
        assert httpx.post(f"{pages}/api/v1/pages/count", content=b"x" * 1000).json() == {"data": 1000}
        refusal(httpx.get(f"{pages}/api/v1/nothing"), 404, "not_found")
    for connection in slow:
        connection.sendall(b"x" * (size - 100_000))
        assert connection.recv(20).startswith(b"HTTP/1.1 200")
        connection.close()
    assert post(httpx.URL(pages), "/api/v1/pages/count", b"x" * size).status_code == 200


def test_refusal_is_sent_before_the_body_arrives(pages: str) -> None:
    url = httpx.URL(pages)
    with socket.create_connection((url.host, url.port or 80), 60) as connection:
        connection.sendall(b"POST /api/v1/pages HTTP/1.1\r\nHost: x\r\nContent-Length: 90000000\r\n\r\nx")
        assert connection.recv(20).startswith(b"HTTP/1.1 403")
