"""The tests of support."""

import pytest

from kit.service import Service
from support import wiring


@pytest.fixture(scope="session")
def service() -> Service:
    return wiring.service
