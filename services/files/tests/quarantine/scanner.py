"""A server that speaks clamd's INSTREAM: a stand-in, since the signatures of ClamAV (200 MB) are not installed here."""

from __future__ import annotations

import contextlib
import socketserver
import threading
from collections.abc import Iterator

EICAR = b"X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
LIMIT = 5_000_000
"""The most bytes that it takes, as clamd's StreamMaxLength."""


class _Handler(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        if self.rfile.read(10) != b"zINSTREAM\0":
            self.wfile.write(b"UNKNOWN COMMAND\0")
            return
        data = b""
        while length := int.from_bytes(self.rfile.read(4), "big"):
            data += self.rfile.read(length)
            if len(data) > LIMIT:
                self.wfile.write(b"INSTREAM size limit exceeded. ERROR\0")
                return
        self.wfile.write(b"stream: Eicar-Test-Signature FOUND\0" if EICAR in data else b"stream: OK\0")


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


@contextlib.contextmanager
def running(port: int = 0) -> Iterator[str]:
    """Serve on the port, a free one unless given; yields the scanner's address."""
    with _Server(("127.0.0.1", port), _Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
