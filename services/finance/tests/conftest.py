"""The service under test, without the other services: files is unavailable unless a test replaces it."""

from __future__ import annotations

import os

import pytest

from finance import wiring
from kit.service import Service

os.environ["STAFFROOM_GRPC_PEERS"] = "files=127.0.0.1:1,people=127.0.0.1:1,identity=127.0.0.1:1"


@pytest.fixture(scope="session")
def service() -> Service:
    return wiring.service
