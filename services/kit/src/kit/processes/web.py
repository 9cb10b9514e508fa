"""The web process: a service's HTTP application under granian, with its gRPC server beside it."""

from __future__ import annotations

import asyncio
import gc
import importlib
import logging
import os
import signal
import tempfile
import threading
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import MPServer
from granian.server.embed import Server as EmbeddedServer

from kit import context
from kit.processes.workers import BEAT_EVERY, Heartbeats, fork, may_fork
from kit.settings import settings
from kit.telemetry import log

if TYPE_CHECKING:
    from kit.rpc import RpcServer

_WSGI_THREADS = 32
# Of a worker process: a gRPC server that nothing refers to stops by itself.
_kept: list[object] = []


def service_of(name: str) -> Any:
    """The `kit.service.Service` that `<name>/wiring.py` puts together; `finance.pay` is a process inside of finance."""
    return importlib.import_module(f"{name}.wiring").service


def run_web(name: str) -> None:
    """Serve until SIGTERM; requests in hand are finished.

    One ASGI worker runs in this process: one process to start, to measure and to kill. Several are forked from it and
    share the port while it watches over them. WSGI, and systems where forking is not safe, leave that to granian.
    """
    workers = settings().http_workers
    if workers > 1:
        # Has to be there before prometheus_client is imported: the workers count into shared files.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix=f"staffroom-{name}-metrics-")
    wsgi = bool(service_of(name).wsgi)
    common: dict[str, Any] = {
        "address": settings().http_host,
        "port": settings().http_port,
        "interface": Interfaces.WSGI if wsgi else Interfaces.ASGI,
        "backlog": 1024,
        "websockets": False,
        "log_level": LogLevels.error,
        "log_access": False,  # the gateway keeps the access log
    }
    if not wsgi and (workers == 1 or may_fork()):
        application = _application(name)
        beats = fork(workers) if workers > 1 else None
        asyncio.run(_serve_here(name, application, common, beats))
    beats = Heartbeats()
    beats.watch()
    server = MPServer(
        name,
        workers=workers,
        blocking_threads=_WSGI_THREADS if wsgi else None,
        workers_kill_timeout=15,
        respawn_failed_workers=True,
        **common,
    )
    try:
        server.serve(target_loader=partial(_worker, parent=os.getpid(), beats=beats))
    finally:
        beats.remove()


async def _serve_here(
    name: str, application: Any, options: dict[str, Any], beats: Heartbeats | None = None
) -> NoReturn:
    calls = _beside(name)
    beating = asyncio.create_task(beats.keep_beating()) if beats is not None else None
    server: Any = EmbeddedServer(application, **options)

    def stop() -> None:
        context.stopping.set()
        server.stop()

    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop)
    await server.serve()
    del beating  # referred to until here: the loop itself would let it be collected
    if calls is not None:
        calls.stop()
    # Everything is answered. Taking the interpreter down in order would race with granian's own threads, which then
    # abort the process; there is nothing left that needs it.
    logging.shutdown()
    os._exit(0)


def _worker(name: str, parent: int, beats: Heartbeats) -> Any:
    """The application of a worker process, which must not outlive a killed parent and hold on to its port."""
    threading.Thread(target=_live_with, args=(parent, beats), name="parent", daemon=True).start()
    application = _application(name)
    _kept.append(_beside(name))
    return application


def _live_with(parent: int, beats: Heartbeats) -> None:
    waiting = threading.Event()
    while os.getppid() == parent:
        beats.beat()
        waiting.wait(BEAT_EVERY)
    os._exit(1)


def _application(name: str) -> Any:
    """Import the service and build its application; starts no thread."""
    log.configure(name, settings().log_level)
    application = service_of(name).http_app()
    # What is there now stays: the collector need not look at it again, nor run for every few pages of rows.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)
    return application


def _beside(name: str) -> RpcServer | None:
    """Start what runs beside HTTP in every web process: traces, revocations and the gRPC server."""
    from kit import rpc, telemetry
    from kit.policy import revocations

    telemetry.start_tracing(name)
    revocations.listen()
    return rpc.start_in_background(list(service_of(name).rpc))
