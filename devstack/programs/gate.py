"""Keeper of the gateway's port until the gateway can route.

`python -m devstack.programs.gate <host> <port> <admin port> [command...]`

Traefik listens before it has read its routes, and answers 404 until then. Two sockets share the port. While ours is
open, the kernel gives it every connection, because it is the first of the group, and it answers 503. This works on
Linux only; elsewhere the gateway has its port from the beginning.

With a command, the gateway is our child, started once. Without one (docker-compose.yml), the gateway runs next to us
with the same user and network, and we take the port whenever it is gone. The image has none of our other files.
"""

import contextlib
import ctypes
import http.client
import json
import select
import signal
import socket
import struct
import subprocess
import sys
import time
import uuid
from collections.abc import Callable

SO_ATTACH_REUSEPORT_CBPF = 51
_RETURN_CONSTANT = 0x06
ASKED_EVERY = 0.02
SILENCE = 0.2
"""Seconds without a caller after which our queue is empty."""
PATIENCE, MOST_PIECES = 0.2, 256
"""With a caller: seconds for each piece of a request, and the number of pieces of 64 KB that are read and dropped."""
STARTING = "The system is starting. Please try again shortly."
HEAD = (
    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 2\r\nConnection: close\r\n"
    "X-Content-Type-Options: nosniff\r\nContent-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"
)


def answer() -> bytes:
    """Return a 503 in the form of every error, with a new request id."""
    number = uuid.uuid4().hex
    body = json.dumps({"error": STARTING, "code": "unavailable", "requestId": number})
    return f"{HEAD}X-Request-Id: {number}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()


def listen(host: str, port: int) -> socket.socket:
    """Open a socket that shares its port and gets all of its callers. Without a host it listens for IPv4 and IPv6 where
    the machine has both, as Traefik does: sockets of two families form no group."""
    both = not host and socket.has_dualstack_ipv6()
    ours = socket.socket(socket.AF_INET6 if both else socket.AF_INET)
    if both:
        ours.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    hand_to(ours, 0)
    ours.bind((host, port))
    ours.listen(128)
    ours.setblocking(False)
    return ours


def hand_to(ours: socket.socket, place: int) -> None:
    """Let the kernel give new connections to the socket at `place` in the group, by a program of one instruction."""
    instruction = ctypes.create_string_buffer(struct.pack("=HBBI", _RETURN_CONSTANT, 0, 0, place))
    ours.setsockopt(socket.SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, struct.pack("@HP", 1, ctypes.addressof(instruction)))


def refuse(ours: socket.socket, seconds: float) -> bool:
    """Answer the next caller within some seconds with 503. Returns False when there was none."""
    if not select.select([ours], [], [], seconds)[0]:
        return False
    try:
        caller, _ = ours.accept()
    except BlockingIOError:
        return False
    with caller:
        caller.settimeout(PATIENCE)
        with contextlib.suppress(OSError):
            caller.recv(65_536)
            caller.sendall(answer())
            caller.shutdown(socket.SHUT_WR)
            for _ in range(MOST_PIECES):  # unread bytes would reset the connection and lose the answer
                if not caller.recv(65_536):
                    break
    return True


def routes(admin: int) -> bool:
    """True if the gateway has read its routes: one of them leads to its own ping."""
    connection = http.client.HTTPConnection("127.0.0.1", admin, timeout=1)
    try:
        connection.request("GET", "/ready")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def is_free(port: int) -> bool:
    """True if no process listens on the port. A gateway that is slow to answer listens."""
    with socket.socket() as probe:
        probe.settimeout(1)
        try:
            probe.connect(("127.0.0.1", port))
        except ConnectionRefusedError:
            return True
        except OSError:
            return False
    return False


def keep(ours: socket.socket, admin: int, alive: Callable[[], bool]) -> None:
    """Keep the port until the gateway can route."""
    with ours:
        while alive():
            refuse(ours, ASKED_EVERY)
            if routes(admin):
                hand_to(ours, 1)
                if _handed_over(ours, admin):
                    return
                hand_to(ours, 0)


def _handed_over(ours: socket.socket, admin: int) -> bool:
    """Answer the callers in our queue. Returns False if the gateway ended in the meantime: the next gateway would get
    callers before it can route."""
    while refuse(ours, SILENCE):
        if is_free(admin):
            return False
    return True


def watch(host: str, port: int, admin: int) -> None:
    """Keep the port whenever the gateway is gone, until we are killed."""
    while True:
        if not routes(admin):
            # A gateway that dies closes its ports one after the other. A socket that joins the old group takes over its
            # program, which gives the callers to the gateway.
            _wait_until_free(port)
            keep(listen(host, port), admin, lambda: True)
        _wait_until_free(admin)


def _wait_until_free(port: int) -> None:
    while not is_free(port):
        time.sleep(ASKED_EVERY)


def run(host: str, port: int, admin: int, command: list[str]) -> int:
    """Start the gateway, forward our signals to it, and keep its port until it can route. Returns its exit code."""
    from devstack.run.forking import die_with_parent

    ours = listen(host, port) if sys.platform == "linux" else None
    child = subprocess.Popen(command, preexec_fn=die_with_parent(signal.SIGKILL))  # noqa: PLW1509 - no threads here
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _: child.send_signal(number))
    if ours is not None:
        keep(ours, admin, lambda: child.poll() is None)
    return child.wait()


def main() -> int:
    """Run with the arguments of the command line. Returns the exit code."""
    host, port, admin, command = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    if command:
        return run(host, port, admin, command)
    watch(host, port, admin)
    return 0


if __name__ == "__main__":
    sys.exit(main())
