"""Exports of people as Parquet: content, changes, erased persons, faults."""

from __future__ import annotations

import hashlib
import io
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from pyarrow import parquet as arrow

from kit import store
from kit.database import Database, tables
from kit.errors import Unavailable
from kit.jobs.worker import Runner
from kit.policy import Actor, as_service
from people.persons.model import TABLES
from people.warehouse import parquet
from people.warehouse.jobs import WRITE
from people.warehouse.model import people_export
from services.people.tests.builders import make_person
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
PATH = "/api/v1/people/exports"
ROOT = actor("staff", "sysAdmin", user_id=1)


class Store:
    """Files in the store, by id."""

    def __init__(self) -> None:
        self.files: dict[int, tuple[str, bytes]] = {}
        self.refuses_after = 1_000

    def put(self, path: Path, name: str, *_: Any) -> int:
        if len(self.files) >= self.refuses_after:
            raise Unavailable("The file store does not answer")
        self.files[len(self.files) + 1] = (name, path.read_bytes())
        return len(self.files)


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Store:
    files = Store()
    monkeypatch.setattr(store, "put", files.put)
    return files


@pytest.fixture
def export(client: ClientFor, database: Database, files: Store) -> Callable[..., dict[str, Any]]:
    """`export("full")` starts an export, runs its job, and returns the record."""

    def run(scope: str = "full") -> dict[str, Any]:
        _settle(database)
        started = client(ROOT).post(PATH, json={"scope": scope})
        assert started.status_code == 202, started.text
        data = started.json()["data"]
        Runner("people", [WRITE]).run(int(data["job"].rsplit("-", 1)[1]))
        answer: dict[str, Any] = client(ROOT).get(f"{PATH}/{data['id']}").json()["data"]
        return answer

    return run


def _settle(database: Database) -> None:
    """Wait until no transaction of the cluster is older than this one. An export repeats a row whose change an older
    transaction may still precede, and the tests of other services write to other databases of the cluster at the same
    time."""
    with database.transaction(as_service("people")) as tx:
        number = int(tx.scalar(sa.text("SELECT pg_current_xact_id()::text::bigint")))
    for _ in range(600):
        with database.transaction(as_service("people")) as tx:
            if int(tx.scalar(sa.text("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"))) > number:
                return
        time.sleep(0.1)
    raise AssertionError("a transaction of the cluster has been open for a minute")


