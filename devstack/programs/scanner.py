"""Virus scanner of test instances, which finds EICAR's test file. It stands in for clamd, whose signatures are 200 MB:
`python -m devstack.programs.scanner PORT`."""

import contextlib
import socketserver
import sys
import threading
from collections.abc import Iterator

EICAR = b"X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
LIMIT = 2**27
"""Bytes of the largest file, as clamd's StreamMaxLength."""


class _Handler(socketserver.StreamRequestHandler):
    server: "_Server"

    def handle(self) -> None:
        command = self.rfile.read(10)
        if not command:  # a probe that only connects
            return
        if command != b"zINSTREAM\0":
            self.wfile.write(b"UNKNOWN COMMAND\0")
            return
        infected, end, size = False, b"", 0
        while length := int.from_bytes(self.rfile.read(4), "big"):
            piece = end + self.rfile.read(length)
            infected = infected or EICAR in piece
            end, size = piece[1 - len(EICAR) :], size + length
            if size > self.server.limit:
                self.wfile.write(b"INSTREAM size limit exceeded. ERROR\0")
                return
        self.wfile.write(b"stream: Eicar-Test-Signature FOUND\0" if infected else b"stream: OK\0")


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port: int, limit: int) -> None:
        self.limit = limit
        super().__init__(("127.0.0.1", port), _Handler)


@contextlib.contextmanager
def running(port: int = 0, limit: int = LIMIT) -> Iterator[str]:
    """Serve on the port, a free one unless given; yields the scanner's address."""
    with _Server(port, limit) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


if __name__ == "__main__":
    with _Server(int(sys.argv[1]), LIMIT) as scanner:
        scanner.serve_forever()
