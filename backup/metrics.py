"""`/metrics` and `/healthz` of `keep`."""

from __future__ import annotations

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, generate_latest

from backup.failures import CONFIG, Failure

registry = CollectorRegistry()
stored = Counter("staffroom_backup_bytes", "Bytes written to the target", registry=registry)
failures = Counter("staffroom_backup_failures", "Backups and WAL that failed", ["what"], registry=registry)
_age = Gauge("staffroom_backup_age_seconds", "Age of the newest backup", registry=registry)
_wal_age = Gauge("staffroom_backup_wal_age_seconds", "Age of the newest WAL in the target", registry=registry)
_beats: dict[str, float] = {}
SILENT_AFTER = 900.0
"""Seconds without a heartbeat after which `keep` counts as hanging; a running backup beats on every read."""


for _what in ("wal", "list", "backup"):
    failures.labels(_what)  # start at 0: an alert sees no increase in a series that starts at 1


def watch(name: str, moment: float) -> None:
    """Set the time (seconds since the epoch) of the newest `backup` or `wal`."""
    {"backup": _age, "wal": _wal_age}[name].set_function(lambda: time.time() - moment)


def beat() -> None:
    """Record the heartbeat of the loop."""
    _beats["loop"] = time.monotonic()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        alive = time.monotonic() - _beats.get("loop", 0) < SILENT_AFTER
        if self.path == "/metrics":
            self._answer(200, generate_latest(registry), CONTENT_TYPE_LATEST)
        elif self.path in ("/healthz", "/readyz"):
            self._answer(200 if alive else 503, b"ok\n" if alive else b"the loop is silent\n", "text/plain")
        else:
            self._answer(404, b"/metrics, /healthz\n", "text/plain")

    def _answer(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Suppress the request log."""


def serve(host: str, port: int) -> None:
    """Serve in the background; does nothing without a port. Raises Failure."""
    beat()
    if not port:
        return
    try:
        server = ThreadingHTTPServer((host, port), _Handler)
    except OSError as error:
        raise Failure(CONFIG, f"STAFFROOM_METRICS_PORT: port {port} cannot be used ({error.strerror})") from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
