from __future__ import annotations

import pytest

from kit.service import Service
from people import wiring


@pytest.fixture(scope="session")
def service() -> Service:
    return wiring.service
