from __future__ import annotations

import os

import pytest

from kit.service import Service
from people import wiring
from people.entries import filling, table

os.environ["STAFFROOM_GRPC_PEERS"] = ""
"""The other services are not running; the tests that ask them say who they are."""


@pytest.fixture(scope="session")
def service() -> Service:
    return wiring.service


@pytest.fixture(autouse=True)
def _no_forms_of_another_database() -> None:
    """A process keeps the forms it has read by the id of their version; each database of the tests counts from 1."""
    filling._versions.clear()
    table._specs.clear()
