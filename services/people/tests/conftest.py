from __future__ import annotations

import os

import pytest

from kit import valkey
from kit.database import Database
from kit.service import Service
from people import wiring
from people.entries import filling
from people.entries.listing import table
from services.people.tests.builders import make_words

os.environ["STAFFROOM_GRPC_PEERS"] = ""
"""The other services do not run; tests that call them replace them."""


@pytest.fixture(scope="session")
def service() -> Service:
    return wiring.service


@pytest.fixture
def reference_data(database: Database) -> None:
    """Insert the reference data that most records need (`make_words`)."""
    make_words(database)


@pytest.fixture
def no_earlier_posts() -> None:
    """Start without earlier posts of this address to public pages."""
    for key in valkey.client().scan_iter("people:posts:*"):
        valkey.client().delete(key)


@pytest.fixture(autouse=True)
def _no_forms_of_another_database() -> None:
    """A process caches definitions of forms by version id, and each test database counts ids from 1."""
    filling._versions.clear()
    table._specs.clear()
