from __future__ import annotations

import os

import psycopg
import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from kit.service import Service
from services.teaching import load as volume
from services.teaching.load.making import VOLUME
from services.teaching.tests.builders import make_copies
from teaching import wiring
from teaching.copies.users import account

_SMALL = {
    "slips": 40,
    "homework": 10,
    "courses": 12,
    "plans": 10,
    "weeks": 334,
    "reports": 60,
    "collections": 24,
    "entries": 50,
}


@pytest.fixture(scope="session")
def service() -> Service:
    return wiring.service


@pytest.fixture
def loaded(database: Database, monkeypatch: pytest.MonkeyPatch) -> str:
    """The volume data of `make load`, reduced; returns the summary of the load."""
    for name, number in _SMALL.items():
        monkeypatch.setitem(VOLUME, name, number)
    make_copies(database)
    with database.transaction(as_service("teaching")) as tx:
        for number in range(101, 105):
            tx.execute(sa.insert(account).values(id=number, name=f"User {number}", active=True, staff_id=number))
    with psycopg.connect(os.environ["STAFFROOM_DATABASE_URL"]) as connection:
        return volume.load(connection)
