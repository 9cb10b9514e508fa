"""Telemetry: logs, metrics and traces of a process."""

from kit.telemetry.metrics import (
    Check,
    consumer_lag,
    events_consumed,
    events_published,
    exposition,
    http_seconds,
    job_seconds,
    jobs_finished,
    metrics_server,
    observe_request,
    outbox_lag,
    outbox_rows,
    rpc_seconds,
    watch_pools,
)
from kit.telemetry.tracing import carrier, span, start_tracing

__all__ = [
    "Check",
    "carrier",
    "consumer_lag",
    "events_consumed",
    "events_published",
    "exposition",
    "http_seconds",
    "job_seconds",
    "jobs_finished",
    "metrics_server",
    "observe_request",
    "outbox_lag",
    "outbox_rows",
    "rpc_seconds",
    "span",
    "start_tracing",
    "watch_pools",
]
