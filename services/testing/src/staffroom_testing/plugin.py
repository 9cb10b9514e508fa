"""Fixtures for the tests of every service.

A service's `tests/conftest.py` overrides one of them::

    @pytest.fixture(scope="session")
    def service() -> Service:
        return wiring.service
"""

from __future__ import annotations

import gc
import json
import os
import tempfile
import uuid
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest
import sqlalchemy as sa

from kit.database import Database, tables, transactions
from kit.events import Envelope, Event
from kit.events.consumer import run_handler
from kit.jobs.worker import Runner
from kit.policy import Actor, as_service, tokens
from kit.rpc import RpcServer
from kit.settings import settings
from staffroom_testing import inprocess, peers, signing_key, sizes, token
from staffroom_testing.databases import MISSING, TestDatabase
from staffroom_testing.demo import demo

__all__ = ["demo"]

_databases: dict[str, TestDatabase] = {}
_apps: dict[str, Any] = {}
_folder = tempfile.TemporaryDirectory(prefix="staffroom-tests-")

_PLACEHOLDERS = {
    "STAFFROOM_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
    "STAFFROOM_NATS_URL": "nats://127.0.0.1:1",
    "STAFFROOM_REDIS_URL": "redis://127.0.0.1:1/0",
    "STAFFROOM_SERVICE_KEY": "only-for-tests-0123456789-abcdefgh",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--print-rights", action="store_true", help="rewrite rights.md of every tested service")


def pytest_configure() -> None:
    """Set the environment of a service under test. Addresses of running servers come from outside, if there are any."""
    # Most objects of a test are freed at its end: fewer collections take 3 % less processor time.
    gc.set_threshold(50_000, 50, 100)
    for name, value in _PLACEHOLDERS.items():
        os.environ.setdefault(name, value)
    # A separate Valkey database: a running stack's workers must not see the jobs of tests.
    os.environ["STAFFROOM_REDIS_URL"] = os.environ["STAFFROOM_REDIS_URL"].rsplit("/", 1)[0] + "/9"
    keys = Path(_folder.name) / "jwks.json"
    keys.write_text(json.dumps(tokens.jwks(signing_key())))
    os.environ["STAFFROOM_JWKS_URL"] = keys.as_uri()
    pem = Path(_folder.name) / "signing.pem"
    pem.write_bytes(signing_key())
    os.environ["STAFFROOM_SIGNING_KEY"] = str(pem)
    # Never the objects of a running stack.
    os.environ["STAFFROOM_STORAGE_URL"] = (Path(_folder.name) / "objects").as_uri()
    settings.cache_clear()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    sizes.leave_out(config, items)


@pytest.fixture(scope="session", autouse=True)
def _left_out(pytestconfig: pytest.Config, record_testsuite_property: Callable[[str, object], None]) -> None:
    """Report how many tests the run leaves to `ALL=1`."""
    record_testsuite_property(sizes.LEFT, sizes.number_left(pytestconfig))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if number := sizes.number_left(config):
        terminalreporter.write_line(f"{number} left to `make test ALL=1` (docs/testing.md)")


def pytest_unconfigure() -> None:
    peers.stop()
    for one in _databases.values():
        one.drop()
    _databases.clear()
    _folder.cleanup()


@pytest.fixture(scope="session")
def service() -> Any:
    """The `kit.service.Service` under test; every service's conftest returns it."""
    raise pytest.UsageError("override the fixture `service` in the tests/conftest.py of this service")


@pytest.fixture
def database(service: Any) -> Iterator[Database]:
    """The service's own database, reset after the test to its state after the migrations."""
    admin_url = os.environ.get("STAFFROOM_TEST_ADMIN_URL")
    if not admin_url:
        pytest.fail(MISSING, pytrace=False)
    if service.name not in _databases:
        _databases[service.name] = TestDatabase(admin_url, service.name, service.metadata)
    test_database = _databases[service.name]
    test_database.activate()
    yield transactions.database()
    test_database.reset()


@pytest.fixture
def end_sessions(service: Any, database: Database) -> Callable[[], int]:
    """`end_sessions()` ends every connection to the service's database, as a restart of the server does; returns the
    number."""
    return _databases[service.name].end_sessions


ClientFor = Callable[[Actor | None], httpx.Client]


@pytest.fixture
def client(service: Any, database: Database) -> Iterator[ClientFor]:
    """`client(actor)` is an HTTP client that calls the application in this process, signed in as `actor`."""
    opened: list[httpx.Client] = []

    def client_for(who: Actor | None) -> httpx.Client:
        if service.name not in _apps:
            _apps[service.name] = service.http_app()
        headers = {"Authorization": f"Bearer {token(who)}"} if who is not None else {}
        http_client = inprocess.client(_apps[service.name], service.wsgi, headers)
        opened.append(http_client)
        return http_client

    yield client_for
    for http_client in opened:
        http_client.close()


@pytest.fixture
def run_jobs(service: Any, database: Database) -> Callable[[], list[dict[str, Any]]]:
    """`run_jobs()` runs every queued job in this process, oldest first; returns the rows of all jobs."""

    def run() -> list[dict[str, Any]]:
        runner = Runner(service.name, service.jobs)
        with database.read() as connection:
            waiting = sa.select(tables.job.c.id).where(tables.job.c.state == "queued").order_by(tables.job.c.id)
            queued = connection.execute(waiting).scalars().all()
        for job_id in queued:
            runner.run(job_id)
        with database.read() as connection:
            return [dict(row) for row in connection.execute(sa.select(tables.job).order_by(tables.job.c.id)).mappings()]

    return run


Published = Callable[[], list[tuple[str, str, dict[str, Any]]]]


@pytest.fixture
def published(service: Any, database: Database) -> Published:
    """`published()` empties the outbox and returns (subject, key, payload), each checked against its declaration."""

    def take() -> list[tuple[str, str, dict[str, Any]]]:
        declared = {event.subject: event for event in service.events}
        outbox = tables.outbox
        with database.transaction(as_service(service.name)) as tx:
            rows = tx.all(sa.select(outbox).order_by(outbox.c.id))
            tx.execute(sa.delete(outbox))
        for row in rows:
            assert row["subject"] in declared, f"{row['subject']} is not among the events of {service.name}"
        return [(row["subject"], row["key"], declared[row["subject"]].checked(row["payload"])) for row in rows]

    return take


@pytest.fixture
def deliver(service: Any, database: Database) -> Callable[..., None]:
    """`deliver(event, key, payload, actor=...)` runs the service's own handler of an event, as the consumer would."""

    def run(event: Event, key: int | str, payload: Mapping[str, Any], actor: Actor | None = None) -> None:
        subscription = next(one for one in service.subscriptions if one.event.subject == event.subject)
        envelope = Envelope(
            event_id=uuid.uuid4(),
            subject=event.subject,
            key=str(key),
            payload=event.decoded(event.checked(payload)),
            actor=actor or as_service(event.service),
            request_id="",
            created=datetime.now(UTC),
        )
        with database.transaction(as_service(service.name)) as tx:
            run_handler(tx, subscription, envelope)

    return run


@pytest.fixture
def rpc_channel(service: Any, database: Database) -> Iterator[grpc.Channel]:
    """A channel to the service's own gRPC server; use stubs on it with `kit.rpc.call(..., actor=...)`."""
    server = RpcServer(list(service.rpc), "127.0.0.1:0")
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        yield channel
    server.stop(0)
