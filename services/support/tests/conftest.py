"""The tests of support."""

import pytest

from kit.service import Service
from support import wiring


@pytest.fixture(scope="session")
def service() -> Service:
    return wiring.service


@pytest.fixture(autouse=True)
def owners(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str, int], bool]:
    """The existing records of other services by owner, kind and id; unknown unless a test sets them."""
    records: dict[tuple[str, str, int], bool] = {}
    monkeypatch.setattr("kit.records.foreign.exists", lambda owner, kind, record: records.get((owner, kind, record)))
    return records
