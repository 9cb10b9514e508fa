"""Traces, sent only if `STAFFROOM_OTLP_ENDPOINT` names a collector."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

from kit.settings import settings

_tracer: Any = None


def start_tracing(service: str) -> None:
    """Send traces to the configured collector; without one, nothing is imported or measured."""
    global _tracer  # noqa: PLW0603  # once, at the start of a process
    if not settings().otlp_endpoint or _tracer is not None:
        return
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": f"staffroom-{service}"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=settings().otlp_endpoint)))
    trace.set_tracer_provider(provider)
    _tracer = trace.get_tracer("kit")


@contextlib.contextmanager
def span(name: str, parent: Mapping[str, str] | None = None, **attributes: str | int) -> Iterator[None]:
    """Run a block in a trace span; `parent` is the `carrier()` of the other side. Free when traces are off."""
    if _tracer is None:
        yield
        return
    from opentelemetry.propagate import extract

    context = extract(dict(parent)) if parent else None
    with _tracer.start_as_current_span(name, context=context, attributes=attributes):
        yield


def carrier() -> dict[str, str]:
    """Return the headers with which the other side continues this trace; empty when traces are off."""
    headers: dict[str, str] = {}
    if _tracer is not None:
        from opentelemetry.propagate import inject

        inject(headers)
    return headers
