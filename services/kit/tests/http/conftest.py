"""A small service behind both adapters, and behind granian as in production: the same hand-written and declared routes
get the same requests."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.embed import Server
from starlette.testclient import TestClient

from kit import context
from kit.database import Database, tables
from kit.errors import Conflict, Invalid, Unavailable
from kit.http import core, fastapi, flask
from kit.http.bodies import Body
from kit.policy import Scope, public, signed_in, staff
from kit.records import Create, Field, FieldSet, Section
from kit.service import Service
from kit.values import Text
from staffroom_testing import inprocess, token

metadata = tables.service_metadata()
note = sa.Table("note", metadata, *tables.record_columns(), sa.Column("title", sa.Text, nullable=False))

NOTES = FieldSet(
    name="note",
    table=note,
    path="/notes/{id}",
    sections=[Section("main", "Note", [Field(name="title", column=note.c.title, type=Text(required=True))])],
    scope=Scope(staff),
    read=signed_in,
    may=staff,
    create=Create(path="/notes", fields=["title"], may=staff),
)


class NewNote(Body):
    title: str
    pages: int = 1


def _fastapi_routes() -> fastapi.Routes:
    routes = fastapi.Routes()

    @routes.post("/written", may=signed_in, status=201)
    def write(body: NewNote, call: fastapi.Call) -> dict[str, Any]:
        return _write(body, call)

    @routes.get("/written/{noteId}", may=signed_in)
    def read(noteId: int) -> dict[str, Any]:  # noqa: N803  the name on the wire
        return {"id": noteId, "requestId": context.request_id.get(), "actor": context.actor.get().name}

    @routes.get("/counted", may=public)
    def counted(call: fastapi.Call) -> int:
        return _counted(call)

    @routes.post("/counted", may=public)
    def count(call: fastapi.Call) -> int:
        return _counted(call)

    _common(routes)
    return routes


def _flask_routes() -> flask.Routes:
    routes = flask.Routes()

    @routes.post("/written", may=signed_in, status=201)
    def write(body: NewNote, call: flask.Call) -> dict[str, Any]:
        return _write(body, call)

    @routes.get("/written/{noteId}", may=signed_in)
    def read(noteId: int) -> dict[str, Any]:  # noqa: N803  the name on the wire
        return {"id": noteId, "requestId": context.request_id.get(), "actor": context.actor.get().name}

    @routes.get("/counted", may=public)
    def counted(call: flask.Call) -> int:
        return _counted(call)

    @routes.post("/counted", may=public)
    def count(call: flask.Call) -> int:
        return _counted(call)

    _common(routes)
    return routes


def _write(body: NewNote, call: Any) -> dict[str, Any]:
    record = call.tx.insert(note, {"title": body.title})
    if body.title == "roll back":
        raise Conflict("This was not to be")
    call.headers["X-Pages"] = str(body.pages)
    return {"id": record}


def _common(routes: Any) -> None:
    @routes.get("/open", may=public)
    def anybody() -> dict[str, bool]:
        return {"open": True}

    @routes.delete("/written/{noteId}", may=signed_in)
    def delete(noteId: int) -> dict[str, Any]:  # noqa: N803  the name on the wire
        return {"id": noteId}

    @routes.head("/pieces", may=public, answers=None)
    def measured() -> core.Answer:
        return core.Answer(headers={"X-Offset": "7"})

    @routes.patch("/pieces", may=signed_in, status=204, answers=None)
    def append() -> core.Answer:
        return core.Answer(status=204)

    @routes.get("/refused", may=public)
    def refused() -> None:
        raise Invalid("Due date is missing", title="Missing due date", code="missing", fields={"dueDate": "Missing"})

    @routes.get("/broken", may=public)
    def broken() -> None:
        raise ZeroDivisionError("a secret detail")

    @routes.get("/stream", may=public)
    def stream() -> core.Answer:
        pieces = (b"x" * 65_536 for _ in range(40))
        return core.Answer(pieces, media_type="application/octet-stream", headers={"X-Kind": "stream"})

    @routes.get("/stream/away", may=public)
    def away() -> core.Answer:
        """Return a stream that fails before its first byte."""
        return core.Answer(_pieces(0))

    @routes.get("/stream/cut", may=public)
    def cut() -> core.Answer:
        """Return a stream that fails in the middle."""
        return core.Answer(_pieces(3))

    @routes.get("/strict", may=public)
    def strict() -> core.Answer:
        return core.Answer(b"{}", headers={"Content-Security-Policy": "sandbox", "Cache-Control": "public, max-age=60"})


INTERFERE: list[Callable[[], Any]] = []
"""Callbacks that run during the transaction of `/counted`, one for each call."""
TRIES: list[int] = []
"""Runs of `/counted`, one entry for each."""


def _counted(call: Any) -> int:
    """Return the number of attempts until this request was answered."""
    TRIES.append(1)
    call.tx.scalar(sa.text("select 1"))
    if INTERFERE:
        INTERFERE.pop()()
    call.tx.scalar(sa.text("select 1"))
    return len(TRIES)


def _pieces(count: int) -> Iterator[bytes]:
    for _ in range(count):
        yield b"x" * 100
    raise Unavailable("The other side is away")


def _failing() -> None:
    raise OSError("not there")


CHECKS = {"database": lambda: None}
_services = {
    "fastapi": Service(name="conformance", metadata=metadata, fieldsets=[NOTES], routes=[_fastapi_routes()]),
    "flask": Service(name="conformance", metadata=metadata, fieldsets=[NOTES], routes=[_flask_routes()], wsgi=True),
}


def _application(adapter: str, checks: dict[str, Callable[[], None]]) -> Any:
    service = _services["flask" if adapter == "flask" else "fastapi"]
    module = flask if adapter == "flask" else fastapi
    return module.application("conformance", service.routes, service.declared_routes(), checks)


@pytest.fixture(params=["fastapi", "granian", "flask"])
def adapter(request: pytest.FixtureRequest) -> str:
    """`granian` is the application of `fastapi`, served: declared routes then send their answers from their threads."""
    return str(request.param)


@pytest.fixture(scope="session")
def service() -> Service:
    return _services["fastapi"]


@pytest.fixture
def web(adapter: str, database: object) -> Iterator[httpx.Client]:
    """A client of the application behind the adapter, not signed in."""
    with _client(adapter, _application(adapter, dict(CHECKS))) as client:
        yield client


@pytest.fixture
def ill(adapter: str) -> Iterator[httpx.Client]:
    """A client of the application while its dependencies are unavailable."""
    with _client(adapter, _application(adapter, {"database": _failing})) as client:
        yield client


@pytest.fixture
def document(adapter: str) -> dict[str, Any]:
    document: dict[str, Any] = _application(adapter, dict(CHECKS)).openapi()
    return document


@contextlib.contextmanager
def _client(adapter: str, app: Any) -> Iterator[httpx.Client]:
    with contextlib.ExitStack() as stack:
        if adapter == "fastapi":
            client: httpx.Client = TestClient(app, raise_server_exceptions=False, follow_redirects=False)
        elif adapter == "flask":
            client = httpx.Client(transport=httpx.WSGITransport(app=inprocess.Wsgi(app)), base_url="http://testserver")
        else:
            client = httpx.Client(base_url=stack.enter_context(_served(app)), timeout=20)
        yield stack.enter_context(client)


@contextlib.contextmanager
def _served(app: Any) -> Iterator[str]:
    """Serve the application under granian in a thread of this process; yields its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    servers: queue.SimpleQueue[Any] = queue.SimpleQueue()

    async def serve() -> None:
        server: Any = Server(app, port=port, interface=Interfaces.ASGI, websockets=False, log_level=LogLevels.error)
        servers.put((asyncio.get_running_loop(), server))
        await server.serve()

    thread = threading.Thread(target=asyncio.run, args=(serve(),), daemon=True)
    thread.start()
    loop, server = servers.get(timeout=10)
    ends = time.monotonic() + 10
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            break
        assert time.monotonic() < ends, "granian did not begin to listen"
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}"
    loop.call_soon_threadsafe(server.stop)
    thread.join(10)
    assert not thread.is_alive()


@pytest.fixture
def served() -> Callable[[Any], contextlib.AbstractContextManager[str]]:
    """Return `with served(app) as address`."""
    return _served


@pytest.fixture
def signed() -> Callable[..., dict[str, str]]:
    """`signed(actor)` are the headers of a caller."""

    def headers(who: Any, **claims: object) -> dict[str, str]:
        return {"Authorization": f"Bearer {token(who, **claims)}"}

    return headers


@pytest.fixture
def titles(database: Database) -> Callable[[], list[str]]:
    """`titles()` are the titles of the notes in the database, oldest first."""

    def read() -> list[str]:
        with database.read() as connection:
            return list(connection.execute(sa.select(note.c.title).order_by(note.c.id)).scalars())

    return read
