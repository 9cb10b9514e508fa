"""The load creates tickets that the service reads like its own."""

from __future__ import annotations

import os

import psycopg
import pytest
import sqlalchemy as sa

from kit.database import Database
from services.demo.load import FIRST
from services.support import load as volume
from services.support.load import tickets
from services.support.tests.builders import ADMIN, directory
from staffroom_testing.plugin import ClientFor
from support.directory.model import user
from support.tickets.clocks.reminding import REMINDERS

URL = "/api/v2/support"


@pytest.fixture
def loaded(database: Database, monkeypatch: pytest.MonkeyPatch) -> str:
    """Load a small volume like `make load`; returns its output."""
    monkeypatch.setattr(tickets, "TICKETS", 60)
    directory(database)
    helper = {"id": 901, "name": "Hal Helper", "active": True, "role_ids": ["staff", "techSupport"]}
    database.execute(sa.insert(user).values(**helper))
    with psycopg.connect(os.environ["STAFFROOM_DATABASE_URL"]) as connection:
        return volume.load(connection)


def test_volume_is_loaded_once_and_can_be_opened_and_searched(client: ClientFor, loaded: str) -> None:
    assert loaded == "60 tickets with 300 messages"
    with psycopg.connect(os.environ["STAFFROOM_DATABASE_URL"]) as connection:
        assert volume.load(connection) == "the tickets already exist"
    here = client(ADMIN)
    detail = here.get(f"{URL}/ticket/{FIRST + 7}").json()["data"]
    assert len(detail["messages"]) == 5 and detail["status"] == "resolved"
    rows = here.get(f"{URL}/tickets", params={"page": 1, "search": "237"}).json()["data"]
    assert [row["id"] for row in rows] == [FIRST + 47]
    by_status = {row["status"]: row for row in here.get(f"{URL}/tickets?page=1&pageSize=100").json()["data"]}
    assert set(by_status) == {"submitted", "inprogress", "resolved"}


def test_loaded_records_cause_no_reminders(database: Database, loaded: str) -> None:
    for reminder in REMINDERS:
        waiting = sa.select(sa.func.count()).select_from(reminder.source).where(reminder.waits)
        assert database.scalar(waiting) == 0, reminder.name
