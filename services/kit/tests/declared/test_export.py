"""Exports of a list: which rows are in the file, and which requests are refused."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from kit import jobs
from kit.database import Database
from kit.errors import Invalid
from kit.jobs.worker import Runner
from kit.lists import known
from kit.lists.exports import export

from .conftest import LIST, STAFF, TUTOR

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


def exported(
    database: Database, monkeypatch: pytest.MonkeyPatch, body: dict[str, Any], address: dict[str, str] | None = None
) -> tuple[list[str], Any]:
    """Return the titles in the exported file, and the reported progress."""
    kept: list[list[Any]] = []
    known.register([LIST])
    monkeypatch.setattr(export, "write_xlsx", lambda path, title, columns, rows, total: kept.extend(rows))
    monkeypatch.setattr(export.store, "put", lambda *file: 77)
    progress: list[tuple[int, int]] = []
    wanted = export.read(LIST, STAFF, {"format": "xlsx", "columns": ["title"], **body}, {}, address or {})
    context: Any = SimpleNamespace(params=wanted, actor=STAFF, db=database, progress=lambda *far: progress.append(far))
    assert export.EXPORT.run(context)["rows"] == len(kept)
    return [row[0] for row in kept], progress[-1]


def test_export_has_the_columns_of_every_export() -> None:
    columns = [
        replace(column, hidden=True, exported=True) if column.name == "size" else column for column in LIST.columns
    ]
    spec = replace(LIST, columns=columns)
    chosen = export.read(spec, STAFF, {"format": "xlsx", "columns": ["title"]}, {}, {})["columns"]
    whole = export.read(spec, STAFF, {"format": "xlsx"}, {}, {})["columns"]
    assert chosen == ["title", "size"], "whatever a page chooses"
    assert whole.count("size") == 1


def test_export_of_chosen_rows_and_of_all_but_some(
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
    assert exported(database, monkeypatch, {**query, "except": [2**63]})[0] == titles
    assert exported(database, monkeypatch, {**query, "ids": [-1, 2**63, ids[1]]}) == (titles[1:2], (1, 1))
    assert exported(database, monkeypatch, {**query, "ids": [2**63]}) == ([], (0, 0)), "nobody has it"


def test_export_reports_its_progress(database: Database, things: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run through the worker, and read `GET /jobs/{id}` after each step."""
    known.register([LIST])
    monkeypatch.setattr(export, "STEP", 20)
    monkeypatch.setattr("kit.jobs.job._PROGRESS_EVERY", 0)
    monkeypatch.setattr(export.store, "put", lambda *file: 77)
    shown: list[tuple[int, int | None]] = []
    progress = jobs.JobContext.progress

    def noted(context: jobs.JobContext, done: int, total: int | None = None) -> None:
        progress(context, done, total)
        with database.read() as connection:
            job = jobs.find(connection, STAFF, context.id)
        assert job["state"] == "running"
        shown.append((job["done"], job["total"]))

    monkeypatch.setattr(jobs.JobContext, "progress", noted)
    wanted = export.read(LIST, STAFF, {"format": "xlsx"}, {}, {})
    with database.transaction(STAFF) as tx:
        job_id = export.EXPORT.enqueue(tx, "steps", wanted)
    Runner("toy", [export.EXPORT]).run(job_id)
    with database.read() as connection:
        assert jobs.find(connection, STAFF, job_id)["state"] == "done"
    assert list(dict.fromkeys(shown)) == [(0, 60), (20, 60), (40, 60), (60, 60)]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"except": ["1"]}, 400),
        ({"except": 1}, 400),
        ({"except": [True]}, 400),
        ({"except": [1] * 100_001}, 400),
        ({"ids": [1], "except": [2]}, 400),
        ({"without": [1]}, 422),
        ({"format": {}}, 422),
        ({"format": ["xlsx"]}, 422),
        ({"format": None}, 422),
    ],
)
def test_export_with_invalid_row_selection_is_refused(client: Any, body: dict[str, Any], status: int) -> None:
    assert client(STAFF).post(f"{URL}/export", json={"format": "xlsx", **body}).status_code == status


