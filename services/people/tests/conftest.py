from __future__ import annotations

import os

import pytest

from kit.service import Service
from people import wiring
from people.entries import filling
from people.entries.listing import table

os.environ["STAFFROOM_GRPC_PEERS"] = ""
"""The other services do not run; tests that call them replace them."""


@pytest.fixture(scope="session")
def service() -> Service:
    return wiring.service


@pytest.fixture(autouse=True)
def _no_forms_of_another_database() -> None:
    """A process caches definitions of forms by version id, and each test database counts ids from 1."""
    filling._versions.clear()
    table._specs.clear()