def rows_of(files: Store, record: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    [file] = [one for one in record["files"] if one["name"] == f"people-{kind}.parquet"]
    rows: list[dict[str, Any]] = arrow.read_table(io.BytesIO(files.files[file["fileId"]][1])).to_pylist()
    assert len(rows) == file["rows"]
    return rows


def erase(database: Database, kind: str, person: int) -> None:
    with database.transaction(as_service("people")) as tx:
        tx.execute(sa.delete(TABLES[kind]).where(TABLES[kind].c.id == person))


def test_full_export_has_every_person_and_a_manifest(
    database: Database, files: Store, export: Callable[..., dict[str, Any]]
) -> None:
    ada = make_person(database, "student", first_name="Ada", last_name="Lóvelace")
    make_person(database, "tutor", first_name="Bob")
    record = export()
    assert (record["state"], record["rows"], record["scope"]) == ("done", 2, "full")
    [row] = rows_of(files, record, "student")
    assert (row["id"], row["lastName"], row["deleted"]) == (ada, "Lóvelace", False)
    assert row["created"].tzinfo is not None
    assert rows_of(files, record, "staff") == []
    manifest_file = record["files"][-1]
    assert manifest_file["name"].endswith("manifest.json")
    manifest = json.loads(files.files[manifest_file["fileId"]][1])
    assert (manifest["schemaVersion"], manifest["content"], manifest["rows"]) == (1, "full", 2)
    for file in manifest["files"]:
        [content] = [content for name, content in files.files.values() if name == file["name"]]
        assert (len(content), hashlib.sha256(content).hexdigest()) == (file["bytes"], file["sha256"])
    columns = {(one["file"], one["column"]): one for one in manifest["columns"]}
    assert columns["student.parquet", "lastName"]["personal"] is True
    assert columns["student.parquet", "safeguarding"]["special"] is True
    assert columns["student.parquet", "status"]["personal"] is False


def test_incremental_export_has_changes_and_tombstones_of_erased_people(
    database: Database, files: Store, export: Callable[..., dict[str, Any]]
) -> None:
    make_person(database, "student", first_name="Same")
    changed, erased = make_person(database, "student"), make_person(database, "student", first_name="Gone")
    first = export()
    with database.transaction(as_service("people")) as tx:
        table = TABLES["student"]
        tx.execute(sa.update(table).where(table.c.id == changed).values(first_name="Grace"))
    erase(database, "student", erased)
    added = make_person(database, "tutor")
    second = export("incremental")
    assert (second["scope"], second["fromChange"]) == ("incremental", first["toChange"])
    rows = {row["id"]: row for row in rows_of(files, second, "student")}
    assert set(rows) == {changed, erased}
    assert (rows[changed]["firstName"], rows[changed]["deleted"]) == ("Grace", False)
    tombstone = {name: value for name, value in rows[erased].items() if value is not None}
    assert set(tombstone) == {"id", "change", "deleted"}
    assert tombstone["deleted"] is True
    assert [row["id"] for row in rows_of(files, second, "tutor")] == [added]
    assert not any(row["firstName"] == "Gone" for row in rows_of(files, export("full"), "student"))
    assert rows_of(files, export("incremental"), "student") == []


def test_first_incremental_export_is_full(export: Callable[..., dict[str, Any]]) -> None:
    assert export("incremental")["scope"] == "full"


def test_two_at_once_are_refused(client: ClientFor, files: Store) -> None:
    root = client(ROOT)
    assert root.post(PATH, json={"scope": "full"}).status_code == 202
    refused = root.post(PATH, json={"scope": "full"})
    assert refused.status_code in {409, 422}
    assert refused.json()["error"] == "An export is already running. Please wait until it has ended"
    assert client(actor("staff", "academicOffice")).post(PATH, json={"scope": "full"}).status_code == 403
    assert client(actor("staff")).get(PATH).status_code == 403


def test_export_that_breaks_off_leaves_the_last_good_one(
    client: ClientFor,
    database: Database,
    files: Store,
    export: Callable[..., dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_person(database, "student")
    good = export()

    def broken(*_: Any) -> int:
        raise OSError("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(parquet, "write", broken)
        failed = export()
    assert (failed["state"], failed["files"]) == ("failed", [])
    state = client(ROOT).get(f"{PATH}/state").json()["data"]
    assert (state["lastDone"], state["running"], state["schedule"]) == (good["id"], None, "every day at 02:20")
    assert state["lastError"].startswith("The export failed")
    assert export("incremental")["fromChange"] == good["toChange"]


def test_killed_export_runs_again_from_the_beginning(
    client: ClientFor, database: Database, files: Store, export: Callable[..., dict[str, Any]]
) -> None:
    make_person(database, "student")
    good = export()
    files.refuses_after = len(files.files) + 3
    started = client(ROOT).post(PATH, json={"scope": "full"}).json()["data"]
    job = int(started["job"].rsplit("-", 1)[1])
    Runner("people", [WRITE]).run(job)
    half = client(ROOT).get(f"{PATH}/{started['id']}").json()["data"]
    assert (half["state"], half["files"]) == ("running", [])
    assert client(ROOT).get(f"{PATH}/state").json()["data"]["lastDone"] == good["id"]
    files.refuses_after = 1_000
    with database.transaction(as_service("people")) as tx:
        tx.execute(sa.update(tables.job).where(tables.job.c.id == job).values(state="queued"))
    Runner("people", [WRITE]).run(job)
    whole = client(ROOT).get(f"{PATH}/{started['id']}").json()["data"]
    assert (whole["state"], len(whole["files"])) == ("done", 8)


def test_export_whose_job_was_cancelled_gives_way_to_the_next(
    client: ClientFor, database: Database, export: Callable[..., dict[str, Any]]
) -> None:
    assert client(ROOT).post(PATH, json={"scope": "full"}).status_code == 202
    with database.transaction(as_service("people")) as tx:
        tx.execute(sa.update(tables.job).values(state="cancelled"))
    assert export()["state"] == "done"
    with database.read() as connection:
        states = connection.execute(sa.select(people_export.c.state).order_by(people_export.c.id)).scalars().all()
    assert states == ["failed", "done"]


def test_nightly_export_runs_automatically(database: Database, files: Store) -> None:
    make_person(database, "student")
    with database.transaction(as_service("people")) as tx:
        job = WRITE.enqueue(tx, "night", {})
    Runner("people", [WRITE]).run(job)
    with database.read() as connection:
        row = connection.execute(sa.select(people_export)).mappings().one()
    assert (row["state"], row["started_by"], row["rows"]) == ("done", "Schedule", 1)
