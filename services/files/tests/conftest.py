"""The service under test, and the files the tests upload."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from files.folders.model import folder
from files.wiring import service as wired
from kit.database import Database
from kit.policy import as_service
from kit.service import Service


@pytest.fixture(scope="session")
def service() -> Service:
    return wired


@pytest.fixture
def root(database: Database) -> int:
    """The root folder of a library in which nobody has a level."""
    with database.transaction(as_service("files")) as tx:
        number = tx.insert(folder, {"name": "Library", "org_id": 1})
        tx.execute(sa.update(folder).values(path=[number]))
    return number
