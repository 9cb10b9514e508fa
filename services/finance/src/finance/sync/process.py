"""The finance-sync process: a pusher for each connected tenant, one turn after another; the nightly proof."""

from __future__ import annotations

import datetime as dt
import signal
import threading
import time
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
import sqlalchemy as sa
from psycopg.conninfo import make_conninfo

from finance.books.model import sync_tenant
from finance.sync.connecting import connect_demo
from finance.sync.proof import PROVE
from finance.sync.pusher import Pusher
from kit import telemetry
from kit.database import database
from kit.errors import Refused
from kit.policy import as_service
from kit.settings import settings
from kit.telemetry import log

_log = log.get(__name__)
_LOCK = 7_266_010
"""With the chart the advisory lock of the one pusher of a tenant."""
_IDLE = 0.5
_LOOK_FOR_TENANTS = 5.0
_NIGHT, _LONDON = 2, ZoneInfo("Europe/London")


class Sync:
    """Runs until told to stop."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.pushers: dict[int, Pusher] = {}
        self.connection: psycopg.Connection[Any] | None = None
        self.looked = 0.0

    def ready(self) -> dict[str, bool]:
        try:
            database().ping()
        except Refused:
            return {"database": False}
        return {"database": True}

    def run(self) -> None:
        """Work; come back from anything."""
        while not self.stop.is_set():
            try:
                if not self.round():
                    self.stop.wait(_IDLE)
            except (Refused, psycopg.Error) as error:
                _log.warning("sync_waits", error=str(error))
                self.let_go()
                self.stop.wait(1)
            except Exception:
                _log.exception("sync_failed")
                self.stop.wait(2)
        self.let_go()

    def round(self) -> bool:
        """A turn of each pusher; whether any had work."""
        if time.monotonic() - self.looked > _LOOK_FOR_TENANTS or not self.pushers:
            self.looked = time.monotonic()
            self.lead()
            prove_tonight()
        worked = [pusher.turn() for pusher in self.pushers.values()]
        return any(worked)

    def lead(self) -> None:
        """Take the lock of every connected tenant that nobody else holds. What a process that lost its locks without
        knowing still sends is harmless: it is the call in hand, under its key."""
        connect_demo()
        if self.connection is None or self.connection.closed:
            self.let_go()
            url = make_conninfo(settings().database_url, connect_timeout=3, keepalives_idle=5, keepalives_count=3)
            self.connection = psycopg.connect(url, autocommit=True)
        self.connection.execute("select 1")
        with database().read() as connection:
            columns = sync_tenant.c
            found = sa.select(columns.chart, columns.tenant_id).where(columns.tenant_id.is_not(None))
            rows = connection.execute(found.order_by(columns.chart)).all()
        for chart, tenant_id in rows:
            if chart not in self.pushers:
                taken = self.connection.execute("select pg_try_advisory_lock(%s, %s)", (_LOCK, chart)).fetchone()
                if taken and taken[0]:
                    self.pushers[chart] = Pusher(chart, tenant_id)

    def let_go(self) -> None:
        """Close everything; the locks go with their connection."""
        for pusher in self.pushers.values():
            pusher.close()
        self.pushers = {}
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def prove_tonight() -> None:
    """Once a night, from two o'clock on."""
    now = dt.datetime.now(_LONDON)
    if now.hour < _NIGHT or now.hour >= _NIGHT + 4:
        return
    with database().transaction(as_service("finance")) as tx:
        PROVE.enqueue(tx, f"night-{now.date()}", {})


def run() -> None:
    """The process, until SIGTERM."""
    sync = Sync()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sync.stop.set())
    telemetry.metrics_server(settings().metrics_port, sync.ready)
    sync.run()
