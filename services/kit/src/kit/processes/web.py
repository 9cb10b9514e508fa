"""The web process: a service's HTTP application under granian, and its gRPC server."""

from __future__ import annotations

import asyncio
import gc
import importlib
import logging
import os
import signal
import threading
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import MPServer
from granian.server.embed import Server as EmbeddedServer

from kit import context
from kit.processes.workers import BEAT_EVERY, Heartbeats, die_with, fork, may_fork
from kit.settings import settings
from kit.telemetry import log

if TYPE_CHECKING:
    from kit.rpc import RpcServer

_WSGI_THREADS = 32
# References of a worker process: a gRPC server stops when it is garbage collected.
_references: list[object] = []


def service_of(name: str) -> Any:
    """Return the `kit.service.Service` of `<name>/wiring.py`; `finance.pay` is a separate process within finance."""
    return importlib.import_module(f"{name}.wiring").service


def run_web(name: str) -> None:
    """Serve until SIGTERM, then finish running requests.

    A single ASGI worker runs in this process: one process to start, to measure and to kill. Several workers are forked
    from it and share the port; this process supervises them. For WSGI, and on systems where forking is not safe,
    granian does that.
    """
    workers = settings().http_workers
    service = service_of(name)
    for prepare in service.before_serving:
        prepare()
    wsgi = bool(service.wsgi)
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
    rpc_server = _start_services(name)
    beating = asyncio.create_task(beats.keep_beating()) if beats is not None else None
    server: Any = EmbeddedServer(application, **options)

    def stop() -> None:
        context.stopping.set()
        server.stop()

    for signal_number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(signal_number, stop)
    await server.serve()
    del beating  # keeps a reference until here: the loop holds only a weak one
    if rpc_server is not None:
        rpc_server.stop()
    # All requests are answered. A regular shutdown of the interpreter would race with granian's own threads, which then
    # abort the process, and nothing is left to clean up.
    logging.shutdown()
    os._exit(0)


def _worker(name: str, parent: int, beats: Heartbeats) -> Any:
    """Return the application of a worker process. Make it end with a killed parent, whose port it would block."""
    die_with(parent)
    threading.Thread(target=_exit_with, args=(parent, beats), name="parent", daemon=True).start()
    application = _application(name)
    _references.append(_start_services(name))
    return application


def _exit_with(parent: int, beats: Heartbeats) -> None:
    waiting = threading.Event()
    while os.getppid() == parent:
        beats.beat()
        waiting.wait(BEAT_EVERY)
    os._exit(1)


def _application(name: str) -> Any:
    """Import the service and build its application without starting a thread."""
    log.configure(name, settings().log_level)
    application = service_of(name).http_app()
    # Present objects are permanent: exclude them from garbage collection, and collect less often.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)
    return application


def _start_services(name: str) -> RpcServer | None:
    """Start tracing, the listener for revocations and the gRPC server of a web process."""
    from kit import rpc, telemetry
    from kit.policy import revocations

    telemetry.start_tracing(name)
    revocations.listen()
    return rpc.start_in_background(list(service_of(name).rpc))
