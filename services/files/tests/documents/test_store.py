"""The file store as used by the other services, and its sweep."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest
import sqlalchemy as sa

from files.documents.jobs import SWEEP
from files.documents.model import file, stored_object
from files.storage import Storage, storage
from kit import rpc, store
from kit.database import Database, tables
from kit.errors import Forbidden, Invalid, Malformed, NotFound, NotYourFile, TooLarge
from kit.jobs import enqueue_due
from kit.policy import Actor, as_service
from kit.service import Service
from services.files.tests.builders import GOOD, upload, uploaded
from staffroom.files.v1 import files_pb2, files_pb2_grpc
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
RunJobs = Callable[[], list[dict[str, Any]]]
STAFF = actor("staff", user_id=11, name="Ada Byron", persons={"staff": 4})
COLLEAGUE = actor("staff", user_id=12, persons={"staff": 5})
ADMIN = actor("staff", "sysAdmin", user_id=13)


def sweep(database: Database, run_jobs: RunJobs) -> None:
    with database.transaction(as_service("files")) as tx:
        SWEEP.enqueue(tx, "now", {})
    assert [job["state"] for job in run_jobs() if job["kind"] == SWEEP.name] == ["done"]


def put(
    channel: grpc.Channel, who: Actor, owner: int, name: str = "students.xlsx", pieces: int = 3, **more: Any
) -> int:
    def requests() -> Iterator[Any]:
        given = {"name": name, "media_type": "x/y", "owner_user_id": owner, "content_type": "export"}
        info = files_pb2.FileInfo(**(given | more))
        yield files_pb2.PutRequest(info=info)
        for _ in range(pieces):
            yield files_pb2.PutRequest(chunk=b"x" * 100_000)

    stub = files_pb2_grpc.FileServiceStub(channel)
    return int(rpc.call(stub.Put, requests(), actor=who).file_id)


def test_export_is_visible_only_to_its_user(rpc_channel: grpc.Channel, client: ClientFor) -> None:
    number = put(rpc_channel, STAFF, 11)
    answer = client(STAFF).get(f"/api/v1/file/{number}/download")
    assert answer.content == b"x" * 300_000
    assert 'filename="students.xlsx"' in answer.headers["content-disposition"]
    assert answer.headers["content-type"].endswith("spreadsheetml.sheet")
    assert client(COLLEAGUE).get(f"/api/v1/file/{number}/download").status_code == 402
    assert client(ADMIN).get(f"/api/v1/file/{number}/download").status_code == 200
    assert client(STAFF).get("/api/v1/files?pageSize=25").json()["data"] == []


def test_bundle_is_stored_as_an_archive_that_cannot_be_uploaded(rpc_channel: grpc.Channel, client: ClientFor) -> None:
    number = put(rpc_channel, STAFF, 11, name="Invoices.zip")
    answer = client(STAFF).get(f"/api/v1/file/{number}/download")
    assert answer.headers["content-type"] == "application/zip"
    assert 'filename="Invoices.zip"' in answer.headers["content-disposition"]
    refused = upload(client(STAFF), "Invoices.zip", b"PK\x03\x04")
    assert "is not a standard image, pdf, or document file" in refused.text


def test_export_expires_after_seven_days(
    rpc_channel: grpc.Channel, client: ClientFor, database: Database, run_jobs: RunJobs
) -> None:
    number = put(rpc_channel, STAFF, 11)
    kept = uploaded(client(STAFF))
    with database.read() as connection:
        row = connection.execute(sa.select(file).where(file.c.id == number)).mappings().one()
        assert row["expires"] - row["created"] == pytest.approx(dt.timedelta(days=7), abs=dt.timedelta(seconds=5))
        connection.execute(sa.update(file).where(file.c.id == number).values(expires=sa.func.now()))
        long_ago = sa.func.now() - dt.timedelta(days=8)
        connection.execute(
            sa.update(stored_object).where(stored_object.c.key == row["object_key"]).values(created=long_ago)
        )
    assert client(STAFF).get(f"/api/v1/file/{number}").status_code == 404
    sweep(database, run_jobs)
    with pytest.raises(NotFound):
        storage().read(row["object_key"], 0, 1)
    assert client(STAFF).get(f"/api/v1/file/{kept}").status_code == 200


def test_sweep_keeps_running_uploads(database: Database, run_jobs: RunJobs) -> None:
    with database.transaction(as_service("files")) as tx:
        hours = dt.timedelta(hours=1)
        rows = [{"key": "aa/new"}, {"key": "bb/old"}]
        tx.execute(sa.insert(stored_object), rows)
        old = sa.update(stored_object).where(stored_object.c.key == "bb/old")
        tx.execute(old.values(created=sa.func.now() - 25 * hours))
    sweep(database, run_jobs)
    with database.read() as connection:
        assert list(connection.execute(sa.select(stored_object.c.key)).scalars()) == ["aa/new"]


def test_sweep_runs_every_night_even_without_uploads(database: Database, service: Service, run_jobs: RunJobs) -> None:
    evening = dt.datetime(2026, 1, 1, 20, tzinfo=dt.UTC)
    for hours in (0, 12, 13, 36):
        enqueue_due("files", service.schedules, evening + dt.timedelta(hours=hours))
    with database.read() as connection:
        of_sweeps = sa.select(tables.job.c.key).where(tables.job.c.kind == SWEEP.name).order_by(tables.job.c.id)
        days = list(connection.execute(of_sweeps).scalars())
    assert days == [f"sweepFiles@2026-01-0{day}T04:00:00+00:00" for day in (2, 3)]


def test_upload_enqueues_only_the_reading(client: ClientFor, run_jobs: RunJobs) -> None:
    uploaded(client(STAFF))
    assert [job["kind"] for job in run_jobs()] == ["files.read"]


def test_service_stores_files_only_in_its_own_name(rpc_channel: grpc.Channel) -> None:
    with pytest.raises(Forbidden):
        put(rpc_channel, STAFF, 12)
    assert put(rpc_channel, as_service("people"), 12)


def test_put_needs_a_valid_name(rpc_channel: grpc.Channel) -> None:
    with pytest.raises(Invalid, match="not a standard image, pdf, or document file"):
        put(rpc_channel, STAFF, 11, name="run.exe")
    stub = files_pb2_grpc.FileServiceStub(rpc_channel)
    with pytest.raises(Malformed):
        rpc.call(stub.Put, iter([files_pb2.PutRequest(chunk=b"x")]), actor=STAFF)
    with pytest.raises(Malformed):
        rpc.call(stub.Put, iter([]), actor=STAFF)


def test_service_deletes_only_produced_files(rpc_channel: grpc.Channel, client: ClientFor) -> None:
    produced, own = put(rpc_channel, STAFF, 11), uploaded(client(STAFF), "A.pdf", uploadType="bill")
    stub = files_pb2_grpc.FileServiceStub(rpc_channel)
    request = files_pb2.DeleteProducedRequest(file_ids=[produced, own, 999])
    with pytest.raises(Forbidden):
        rpc.call(stub.DeleteProduced, request, actor=ADMIN)
    assert client(STAFF).get(f"/api/v1/file/{produced}/download").status_code == 200
    rpc.call(stub.DeleteProduced, request, actor=as_service("finance"))
    assert client(STAFF).get(f"/api/v1/file/{produced}/download").status_code == 404
    assert client(STAFF).get(f"/api/v1/file/{own}/download").status_code == 200


def test_service_deletes_produced_files_of_records(rpc_channel: grpc.Channel, client: ClientFor) -> None:
    service, stub = as_service("people"), files_pb2_grpc.FileServiceStub(rpc_channel)
    application, other = (
        put(rpc_channel, service, 0, content_type="application", entity_type="application", entity_id=n, name="CV.pdf")
        for n in (3, 4)
    )
    loose = put(rpc_channel, STAFF, 11)
    for request in (
        files_pb2.DeleteProducedRequest(entity_type="application", entity_ids=[3]),
        files_pb2.DeleteProducedRequest(entity_ids=[0]),
    ):
        with pytest.raises(Forbidden):
            rpc.call(stub.DeleteProduced, request, actor=ADMIN)
        rpc.call(stub.DeleteProduced, request, actor=service)
    asked = files_pb2.BatchGetFilesRequest(file_ids=[application, other, loose])
    answer = rpc.call(stub.BatchGetFiles, asked, actor=service)
    assert [one.id for one in answer.files] == [other, loose]


def test_uploaded_files_of_a_form_are_deleted_with_its_entry(rpc_channel: grpc.Channel, database: Database) -> None:
    """Other records keep uploaded files."""
    kept, ended = put(rpc_channel, STAFF, 11), put(rpc_channel, STAFF, 11)
    with database.transaction(as_service("files")) as tx:
        for number, kind in ((kept, "student"), (ended, "formEntry")):
            values = {"content_type": "document", "entity_type": kind, "entity_id": 5}
            tx.execute(sa.update(file).where(file.c.id == number).values(**values))
    stub = files_pb2_grpc.FileServiceStub(rpc_channel)
    for kind in ("student", "formEntry"):
        request = files_pb2.DeleteProducedRequest(entity_type=kind, entity_ids=[5])
        rpc.call(stub.DeleteProduced, request, actor=as_service("people"))
    assert database.all(sa.select(file.c.id).where(file.c.id.in_([kept, ended]))) == [{"id": kept}]


def test_batch_get_files_returns_known_files_in_the_requested_order(
    rpc_channel: grpc.Channel, client: ClientFor
) -> None:
    first, second = uploaded(client(STAFF), "A.pdf", uploadType="bill"), uploaded(client(STAFF), "B.txt")
    stub = files_pb2_grpc.FileServiceStub(rpc_channel)
    answer = rpc.call(stub.BatchGetFiles, files_pb2.BatchGetFilesRequest(file_ids=[second, first, 999]), actor=STAFF)
    assert [(f.id, f.name, f.extension, f.content_type, f.size_bytes) for f in answer.files] == [
        (first, "A", "pdf", "bill", len(GOOD["pdf"])),
        (second, "B", "txt", "document", len(GOOD["txt"])),
    ]
    assert [f.in_library for f in answer.files] == [False, False]


@pytest.fixture(params=["file", "memory"])
def any_storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    """A folder, and a store without folders, renames or paths, like S3."""
    return Storage(tmp_path.as_uri() if request.param == "file" else "memory://objects/here")


def test_interrupted_write_leaves_no_object(any_storage: Storage) -> None:
    key = any_storage.new_key()
    with any_storage.draft() as draft:
        draft.write(b"0123456789")
        draft.flush()
        with pytest.raises(NotFound):
            any_storage.read(key, 0, 1)
        any_storage.keep(draft, key)
    assert not Path(draft.name).exists()
    assert b"".join(any_storage.read(key, 0, 10)) == b"0123456789"
    assert list(any_storage.read(key, 2, 9, 3)) == [b"234", b"567", b"8"]
    with pytest.raises(OSError, match="ends too early"):
        list(any_storage.read(key, 0, 11))
    any_storage.remove(key)
    any_storage.remove(key)
    with pytest.raises(NotFound, match="Problem retrieving file"):
        any_storage.read(key, 0, 1)


def test_unused_draft_is_removed(any_storage: Storage) -> None:
    with pytest.raises(ValueError, match="stop"), any_storage.draft() as draft:
        draft.write(b"x")
        raise ValueError("stop")
    assert not Path(draft.name).exists()


def test_file_produced_for_a_person_is_downloadable_by_them(
    rpc_channel: grpc.Channel, client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rpc, "channel", lambda peer: rpc_channel)
    client_12 = actor("client", persons={"client": 12})
    pdf_bytes = b"%PDF-1.7 " + b"x" * 300_000
    number = store.put(pdf_bytes, "INV-1.pdf", "application/pdf", STAFF, "invoice", ("client", 12))
    assert client(client_12).get(f"/api/v1/file/{number}/download").content == pdf_bytes
    assert client(actor("client", persons={"client": 13})).get(f"/api/v1/file/{number}").status_code == 402
    for who in (STAFF, COLLEAGUE, client_12):
        assert store.get(number, who, most=1_000_000) == store.Stored("INV-1.pdf", "application/pdf", pdf_bytes)
    with pytest.raises(NotYourFile):
        store.get(number, actor("tutor", persons={"tutor": 1}), most=1_000_000)
    with pytest.raises(NotFound):
        store.get(999_999, STAFF, most=1_000_000)
    with pytest.raises(TooLarge, match="is more than"):
        store.get(number, STAFF, most=1_000)
    assert store.known([number, 999_999], STAFF) == {number: "INV-1.pdf"}
