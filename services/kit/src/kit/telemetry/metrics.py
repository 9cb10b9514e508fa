"""Metrics of a process, always on, and a small server for them in processes without HTTP."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)
from prometheus_client.metrics_core import GaugeMetricFamily, Metric

from kit.settings import settings

# As the library decided when it was imported (`kit.processes.workers.count_together`).
_SHARING = "PROMETHEUS_MULTIPROC_DIR" in os.environ
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

http_seconds = Histogram(
    "staffroom_http_seconds", "HTTP requests answered", ["service", "method", "route", "status"], buckets=_SECONDS
)
rpc_seconds = Histogram("staffroom_rpc_seconds", "gRPC calls answered", ["method", "code"], buckets=_SECONDS)
events_published = Counter("staffroom_events_published", "Outbox rows acknowledged by JetStream")
outbox_rows = Gauge("staffroom_outbox_rows", "Outbox rows not yet published", multiprocess_mode="max")
outbox_lag = Gauge("staffroom_outbox_lag_seconds", "Age of the oldest unpublished row", multiprocess_mode="max")
events_consumed = Counter(
    "staffroom_events_consumed", "Events by outcome: handled, repeated, failed, parked", ["subject", "outcome"]
)
consumer_lag = Gauge("staffroom_consumer_lag_events", "Events still to be read", ["stream"], multiprocess_mode="max")
jobs_finished = Counter("staffroom_jobs", "Runs of jobs: done, failed, cancelled, again", ["kind", "outcome"])
_JOB_SECONDS = (0.1, 0.5, 1, 5, 15, 60, 300, 1800)
job_seconds = Histogram("staffroom_job_seconds", "Runs of jobs", ["kind"], buckets=_JOB_SECONDS)


def observe_request(service: str, method: str, route: str, status: int, seconds: float) -> None:
    """Count an HTTP request; `route` is its template, never its address."""
    _request_histogram(service, method, route, str(status)).observe(seconds)


# The library's own look-up takes a lock and rebuilds its key each time; templates, methods and statuses are few.
_request_histogram = lru_cache(maxsize=4096)(http_seconds.labels)


class _Pools:
    """Collector of the database pools' connections."""

    def __init__(self) -> None:
        self.state: Callable[[], Mapping[str, tuple[int, int]]] = dict

    def collect(self) -> Iterable[Metric]:
        family = GaugeMetricFamily("staffroom_db_connections", "Database connections", labels=["pool", "state"])
        for name, (in_use, idle) in self.state().items():
            family.add_metric([name, "in_use"], in_use)
            family.add_metric([name, "idle"], idle)
        yield family

    def describe(self) -> Iterable[Metric]:
        return []


_pools = _Pools()
REGISTRY.register(_pools)

# If several web processes count together, the library does not call collectors: each process writes its own share into
# a file. These are not in a registry, since a single process has the first from `_Pools` and the second from the
# library.
_connections = Gauge(
    "staffroom_db_connections", "Database connections", ["pool", "state"], registry=None, multiprocess_mode="livesum"
)
_started = Gauge("process_start_time_seconds", "Latest start", registry=None, multiprocess_mode="livemax")


def watch_pools(state: Callable[[], Mapping[str, tuple[int, int]]]) -> None:
    """Register the database pools of this process: `state` returns for each the connections in use and idle."""
    _pools.state = state


def share() -> None:
    """Write the connections and the start time of this process for the workers it counts with; a single process has
    none."""
    if not _SHARING:
        return
    for name, (in_use, idle) in _pools.state().items():
        _connections.labels(name, "in_use").set(in_use)
        _connections.labels(name, "idle").set(idle)
    _started.set(_first_share_of(os.getpid()))


@lru_cache(maxsize=1)
def _first_share_of(_pid: int) -> float:
    return time.time()


def forget(pid: int) -> None:
    """Remove a worker that has ended from the live metrics; its counts remain."""
    if _SHARING:
        multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]  # of prometheus_client


def exposition() -> tuple[bytes, str]:
    """Return the metrics of this process, all of its workers included, and their content type."""
    registry = REGISTRY
    if _SHARING:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # of prometheus_client
    return generate_latest(registry), CONTENT_TYPE_LATEST


Check = Callable[[], Mapping[str, bool]]
"""Returns the state of each dependency of a process: `{"database": True}`."""


def metrics_server(port: int, ready: Check, alive: Check = dict) -> ThreadingHTTPServer:
    """Serve `/healthz`, `/readyz` and `/metrics` of a process without HTTP, from a thread."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/metrics":
                self._answer(200, *exposition())
            elif self.path in ("/healthz", "/readyz"):
                states = dict((alive if self.path == "/healthz" else ready)())
                body = json.dumps({"data": states}).encode()
                self._answer(200 if all(states.values()) else 503, body, "application/json")
            else:
                self._answer(404, b'{"error": "Not found", "code": "not_found"}', "application/json")

        def _answer(self, status: int, body: bytes, content_type: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Log nothing: probes come every few seconds."""

    server = ThreadingHTTPServer((settings().http_host, port), Handler)
    server.daemon_threads = True
    # It ends with the process, so it need not check twice a second whether it was shut down.
    serving = {"poll_interval": 86_400}
    threading.Thread(target=server.serve_forever, kwargs=serving, name="metrics", daemon=True).start()
    return server
