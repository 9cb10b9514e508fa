"""The virus scanner, asked by clamd's INSTREAM command (`man clamd`): `STAFFROOM_CLAMD_URL` is `tcp://host:3310` or
`unix:///run/clamav/clamd.ctl`. Without it nothing is scanned."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from kit.settings import settings

_CONNECT, _ANSWER = 3.0, 120.0
_LONGEST = 4096
"""Maximum number of bytes of an answer that are read."""
TOO_LARGE = "Too large for the virus scanner"


class Unreachable(Exception):
    """The scanner does not respond, or not as clamd does."""


@dataclass(frozen=True)
class Scanner:
    """The clamd at `url`."""

    url: str

    def finding(self, pieces: Iterable[bytes]) -> str:
        """Ask clamd for the name of the virus in the bytes; empty if there is none. Raises Unreachable."""
        try:
            with self._connected() as line:
                line.sendall(b"zINSTREAM\0")
                # it closes the connection above its size limit, after saying so
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    for piece in pieces:
                        line.sendall(len(piece).to_bytes(4, "big") + piece)
                    line.sendall(bytes(4))
                answer = _answer(line)
        except OSError as error:
            raise Unreachable(str(error)) from error
        return _name(answer)

    def _connected(self) -> socket.socket:
        parts = urlsplit(self.url)
        if parts.scheme == "unix":
            line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            line.settimeout(_CONNECT)
            line.connect(parts.path)
        else:
            line = socket.create_connection((parts.hostname or "", parts.port or 3310), timeout=_CONNECT)
        line.settimeout(_ANSWER)
        return line


def _answer(line: socket.socket) -> str:
    answer = b""
    while b"\0" not in answer and len(answer) < _LONGEST:
        piece = line.recv(_LONGEST)
        if not piece:
            break
        answer += piece
    return answer.partition(b"\0")[0].decode("utf-8", "replace").strip()


def _name(answer: str) -> str:
    """Read the name of the virus in `stream: Eicar-Test-Signature FOUND`."""
    if "size limit exceeded" in answer:
        return TOO_LARGE
    verdict = answer.removeprefix("stream: ")
    if verdict == "OK":
        return ""
    name, _, word = verdict.rpartition(" ")
    if word != "FOUND" or not name:
        raise Unreachable(f"unknown answer: {answer[:200]}")
    return name


def scanner() -> Scanner | None:
    """Return the scanner of this installation; None where it has none."""
    url = settings().clamd_url
    return Scanner(url) if url else None