def test_query_is_read_from_the_body_or_the_address(
    client: Any, database: Database, things: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    nested = exported(database, monkeypatch, {"query": {"status": "done", "sort": "-title"}})[0]
    assert len(nested) == 20
    assert exported(database, monkeypatch, {"status": "done", "sort": "-title"})[0] == nested
    assert exported(database, monkeypatch, {}, {"status": "done", "sort": "-title"})[0] == nested
    assert exported(database, monkeypatch, {"status": "done"}, {"sort": "-title", "status": "done"})[0] == nested
    answer = client(STAFF).post(f"{URL}/export?status=done", json={"format": "xlsx", "status": "new"})
    assert (answer.status_code, answer.json()["code"]) == (422, "contradiction")
    assert list(answer.json()["fields"]) == ["status"]
    for path, body in ((f"{URL}/export?colour=red", {}), (f"{URL}/export", {"colour": "red"})):
        assert client(STAFF).post(path, json={"format": "xlsx", **body}).status_code == 422


BY_STATUS = {"figures": {"by": "status", "sum": "size"}, "columns": None}


def test_figures_are_exported_as_the_page_shows_them(
    client: Any, database: Database, things: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = client(STAFF).get(f"{URL}/figures?by=status&sum=size&search=Thing").json()["data"]["groups"]
    rows: list[list[Any]] = []
    titles: list[str] = []
    known.register([LIST])

    def keep(path: Any, title: str, columns: Any, table: Any, total: int) -> None:
        titles.extend(column.label() for column in columns)
        rows.extend(table)

    monkeypatch.setattr(export, "write_xlsx", keep)
    monkeypatch.setattr(export.store, "put", lambda *file: 77)
    wanted = export.read(LIST, STAFF, {"format": "xlsx", "search": "Thing", **BY_STATUS}, {}, {})
    context: Any = SimpleNamespace(params=wanted, actor=STAFF, db=database, progress=lambda *far: None)
    assert export.EXPORT.run(context) == {"fileId": 77, "name": "things-figures.xlsx", "rows": 2}
    assert titles == ["Status", "Number", "Size"]
    assert rows == [[*group["texts"], *group["values"]] for group in shown] == [["New", 40, 0], ["Done", 20, 0]]


def test_exported_figures_count_only_rows_of_their_reader(client: Any, database: Database, things: None) -> None:
    wanted = export.read(LIST, TUTOR, {"format": "xlsx", "figures": {"by": "status"}}, {}, {})
    context: Any = SimpleNamespace(params=wanted, actor=TUTOR, db=database, progress=lambda *far: None)
    kept: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        known.register([LIST])
        patch.setattr(export, "write_xlsx", lambda path, title, columns, rows, total: kept.extend(rows))
        patch.setattr(export.store, "put", lambda *file: 77)
        export.EXPORT.run(context)
    own = client(TUTOR).get(URL).json()["total"]
    assert sum(row[1] for row in kept) == own < 60


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"figures": "status"}, 400),
        ({"figures": []}, 400),
        ({"figures": True}, 400),
        ({"figures": {"by": 1}}, 400),
        ({"figures": {"by": "status", "chart": "cake"}}, 422),
        ({"figures": {"by": ["status"]}}, 400),
        ({"figures": {}}, 422),
        ({"figures": {"by": "colour"}}, 422),
        ({"figures": {"by": "status", "sum": "colour"}}, 422),
        ({"figures": {"by": "status", "compare": "before"}}, 422),
        ({"figures": {"by": "status", "colour": "red"}}, 422),
        ({"figures": {"by": "status"}, "ids": [1]}, 422),
        ({"figures": {"by": "status"}, "except": []}, 422),
        ({"figures": {"by": "status"}, "columns": ["title"]}, 422),
    ],
)
def test_figures_that_cannot_be_exported_are_refused(client: Any, body: dict[str, Any], status: int) -> None:
    assert client(STAFF).post(f"{URL}/export", json={"format": "xlsx", **body}).status_code == status


def test_list_without_figures_does_not_export_any() -> None:
    with pytest.raises(Invalid, match="This list has no figures"):
        export.read(replace(LIST, figures=None), STAFF, {"format": "pdf", "figures": {"by": "status"}}, {}, {})
