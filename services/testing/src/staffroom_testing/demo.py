"""A service's database with its demo data, and the demo accounts as actors, for the walking suites."""

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
    """Return the demo world: all persons and records of the demo data."""
    return importlib.import_module("services.demo.world").build()


@lru_cache(maxsize=1)
def accounts() -> dict[str, Actor]:
    """Return the demo accounts by user name, and `anonymous`."""
    data = importlib.import_module("services.demo.world")
    actors = {"anonymous": ANONYMOUS}
    for account in data.ACCOUNTS:
        person = world().by_username[account.username]
        actors[account.username] = actor(
            *person.roles, user_id=person.user_id, name=person.name, persons={person.kind: person.id}
        )
    return actors


@pytest.fixture(scope="class")
def demo(request: pytest.FixtureRequest) -> Iterator[Database]:
    """The database of the class's `service` with demo data; its tests share it, including each other's changes."""
    admin_url = os.environ.get("STAFFROOM_TEST_ADMIN_URL")
    if not admin_url:
        pytest.fail(MISSING, pytrace=False)
    service: Any = request.cls.service
    test_database = TestDatabase(admin_url, service.name, service.metadata, "_demo")
    with psycopg.connect(test_database.url) as connection:
        importlib.import_module("services.demo.part").fill(service.name, connection, world())
    with psycopg.connect(test_database.url, autocommit=True) as connection:
        connection.execute("ANALYZE")
    test_database.activate()
    yield database()
    test_database.drop()
