"""Starts Python processes by forking the supervisor, which has the large libraries imported already.

Eighteen service processes import the same libraries for two seconds of a processor each; forked, they share one import
and most of its memory. Only libraries are shared: our own code is imported in the new process, so that a restart runs
what is in the files. Linux alone; elsewhere, or when a library started a thread, processes start in the usual way.
"""

import asyncio
import contextlib
import ctypes
import gc
import importlib
import os
import runpy
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

# What nearly every service process imports. Not prometheus_client: it reads its environment when it is imported.
LIBRARIES = (
    "celery", "celery.app.base", "celery.app.trace", "celery.apps.worker", "celery.backends.redis", "celery.bin.worker",
    "celery.concurrency.thread", "celery.worker.consumer", "cryptography.hazmat.primitives.asymmetric.rsa", "fastapi",
    "fastapi.openapi.utils", "granian.server", "granian.server.embed", "grpc", "grpc_health.v1.health",
    "grpc_reflection.v1alpha.reflection", "google.protobuf.json_format", "google.protobuf.struct_pb2",
    "google.protobuf.timestamp_pb2", "httpx", "joserfc.jwk", "joserfc.jwt", "kombu.transport.redis", "msgspec.json",
    "nats.js.client", "nh3", "opentelemetry.sdk.trace", "opentelemetry.trace", "psycopg.types.json", "psycopg_pool",
    "pydantic", "pydantic.v1", "pydantic_settings", "redis", "redis.asyncio", "sqlalchemy",
    "sqlalchemy.dialects.postgresql.psycopg", "sqlalchemy.ext.compiler", "structlog.stdlib", "wsgiref.simple_server",
)  # fmt: skip
PR_SET_NAME = 15


def preload() -> bool:
    """Import the libraries and make them cheap to share; whether forking is safe here."""
    if sys.platform != "linux" or not hasattr(os, "pidfd_open"):
        return False
    for name in LIBRARIES:
        # A library that is not there, or not under this name any more, is imported by whoever needs it.
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    # What lives now is taken out of the collector's sight: it would touch, and so copy, every shared page.
    gc.collect()
    gc.freeze()
    return threading.active_count() == 1 and len(list(Path("/proc/self/task").iterdir())) == 1


def start(
    command: Sequence[str], cwd: str, env: Mapping[str, str], log: str, first: Callable[[], None], label: str
) -> int:
    """Run `[python, -m, module, ...]` in a forked process with a session of its own; its id."""
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        become(cwd, env, log, first, label)
        code = run(list(command[2:]))
    except BaseException:  # nothing of ours may go on in the copy of the supervisor
        traceback.print_exc()
    finally:
        leave(code)
    return 0


def become(cwd: str, env: Mapping[str, str], log: str, first: Callable[[], None], label: str) -> None:
    """Shed what belongs to the supervisor: session, signals, open files, environment, folder, name."""
    os.setsid()
    first()
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # The poll object is shared with the supervisor: it must be closed, not emptied, which `set_event_loop` would do.
    os.closerange(3, 4096)
    asyncio.events._set_running_loop(None)
    asyncio.set_event_loop_policy(None)
    null, output = os.open(os.devnull, os.O_RDONLY), os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for source, target in ((null, 0), (output, 1), (output, 2)):
        os.dup2(source, target)
    os.closerange(3, 16)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    ctypes.CDLL(None).prctl(PR_SET_NAME, label.encode()[:15])


def run(arguments: list[str]) -> int:
    """Run a module with its arguments as `python -m` does; the exit code."""
    sys.argv[:] = arguments
    sys.path[0] = str(Path.cwd())
    try:
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def leave(code: int) -> None:
    """End as an interpreter does: wait for threads, run exit functions, flush; then without the supervisor's own."""
    with contextlib.suppress(BaseException):
        threading._shutdown()  # type: ignore[attr-defined]
        import atexit

        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


class Forked:
    """A forked process, as far as `asyncio.subprocess.Process` goes for the supervisor."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.handle = os.pidfd_open(pid)
        asyncio.get_running_loop().add_reader(self.handle, self.reap)

    def reap(self) -> None:
        """Take the exit code, once the process has ended."""
        asyncio.get_running_loop().remove_reader(self.handle)
        os.close(self.handle)
        try:
            code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        except ChildProcessError:
            code = 255
        if not self.ended.done():
            self.ended.set_result(code)

    async def wait(self) -> int:
        """The exit code, negative for a signal."""
        return await asyncio.shield(self.ended)

    def send_signal(self, number: int) -> None:
        """Signal the process; ProcessLookupError when it has ended."""
        if self.ended.done():
            raise ProcessLookupError(self.pid)
        os.kill(self.pid, number)
