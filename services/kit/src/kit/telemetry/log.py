"""Logs: one JSON object per line on stdout, with the service and the request id, and without secrets.

Code calls `log.get(__name__)` and passes facts as keywords: `log.warning("event_parked", subject=..., error=...)`.
Records of libraries, from the standard `logging`, get the same format.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from functools import partial
from typing import Any

import msgspec
import structlog

from kit import context

_SECRET_NAME = re.compile(r"password|token|secret|authorization|cookie|service_key|signing_key", re.IGNORECASE)
_SECRET_VALUE = re.compile(
    r"(?P<scheme>\b[Bb]earer )[\w.~+/=-]+"
    r"|(?P<url>\w+://[^\s:/@]*:)[^\s@/]+(?=@)"
    r"|\beyJ[\w-]+\.[\w-]+\.[\w-]*"
)
_HIDDEN = "[hidden]"


def get(name: str) -> Any:
    """Return the logger of a module."""
    return structlog.stdlib.get_logger(name)


def configure(service: str, level: str = "INFO") -> None:
    """Send all logs of this process to stdout in our format; called once at start. A separate process within a service
    (`files.live`) has the queue, the keys and the calls of the service, and its own name in the log."""
    context.set_service(service.partition(".")[0])
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        partial(_add_context, service),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.StackInfoRenderer(),
                structlog.processors.format_exc_info,
                _hide_secrets,
                structlog.processors.JSONRenderer(serializer=_json),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.captureWarnings(True)
    # At INFO these repeat our own log lines and metrics.
    for noisy in ("nats", "kombu", "celery", "alembic", "httpx", "_granian"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))


def _add_context(service: str, _: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    event.setdefault("service", service)
    if current := context.request_id.get():
        event.setdefault("requestId", current)
    return event


def _hide_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for name, value in event.items():
        if _SECRET_NAME.search(name):
            event[name] = _HIDDEN
        elif isinstance(value, str):
            event[name] = hidden(value)
    return event


def hidden(text: str) -> str:
    """Return `text` with its tokens and the passwords in its addresses hidden."""

    def replace(match: re.Match[str]) -> str:
        return (match["scheme"] or match["url"] or "") + _HIDDEN

    return _SECRET_VALUE.sub(replace, text)


def _json(event: Any, **_: Any) -> str:
    return msgspec.json.encode(event, enc_hook=str).decode()
