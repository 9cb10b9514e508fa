"""The load creates files, folders and boards that the service reads like its own."""

from __future__ import annotations

import os
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from pycrdt import Doc, Map

from files.avatars.model import user_name
from files.folders.model import folder
from files.shelf.reviewing import REMINDERS
from kit.database import Database
from kit.policy import as_service
from services.demo.load import FIRST
from services.files import load as volume
from services.files.load import boards, documents, library
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

ADMIN = actor("staff", "sysAdmin", user_id=12)


@pytest.fixture
def loaded(database: Database, monkeypatch: pytest.MonkeyPatch) -> str:
    """Load a small volume like `make load`; returns its output."""
    for module, name, number in (
        (documents, "FILES", 50),
        (library, "FOLDERS", 60),
        (library, "DOCUMENTS", 120),
        (library, "AREAS", 3),
        (library, "SUBJECTS", 8),
        (boards, "BOARDS", 8),
        (boards, "STROKES", 20),
    ):
        monkeypatch.setattr(module, name, number)
    with database.transaction(as_service("files")) as tx:
        tx.execute(sa.insert(folder).values(id=1, name="Library", org_id=1, path=[1]))
        for number in range(101, 121):
            tx.execute(sa.insert(user_name).values(user_id=number, name=f"User {number}"))
    with psycopg.connect(os.environ["STAFFROOM_DATABASE_URL"]) as connection:
        return volume.load(connection)


def test_volume_is_loaded_once_and_listed(client: ClientFor, loaded: str) -> None:
    assert loaded == "50 files of records, 120 documents in 60 folders, 8 boards of 20 strokes"
    with psycopg.connect(os.environ["STAFFROOM_DATABASE_URL"]) as connection:
        assert volume.load(connection).count(" already exist") == 3
    here = client(ADMIN)
    totals = {
        path: here.get(f"/api/v1/{path}/count").json()["data"]["total"] for path in ("files", "library", "boards")
    }
    assert totals == {"files": 50, "library": 120, "boards": 8}


def test_document_opens_by_the_levels_of_its_folders(client: ClientFor, loaded: str, database: Database) -> None:
    answer = client(ADMIN).get(f"/api/v1/file/{FIRST + 50}/download")
    assert answer.status_code == 200 and answer.content.startswith(b"%PDF")
    rows = database.all(sa.select(folder.c.id, folder.c.reader_ids).where(sa.func.cardinality(folder.c.path) == 5))
    row = next(row for row in rows if row["reader_ids"])
    reader = actor("tutor", user_id=row["reader_ids"][0], persons={"tutor": 7})
    page = client(reader).get("/api/v1/library", params={"page": 1, "folderId": row["id"]}).json()["data"]
    sought = client(reader).get("/api/v1/library", params={"page": 1, "search": f"record {page[0]['id']}"}).json()
    assert [one["id"] for one in sought["data"]] == [page[0]["id"]]
    stranger = actor("tutor", user_id=99, persons={"tutor": 8})
    assert client(stranger).get("/api/v1/library?page=1").json()["data"] == []


def test_board_has_its_strokes(client: ClientFor, loaded: str) -> None:
    doc: Doc[Any] = Doc()
    doc.apply_update(boards.drawn(0, 20))
    strokes: Map[Any] = doc.get("elements", type=Map)
    assert len(list(strokes.keys())) == 20
    answer = client(ADMIN).get(f"/api/v1/board/{FIRST}").json()["data"]
    assert answer["number"] == 20


def test_loaded_records_cause_no_reminders(database: Database, loaded: str) -> None:
    near = sa.func.current_date() + sa.text("30")
    for reminder in REMINDERS:
        waiting = sa.select(sa.func.count()).select_from(reminder.source).where(reminder.waits, reminder.due <= near)
        assert database.scalar(waiting) == 0, reminder.name
