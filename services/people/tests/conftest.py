from __future__ import annotations

import os

import pytest

from kit.service import Service
from people import wiring

os.environ["STAFFROOM_GRPC_PEERS"] = ""
"""The other services are not running; the tests that ask them say who they are."""


@pytest.fixture(scope="session")
def service() -> Service:
    return wiring.service
