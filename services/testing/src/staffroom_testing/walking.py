"""Base of the walking suites: the application in this process, calls as an account, declared cases."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from typing import Any, ClassVar

import httpx
import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.http import core
from kit.policy import Actor, Scope
from staffroom_testing import inprocess, token
from staffroom_testing.demo import accounts
from staffroom_testing.examples import Examples

NOBODYS = 9_007_199_254_740_991
"""An id without a record."""

_apps: dict[str, Any] = {}
_clients: dict[str, httpx.Client] = {}


class Walking:
    """Base of the suites: `service` and `examples` are set by `staffroom_testing.conformance.suite`."""

    service: ClassVar[Any]
    examples: ClassVar[Examples]

    @classmethod
    def pytest_generate_tests(cls, metafunc: pytest.Metafunc) -> None:
        """Run a test that takes `<name>_case` once for each entry of `<name>_cases()`, a dict of id to case."""
        for fixture in metafunc.fixturenames:
            if fixture.endswith("_case"):
                cases: dict[str, Any] = getattr(cls, fixture + "s")()
                metafunc.parametrize(fixture, list(cases.values()), ids=list(cases))

    @classmethod
    def application(cls) -> Any:
        if cls.service.name not in _apps:
            _apps[cls.service.name] = cls.service.http_app()
        return _apps[cls.service.name]

    @classmethod
    def is_hand_written(cls, method: str, path: str) -> bool:
        """Return whether no declaration made this route of the document."""
        return any(
            (method, path) == (known, core.full_path(own))
            for part in cls.service.routes
            for known, own, _ in part.rules
        )

    @classmethod
    def client(cls) -> httpx.Client:
        """Return a client of the application, without cookies."""
        if cls.service.name not in _clients:
            _clients[cls.service.name] = inprocess.client(cls.application(), cls.service.wsgi)
        client = _clients[cls.service.name]
        client.cookies.clear()
        return client

    def call(self, who: str | Actor, method: str, path: str, **more: Any) -> httpx.Response:
        """Make one call as a demo account (or an actor), `path` relative to `/api/v1`."""
        actor = accounts()[who] if isinstance(who, str) else who
        headers = {**more.pop("headers", {})}
        if actor.signed_in:
            headers["Authorization"] = f"Bearer {token(actor)}"
        answer: httpx.Response = self.client().request(method, core.full_path(path), headers=headers, **more)
        return answer


def filled(path: str, values: Mapping[str, Any]) -> str:
    """Return `/locations/{type}` with its parameters filled in; an id or a UUID without a value is one without a
    record."""

    def value(match: re.Match[str]) -> str:
        is_id = match[1] in {"id", "number"} or match[1].endswith(("Id", "_id"))
        unknown = NOBODYS if is_id else uuid.UUID(int=0) if match[1] == "uuid" else "none"
        return str(values.get(match[1], unknown))

    return re.sub(r"\{([^}:?]+)[^}]*\}", value, path)


def rows(database: Database, table: sa.Table, limit: int = 400, where: Any = None) -> list[dict[str, Any]]:
    """Return a sample of rows from the whole table."""
    query = sa.select(table).order_by(sa.func.md5(sa.cast(table.c.id, sa.Text))).limit(limit)
    if where is not None:
        query = query.where(where)
    with database.read() as connection:
        return [dict(row) for row in connection.execute(query).mappings()]


def reached_by(database: Database, table: sa.Table, scope: Scope, record: int) -> set[str]:
    """Return the demo accounts in whose scope a record lies."""
    record_itself = sa.select(table.c.id).where(table.c.id == record)
    with database.read() as connection:
        return {
            name
            for name, actor in accounts().items()
            if connection.execute(record_itself.where(scope.where(actor))).first() is not None
        }
