"""The tests of support."""

import pytest

from kit.service import Service
from support import wiring


@pytest.fixture(scope="session")
def service() -> Service:
    return wiring.service


@pytest.fixture(autouse=True)
def owners(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str, int], bool]:
    """What the other services say of their records, by owner, kind and id; nothing, unless a test says otherwise."""
    told: dict[tuple[str, str, int], bool] = {}
    monkeypatch.setattr("kit.records.foreign.exists", lambda owner, kind, record: told.get((owner, kind, record)))
    return told
