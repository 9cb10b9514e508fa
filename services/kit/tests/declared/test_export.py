"""Exports of a list: which rows are in the file, and which requests are refused."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from kit.db import Database
from kit.lists import export

from .conftest import LIST, STAFF

URL = "/api/v1/things"


@pytest.fixture
def things(database: Database) -> None:
    with database.transaction(STAFF) as tx:
        tx.execute(
            sa.text(
                "insert into thing (title, status, owner_id) select 'Thing ' || g, "
                "case when g % 3 = 0 then 'done' else 'new' end, g from generate_series(1, 60) g"
            )
        )


def exported(database: Database, monkeypatch: pytest.MonkeyPatch, body: dict[str, Any]) -> tuple[list[str], Any]:
    """The titles in the file an export makes, and how far it told it was."""
    kept: list[list[Any]] = []
    monkeypatch.setattr(export, "_specs", {"things": LIST})
    monkeypatch.setattr(export, "write_xlsx", lambda path, title, columns, rows, total: kept.extend(rows))
    monkeypatch.setattr(export.store, "put", lambda *file: 77)
    told: list[tuple[int, int]] = []
    wanted = export.read(LIST, STAFF, {"format": "xlsx", "columns": ["title"], **body}, {})
    context: Any = SimpleNamespace(params=wanted, actor=STAFF, db=database, progress=lambda *far: told.append(far))
    assert export.EXPORT.run(context)["rows"] == len(kept)
    return [row[0] for row in kept], told[-1]


def test_an_export_of_chosen_rows_and_of_all_but_some(
    client: Any, database: Database, things: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    matching = client(STAFF).get(f"{URL}?status=done&sort=title&pageSize=100").json()["data"]
    ids = [row["id"] for row in matching]
    titles = [row["title"] for row in matching]
    query = {"query": {"status": "done", "sort": "title"}}
    assert exported(database, monkeypatch, query) == (titles, (len(ids), len(ids)))
    assert exported(database, monkeypatch, {**query, "ids": ids[:2]}) == (titles[:2], (2, 2))
    rest = len(ids) - 3
    assert exported(database, monkeypatch, {**query, "except": ids[:3]}) == (titles[3:], (rest, rest))
    assert exported(database, monkeypatch, {**query, "except": []})[0] == titles


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"except": ["1"]}, 400),
        ({"except": 1}, 400),
        ({"except": [True]}, 400),
        ({"except": [1] * 100_001}, 400),
        ({"ids": [1], "except": [2]}, 400),
        ({"without": [1]}, 422),
    ],
)
def test_an_export_that_names_rows_wrongly_is_refused(client: Any, body: dict[str, Any], status: int) -> None:
    assert client(STAFF).post(f"{URL}/export", json={"format": "xlsx", **body}).status_code == status
