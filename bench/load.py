"""A small HTTP load generator: keep-alive connections on one epoll loop. It takes about 30 µs per request, so that two
cores measure the servers, not the generator."""

from __future__ import annotations

import random
import selectors
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

CHUNK = 1 << 18


@dataclass(frozen=True)
class Call:
    """One request, ready to send."""

    raw: bytes


def call(url: str, token: str, method: str = "GET", body: bytes = b"") -> Call:
    """Build a request with a bearer token."""
    parts = urlsplit(url)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    head = f"{method} {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nAuthorization: Bearer {token}\r\nAccept: */*\r\n"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return Call(head.encode() + b"\r\n" + body)


@dataclass
class Result:
    """Latencies in seconds of all answered requests; `failed` counts responses other than 2xx."""

    seconds: float
    latencies: list[float] = field(default_factory=list)
    failed: int = 0

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.seconds

    def percentile(self, share: float) -> float:
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


class _Connection:
    def __init__(self, address: tuple[str, int]) -> None:
        self.socket = socket.create_connection(address, timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        self.begun = 0.0
        self.received = bytearray()
        self.expected = -1
        self.chunked = False

    def send(self, one: Call) -> None:
        self.received.clear()
        self.expected, self.chunked = -1, False
        self.begun = time.perf_counter()
        self.socket.send(one.raw)

    def read(self) -> bool:
        """Consume received bytes; returns True if the response is complete."""
        part = self.socket.recv(CHUNK)
        if not part:
            raise ConnectionError("closed in mid-answer")
        self.received += part
        if self.expected < 0 and not self.chunked:
            end = self.received.find(b"\r\n\r\n")
            if end < 0:
                return False
            head = bytes(self.received[:end]).lower()
            at = head.find(b"content-length:")
            if at >= 0:
                self.expected = end + 4 + int(head[at + 15 :].split(b"\r\n", 1)[0])
            else:
                self.chunked = True
        if self.chunked:
            return self.received.endswith(b"\r\n0\r\n\r\n")
        return len(self.received) >= self.expected

    @property
    def good(self) -> bool:
        return self.received[9:10] == b"2"


def run(
    address: tuple[str, int], calls: Sequence[Call], connections: int, warm: float, seconds: float, seed: int
) -> Result:
    """Keep `connections` busy with random calls, each sent when the previous one is answered. Responses in the first
    `warm` seconds do not count."""
    dice = random.Random(seed)  # noqa: S311  which call comes next, not a secret
    selector = selectors.DefaultSelector()
    opened = [_Connection(address) for _ in range(connections)]
    for connection in opened:
        selector.register(connection.socket, selectors.EVENT_READ, connection)
        connection.send(dice.choice(calls))
    counted = time.perf_counter() + warm
    result = Result(seconds)
    while (now := time.perf_counter()) < counted + seconds:
        for key, _ in selector.select(timeout=counted + seconds - now):
            connection = key.data
            if connection.read():
                now = time.perf_counter()
                if now >= counted:
                    result.latencies.append(now - connection.begun)
                    result.failed += not connection.good
                connection.send(dice.choice(calls))
    for connection in opened:
        connection.socket.close()
    selector.close()
    return result
