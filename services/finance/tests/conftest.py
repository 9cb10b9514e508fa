from __future__ import annotations

import pytest

from finance import wiring
from kit.service import Service


@pytest.fixture(scope="session")
def service() -> Service:
    return wiring.service
