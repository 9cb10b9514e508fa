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

from kit import context, log
from kit.settings import settings

if TYPE_CHECKING:
    from kit.rpc import RpcServer

_WSGI_THREADS = 32
_PARENT_CHECKED_EVERY = 1.0
# Of a worker process: a gRPC server that nothing refers to stops by itself.
_kept: list[object] = []


def service_of(name: str) -> Any:
    """The `kit.service.Service` that `<name>/wiring.py` puts together."""
    return importlib.import_module(f"{name}.wiring").service


def run_web(name: str) -> None:
    """Serve until SIGTERM; requests in hand are finished.

    One ASGI worker runs in this process: one process to start, to measure and to kill. WSGI, and several workers, run
    in processes of their own that share the port, while this one watches over them.
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
    if workers == 1 and not wsgi:
        asyncio.run(_serve_here(name, common))
    server = MPServer(
        name,
        workers=workers,
        blocking_threads=_WSGI_THREADS if wsgi else None,
        workers_kill_timeout=15,
        respawn_failed_workers=True,
        **common,
    )
    server.serve(target_loader=partial(_worker, parent=os.getpid()))


async def _serve_here(name: str, options: dict[str, Any]) -> NoReturn:
    application, calls = _application(name)
    server: Any = EmbeddedServer(application, **options)

    def stop() -> None:
        context.stopping.set()
        server.stop()

    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop)
    await server.serve()
    if calls is not None:
        calls.stop()
    # Everything is answered. Taking the interpreter down in order would race with granian's own threads, which then
    # abort the process; there is nothing left that needs it.
    logging.shutdown()
    os._exit(0)


def _worker(name: str, parent: int) -> Any:
    """The application of a worker process, which must not outlive a killed parent and hold on to its port."""
    threading.Thread(target=_end_with, args=(parent,), name="parent", daemon=True).start()
    application, calls = _application(name)
    _kept.append(calls)
    return application


def _end_with(parent: int) -> None:
    waiting = threading.Event()
    while os.getppid() == parent:
        waiting.wait(_PARENT_CHECKED_EVERY)
    os._exit(1)


def _application(name: str) -> tuple[Any, RpcServer | None]:
    """Start what serves beside HTTP, and hand over the application and the gRPC server."""
    from kit import revocations, rpc, telemetry

    log.configure(name, settings().log_level)
    telemetry.start_tracing(name)
    service = service_of(name)
    revocations.listen()
    application = service.http_app()
    # What is there now stays: the collector need not look at it again, nor run for every few pages of rows.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)
    return application, rpc.start_in_background(list(service.rpc))
