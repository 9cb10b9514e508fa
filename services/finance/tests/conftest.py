"""The service under test, without the other services: files does not answer unless a test says what it does."""

from __future__ import annotations

import os

import pytest

from finance import wiring
from kit.service import Service

os.environ["STAFFROOM_GRPC_PEERS"] = "files=127.0.0.1:1,people=127.0.0.1:1,identity=127.0.0.1:1"


@pytest.fixture(scope="session")
def service() -> Service:
    return wiring.service
