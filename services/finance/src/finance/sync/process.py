"""The finance-sync process: a pusher for each connected tenant, in turns."""

from __future__ import annotations

import signal
import threading
import time
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo

from finance.sync.connecting import connect_demo, connected_tenants
from finance.sync.pusher import Pusher, states
from kit import telemetry
from kit.database import database
from kit.errors import Refused
from kit.settings import settings
from kit.telemetry import log

_log = log.get(__name__)
_LOCK = 7_266_010
"""First key of the advisory lock that admits one pusher per tenant; the chart is the second key."""
_IDLE_SECONDS = 0.5
_TENANT_CHECK_SECONDS = 5.0


class Sync:
    """The loop of the process, until `stop` is set."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.pushers: dict[int, Pusher] = {}
        self.connection: psycopg.Connection[Any] | None = None
        self.tenants_checked = 0.0

    def ready(self) -> dict[str, bool]:
        try:
            database().ping()
        except Refused:
            return {"database": False}
        return {"database": True}

    def run(self) -> None:
        """Run rounds; recover from any error."""
        while not self.stop.is_set():
            try:
                if not self.round():
                    self.stop.wait(_IDLE_SECONDS)
            except (Refused, psycopg.Error) as error:
                _log.warning("sync_waits", error=str(error))
                self.release()
                self.stop.wait(1)
            except Exception:
                _log.exception("sync_failed")
                self.stop.wait(2)
        self.release()

    def round(self) -> bool:
        """Run one turn of each pusher; returns whether any had work."""
        if time.monotonic() - self.tenants_checked > _TENANT_CHECK_SECONDS or not self.pushers:
            self.tenants_checked = time.monotonic()
            self.take_locks()
        rows = states()
        worked = [pusher.turn(rows.get(chart)) for chart, pusher in self.pushers.items()]
        return any(worked)

    def take_locks(self) -> None:
        """Acquire the free lock of every connected tenant. A process that lost its locks unnoticed does no harm: it can
        only send the pending call, under its Idempotency-Key."""
        connect_demo()
        if self.connection is None or self.connection.closed:
            self.release()
            url = make_conninfo(settings().database_url, connect_timeout=3, keepalives_idle=5, keepalives_count=3)
            self.connection = psycopg.connect(url, autocommit=True)
        self.connection.execute("select 1")
        for chart, tenant_id in connected_tenants().items():
            if chart not in self.pushers:
                locked = self.connection.execute("select pg_try_advisory_lock(%s, %s)", (_LOCK, chart)).fetchone()
                if locked and locked[0]:
                    self.pushers[chart] = Pusher(chart, tenant_id)

    def release(self) -> None:
        """Close the pushers and the connection, which releases the locks."""
        for pusher in self.pushers.values():
            pusher.close()
        self.pushers = {}
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def run() -> None:
    """Run the process until SIGTERM or SIGINT."""
    sync = Sync()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sync.stop.set())
    telemetry.metrics_server(settings().metrics_port, sync.ready)
    sync.run()
