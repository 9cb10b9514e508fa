"""A service's database filled with its demo data, and the demo accounts as actors: what the walking suites walk."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import psycopg
import pytest

from kit.database import Database, database
from kit.policy import ANONYMOUS, Actor
from staffroom_testing import actor
from staffroom_testing.databases import MISSING, TestDatabase


@lru_cache(maxsize=1)
def world() -> Any:
    """Everybody and everything the demo data is about."""
    return importlib.import_module("services.demo.world").build()


@lru_cache(maxsize=1)
def accounts() -> dict[str, Actor]:
    """The demo accounts by user name, and `anonymous`."""
    data = importlib.import_module("services.demo.world")
    found = {"anonymous": ANONYMOUS}
    for account in data.ACCOUNTS:
        person = world().by_username[account.username]
        found[account.username] = actor(
            *person.roles, user_id=person.user_id, name=person.name, persons={person.kind: person.id}
        )
    return found


@pytest.fixture(scope="class")
def demo(request: pytest.FixtureRequest) -> Iterator[Database]:
    """The database of the class's `service`, filled with demo data once; its tests share it and what they change."""
    admin_url = os.environ.get("STAFFROOM_TEST_ADMIN_URL")
    if not admin_url:
        pytest.fail(MISSING, pytrace=False)
    service: Any = request.cls.service
    mine = TestDatabase(admin_url, service.name, service.metadata, "_demo")
    with psycopg.connect(mine.url) as connection:
        importlib.import_module("services.demo.part").fill(service.name, connection, world())
    with psycopg.connect(mine.url, autocommit=True) as connection:
        connection.execute("ANALYZE")
    mine.activate()
    yield database()
    mine.drop()
