"""A WSGI toy, served by granian from its own worker processes."""

from __future__ import annotations

from kit.database import tables
from kit.errors import Forbidden
from kit.http.flask import Call, Routes
from kit.policy import public
from kit.service import Service

routes = Routes()


@routes.post("/pages", may=public, status=201, limit=100 * 1_048_576, remote=True)
def add() -> None:
    """Refused before its body is read, like an upload without the right."""
    raise Forbidden("You are not allowed to do this")


@routes.post("/pages/count", may=public, limit=100 * 1_048_576, remote=True)
def count(call: Call) -> int:
    """Return the number of bytes in the body, read as a stream."""
    return sum(len(piece) for piece in iter(lambda: call.request.stream.read(65_536), b""))


service = Service(name="toypages", metadata=tables.service_metadata(), routes=[routes], wsgi=True)
