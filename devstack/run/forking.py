"""The fork server: it imports the large libraries once and starts Python programs by forking itself.

Eighteen service processes import the same libraries, each for two seconds of processor time. Forked processes share one
import and most of its memory. Only libraries are shared: a new process imports our own code, so that a restart runs the
current files. The server has no thread, no event loop and no signal handler, so a program runs and ends as after
`python -m`. This works on Linux only. Elsewhere, or when a library has started a thread, programs start in the usual
way.

`python -m devstack.run.forking <descriptor> [module ...]` imports those modules as well. Messages are JSON objects on a
socket that keeps their boundaries. The server begins with `{"forks"}`. It takes the fields of a `Program` and answers
each with `{"pid"}`, in order, and with `{"pid", "code"}` when the program has ended.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import json
import os
import runpy
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

# The libraries that nearly every service process imports. Not prometheus_client: its import reads the environment.
LIBRARIES = (
    "celery",
    "celery.app.base",
    "celery.app.trace",
    "celery.apps.worker",
    "celery.backends.redis",
    "celery.bin.worker",
    "celery.concurrency.thread",
    "celery.worker.consumer",
    "cryptography.hazmat.primitives.asymmetric.rsa",
    "fastapi",
    "fastapi.openapi.utils",
    "granian.server",
    "granian.server.embed",
    "grpc",
    "grpc_health.v1.health",
    "grpc_reflection.v1alpha.reflection",
    "google.protobuf.json_format",
    "google.protobuf.struct_pb2",
    "google.protobuf.timestamp_pb2",
    "httpx",
    "joserfc.jwk",
    "joserfc.jwt",
    "kombu.transport.redis",
    "msgspec.json",
    "nats.js.client",
    "nh3",
    "opentelemetry.sdk.trace",
    "opentelemetry.trace",
    "psycopg.types.json",
    "psycopg_pool",
    "pydantic",
    "pydantic.v1",
    "pydantic_settings",
    "redis",
    "redis.asyncio",
    "sqlalchemy",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.ext.compiler",
    "structlog.stdlib",
    "wsgiref.simple_server",
)
PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15
LARGEST = 2**18
"""Bytes of a message, which is mostly an environment."""
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


@dataclass(frozen=True)
class Program:
    """`python -m module argument...`: its folder and environment, the file of its output, the name that `ps` shows, and
    the signal it gets when the server dies, if any."""

    module: Sequence[str]
    folder: str
    environment: Mapping[str, str]
    log: str
    name: str
    dies_by: int = 0

    def message(self) -> bytes:
        """Return the message that asks the server to start the program."""
        return json.dumps(asdict(self)).encode()


def die_with_parent(number: int) -> Callable[[], None]:
    """Return a function that a child calls after the fork: Linux then signals the child when we are killed."""
    parent = os.getpid()

    def child() -> None:
        if LIBC is not None:
            LIBC.prctl(PR_SET_PDEATHSIG, number)
            if os.getppid() != parent:  # the parent was killed before
                os.kill(os.getpid(), number)

    return child


def launch(
    modules: Sequence[str] = (), environment: Mapping[str, str] | None = None
) -> tuple[subprocess.Popen[bytes], socket.socket] | None:
    """Start a server. Returns it with our end of its socket; closing that ends it. Returns None where forking is
    impossible."""
    if sys.platform != "linux" or not hasattr(os, "pidfd_open"):
        return None
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with its:
        command = [sys.executable, "-m", "devstack.run.forking", str(its.fileno()), *modules]
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, pass_fds=[its.fileno()])
    return process, ours


def preload(modules: Sequence[str]) -> bool:
    """Import the libraries and make them cheap to share. Returns True if forking is safe."""
    for name in LIBRARIES:
        # A library that is missing, or has another name now, is imported by the programs that need it.
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for name in modules:
        importlib.import_module(name)
    # Hide the existing objects from the garbage collector, which would touch, and so copy, every shared page.
    gc.collect()
    gc.freeze()
    return threading.active_count() == 1 and len(list(Path("/proc/self/task").iterdir())) == 1


def serve(channel: socket.socket) -> Program | None:
    """Fork for each program, and report its end. Returns the program in the new process, and None in the server when
    the other end of the socket is closed."""
    running: dict[int, int] = {}  # process ids by their descriptors
    events = select.poll()
    events.register(channel, select.POLLIN)
    while True:
        for ready, _ in events.poll():
            if pid := running.pop(ready, 0):
                events.unregister(ready)
                os.close(ready)
                _send(channel, {"pid": pid, "code": os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])})
                continue
            message = received(channel)
            if not message:
                return None
            program = Program(**json.loads(message))
            prepare = die_with_parent(program.dies_by) if program.dies_by else None
            pid = os.fork()
            if pid == 0:
                for other in running:
                    os.close(other)
                if prepare:
                    prepare()
                return program
            descriptor = os.pidfd_open(pid)
            running[descriptor] = pid
            events.register(descriptor, select.POLLIN)
            _send(channel, {"pid": pid})


def received(channel: socket.socket) -> bytes:
    """Receive the next message; empty when the other end is closed."""
    try:
        return channel.recv(LARGEST)
    except ConnectionResetError:
        return b""


def _send(channel: socket.socket, message: Mapping[str, int | bool]) -> None:
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the server ends with the next message
        channel.send(json.dumps(message).encode())


def become(program: Program) -> None:
    """Set the session, output, environment, folder, name and arguments of the program."""
    os.setsid()
    output = os.open(program.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for target in (1, 2):
        os.dup2(output, target)
    os.close(output)
    os.environ.clear()
    os.environ.update(program.environment)
    os.chdir(program.folder)
    if LIBC is not None:
        LIBC.prctl(PR_SET_NAME, program.name.encode()[:15])
    sys.argv[:] = program.module
    sys.path[0] = program.folder


def main() -> None:
    """Serve, and in each forked process run its program."""
    with socket.socket(fileno=int(sys.argv[1])) as channel:
        forks = preload(sys.argv[2:])
        _send(channel, {"forks": forks})
        program = serve(channel) if forks else None
    if program:
        become(program)
        runpy.run_module(program.module[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
