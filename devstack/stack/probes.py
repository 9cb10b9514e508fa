"""Probes that check whether a component can serve. Each answers within two seconds and raises nothing."""

import asyncio
import struct
from collections.abc import Awaitable, Callable

Probe = Callable[[], Awaitable[bool]]
LIMIT = 2.0
_STARTUP = struct.pack("!i", 3 << 16) + b"user\0postgres\0database\0postgres\0\0"
_POSTGRES_HELLO = struct.pack("!i", len(_STARTUP) + 4) + _STARTUP


async def talk(port: int, send: bytes) -> bytes:
    """Send bytes to a local port and return the first kilobyte of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(send)
        await writer.drain()
        return await reader.read(1024)
    finally:
        writer.close()


def asks(port: int, send: bytes, content: Callable[[bytes], bool]) -> Probe:
    """Return a probe that succeeds when `content` accepts the beginning of the answer to `send`."""

    async def probe() -> bool:
        try:
            return content(await asyncio.wait_for(talk(port, send), LIMIT))
        except (OSError, TimeoutError):
            return False

    return probe


def answers(port: int, send: bytes, expect: bytes) -> Probe:
    """Return a probe that succeeds when the answer to `send` begins with `expect`."""
    return asks(port, send, lambda answer: answer.startswith(expect))


def http_ok(port: int, path: str) -> Probe:
    """Return a probe that succeeds when a local HTTP server answers 200."""
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    return asks(port, request, lambda answer: answer.partition(b"\r\n")[0].split(b" ")[1:2] == [b"200"])


def tcp_open(port: int) -> Probe:
    """Return a probe that succeeds when a local port accepts a connection."""

    async def probe() -> bool:
        try:
            _, writer = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), LIMIT)
        except (OSError, TimeoutError):
            return False
        writer.close()
        return True

    return probe


def postgres_ready(port: int) -> Probe:
    """Return a probe that succeeds when PostgreSQL asks for a password; during start and stop it answers an error."""
    return answers(port, _POSTGRES_HELLO, b"R")


def postgres_alive(port: int) -> Probe:
    """Return a probe that succeeds with any answer of PostgreSQL, also that it starts or has no free connection."""
    return asks(port, _POSTGRES_HELLO, lambda answer: answer[:1] in (b"R", b"E"))
