"""The service under test, and the files the tests upload."""

from __future__ import annotations

import pytest

from files.wiring import service as wired
from kit.service import Service


@pytest.fixture(scope="session")
def service() -> Service:
    return wired
