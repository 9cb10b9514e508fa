"""The context of the current request: its actor and its id, which appears in logs, rows, events and calls to others.
`kit.http`, `kit.rpc`, `kit.events.consumer` and `kit.jobs` set it for the work they start."""

from __future__ import annotations

import re
import secrets
import threading
from contextvars import ContextVar

from kit.actors import ANONYMOUS, Actor

request_id: ContextVar[str] = ContextVar("request_id", default="")

actor: ContextVar[Actor] = ContextVar("actor", default=ANONYMOUS)
"""The actor of this context; `kit.rpc` passes it on."""

bearer: ContextVar[str] = ContextVar("bearer", default="")
"""The caller's access token, if there is one; `kit.rpc` passes it on instead of the service's own token."""

stopping = threading.Event()
"""Set when this process is shutting down. A long-lived answer (a stream of events) ends then; the process waits for all
others to complete."""

_WELL_FORMED = re.compile(r"^[A-Za-z0-9_.:-]{8,64}$")

_service = ""


def new_request_id() -> str:
    return secrets.token_hex(10)


def accepted_request_id(offered: str | None) -> str:
    """Return the caller's request id if it is well formed, otherwise a new one."""
    return offered if offered and _WELL_FORMED.match(offered) else new_request_id()


def set_service(name: str) -> None:
    """Set the service that this process belongs to; once, at start."""
    global _service  # noqa: PLW0603  # once, at the start of a process
    _service = name


def service() -> str:
    """Return the service this process belongs to: the owner of its queue, its streams and its log lines."""
    return _service
