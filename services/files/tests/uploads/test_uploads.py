"""Resumable uploads: the tus protocol 1.0.0 (issue 42, 1; money.md 5 and 7)."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from files.documents.jobs import SWEEP
from files.documents.model import file, stored_object
from files.documents.rules import MAX_FILE
from files.storage import storage
from files.uploads import commands, rules
from files.uploads.jobs import EXPIRE
from files.uploads.model import upload, upload_piece
from kit.database import Database
from kit.policy import Actor, as_service
from services.files.tests.builders import GOOD, office
from services.files.tests.uploads import tus
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
RunJobs = Callable[[], list[dict[str, Any]]]
STAFF = actor("staff", user_id=11, name="Ada Byron", persons={"staff": 4})
COLLEAGUE = actor("staff", user_id=12, persons={"staff": 5})
STUDENT = actor("student", user_id=15, persons={"student": 9})
KB = 1024


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of 64 KB, so that small files have several."""
    monkeypatch.setattr("files.uploads.routes.PIECE", 64 * KB)


def pdf(size: int) -> bytes:
    """Return a PDF of `size` bytes in which all parts differ."""
    body = b"".join(b"%% %013d\n" % number for number in range(size // 16 + 1))
    return (b"%PDF-1.4\n" + body)[: size - 6] + b"\n%%EOF"


def rows(database: Database, table: sa.Table) -> list[dict[str, Any]]:
    return database.all(sa.select(table))


def content(row: dict[str, Any]) -> bytes:
    return b"".join(storage().read(row["object_key"], 0, row["size"]))


def test_pieces_are_joined_to_one_file(client: ClientFor, database: Database) -> None:
    here, data = client(STAFF), pdf(300 * KB)
    texts = {"uploadType": "homework", "description": "  First  draft ", "reviewDate": "2027-02-01"}
    about = {"entityType": "course", "entityTypeId": 3, "params": json.dumps({"hwId": 77}), "filetype": "x/y"}
    address = tus.created(here, "Essay on Keats.PDF", len(data), **texts, **about)
    first = tus.patch(here, address, 0, data[: 100 * KB])
    assert (first.status_code, first.headers["upload-offset"]) == (204, str(100 * KB))
    assert "upload-file-id" not in first.headers
    assert [(piece["start"], piece["size"]) for piece in rows(database, upload_piece)] == [
        (0, 64 * KB),
        (64 * KB, 36 * KB),
    ]
    last = tus.patch(here, address, 100 * KB, data[100 * KB :])
    assert (last.status_code, last.headers["upload-offset"]) == (204, str(len(data)))
    (row,) = rows(database, file)
    assert last.headers["upload-file-id"] == str(row["id"])
    assert (row["name"], row["extension"], row["content_type"]) == ("Essay on Keats", "pdf", "homework")
    assert (row["description"], row["uploader_id"], str(row["review_date"])) == ("First draft", 11, "2027-02-01")
    assert (row["entity_type"], row["entity_id"], row["params"]) == ("course", 3, {"hwId": "77"})
    assert row["sha256"] == hashlib.sha256(data).hexdigest() and content(row) == data
    assert rows(database, upload_piece) == []
    assert [kept["key"] for kept in rows(database, stored_object)] == [row["object_key"]]
    assert list(storage()._drafts.iterdir()) == []


def test_short_request_is_refused_unless_it_is_the_last(client: ClientFor) -> None:
    here, data = client(STAFF), pdf(100 * KB)
    address = tus.created(here, "Essay.pdf", len(data))
    refused = tus.patch(here, address, 0, data[: 10 * KB])
    assert (refused.status_code, refused.json()["error"]) == (400, "A request has at least 64 KB, but for the last one")
    assert tus.head(here, address).headers["upload-offset"] == "0"


def test_broken_connection_keeps_the_received_bytes(client: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
    here, data = client(STAFF), pdf(300 * KB)
    address = tus.created(here, "Essay.pdf", len(data))

    def breaking() -> Iterator[bytes]:
        yield data[: 70 * KB]
        yield data[70 * KB : 150 * KB]

    headers = tus.PIECE | {"Upload-Offset": "0", "Content-Length": str(len(data))}
    here.patch(address, headers=headers, content=breaking())
    state = tus.head(here, address)
    assert (state.status_code, state.headers["upload-length"]) == (200, str(len(data)))
    offset = int(state.headers["upload-offset"])
    assert 64 * KB <= offset <= 150 * KB
    last = tus.patch(here, address, offset, data[offset:])
    assert last.status_code == 204
    answer = here.get(f"/api/v1/file/{last.headers['upload-file-id']}/download")
    assert answer.content == data


def test_lost_last_answer_creates_no_second_file(client: ClientFor, database: Database) -> None:
    here, data = client(STAFF), GOOD["pdf"]
    address = tus.created(here, "Essay.pdf", len(data))
    file_id = tus.patch(here, address, 0, data).headers["upload-file-id"]
    state = tus.head(here, address)
    assert (state.headers["upload-offset"], state.headers["upload-file-id"]) == (str(len(data)), file_id)
    assert tus.patch(here, address, 0, data).status_code == 409
    again = tus.patch(here, address, len(data), b"")
    assert (again.status_code, again.headers["upload-file-id"]) == (204, file_id)
    assert len(rows(database, file)) == 1


def test_second_request_continues_and_first_is_refused(
    client: ClientFor, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, data = client(STAFF), pdf(64 * KB + 100)
    address = tus.created(here, "Essay.pdf", len(data))
    add_piece, second = commands.add_piece, []

    def hanging(*arguments: Any) -> None:
        """Send another request after the first one has read its body but before it has stored anything."""
        monkeypatch.setattr(commands, "add_piece", add_piece)
        assert tus.head(here, address).headers["upload-offset"] == "0"
        second.append(tus.patch(here, address, 0, data).status_code)
        add_piece(*arguments)

    monkeypatch.setattr(commands, "add_piece", hanging)
    first = tus.patch(here, address, 0, data[: 64 * KB])
    assert second == [204]
    assert (first.status_code, first.json()["code"]) == (409, "offset_moved")
    (row,) = rows(database, file)
    assert content(row) == data
    assert [kept["key"] for kept in rows(database, stored_object)] == [row["object_key"]]


def test_refusals_before_the_first_byte_equal_refusals_of_the_form(client: ClientFor, database: Database) -> None:
    here = client(STAFF)
    for name, length, texts, status, text in (
        ("run.exe", 5, {}, 422, "run.exe is not a standard image, pdf, or document file"),
        ("film.mp4", MAX_FILE + 1024**2, {}, 413, "file is 101 MB, and maximum file size is 100 MB"),
        ("a.pdf", 5, {"description": "x" * 51}, 422, "Please use maximum 50 characters"),
        ("a.pdf", 5, {"entityType": "course"}, 422, "Field is required"),
        ("a.pdf", 0, {}, 422, "File type does not match extension"),
        ("a.pdf", 5, {"path": "/nowhere"}, 400, None),
        ("a.pdf", 5, {"params": "[1]"}, 400, None),
    ):
        answer = tus.create(here, name, length, **texts)
        assert answer.status_code == status, answer.text
        assert text is None or answer.json()["error"] == text
        assert answer.headers["tus-resumable"] == "1.0.0"
    assert rows(database, upload) == []
    kind = tus.create(here, "a.pdf", 5, uploadType="virus")
    form = here.post("/api/v1/system/uploader", files={"file": ("a.pdf", GOOD["pdf"])}, data={"uploadType": "virus"})
    assert kind.status_code == form.status_code == 422
    assert kind.json()["fields"] == form.json()["fields"]


@pytest.mark.parametrize(
    ("name", "data"), [("photo.png", b"<html>"), ("essay.docx", office("xlsx")), ("essay.pdf", b"MZ\x90\x00")]
)
def test_refused_content_ends_the_upload(client: ClientFor, database: Database, name: str, data: bytes) -> None:
    here = client(STAFF)
    address = tus.created(here, name, len(data))
    answers = [tus.patch(here, address, 0, data) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [422, 422]
    first, second = ({**answer.json(), "requestId": ""} for answer in answers)
    assert first == second and first["error"] == "File type does not match extension"
    assert rows(database, file) == rows(database, stored_object) == rows(database, upload_piece) == []
    assert tus.head(here, address).status_code == 200


def test_only_its_creator_reaches_an_upload(client: ClientFor) -> None:
    data = GOOD["pdf"]
    address = tus.created(client(STAFF), "Essay.pdf", len(data))
    other = client(COLLEAGUE)
    assert tus.head(other, address).status_code == 404
    assert tus.patch(other, address, 0, data).status_code == 404
    assert other.delete(address, headers=tus.VERSION).status_code == 404
    assert tus.head(client(None), address).status_code == 401
    assert tus.patch(client(STAFF), address, 0, data).status_code == 204


def test_protocol_version_type_and_length_are_checked(client: ClientFor) -> None:
    here, data = client(STAFF), GOOD["pdf"]
    address = tus.created(here, "Essay.pdf", len(data))
    other = here.head(address, headers={"Tus-Resumable": "0.2.2"})
    assert (other.status_code, other.headers["tus-version"]) == (412, "1.0.0")
    headers = tus.VERSION | {"Upload-Offset": "0", "Content-Type": "application/json"}
    assert here.patch(address, headers=headers, content=data).status_code == 415
    assert tus.patch(here, address, 0, data + b"x").status_code == 413
    assert tus.patch(here, address, 3, data[3:]).json()["code"] == "offset_differs"
    assert here.post("/api/v1/uploads", headers=tus.VERSION).status_code == 400
    state = tus.head(here, address)
    assert state.headers["cache-control"] == "no-store"
    assert state.headers["upload-metadata"] == tus.encoded(filename="Essay.pdf")


def test_terminated_upload_leaves_nothing(client: ClientFor, database: Database) -> None:
    here, data = client(STAFF), pdf(200 * KB)
    address = tus.created(here, "Essay.pdf", len(data))
    tus.patch(here, address, 0, data[: 128 * KB])
    assert here.delete(address, headers=tus.VERSION).status_code == 204
    assert tus.head(here, address).status_code == 404
    assert rows(database, upload) == rows(database, upload_piece) == rows(database, stored_object) == []


def test_expired_upload_is_removed_with_its_pieces(client: ClientFor, database: Database, run_jobs: RunJobs) -> None:
    here, data = client(STAFF), pdf(200 * KB)
    kept, expired = (tus.created(here, "Essay.pdf", len(data)) for _ in range(2))
    for address in (kept, expired):
        tus.patch(here, address, 0, data[: 128 * KB])
    long_ago = sa.func.now() - dt.timedelta(days=8)
    number = expired.rsplit("/", 1)[-1]
    database.execute(sa.update(upload).where(upload.c.id == number).values(expires=long_ago))
    database.execute(sa.update(stored_object).values(created=long_ago))
    assert tus.head(here, expired).status_code == 404
    with database.transaction(as_service("files")) as tx:
        EXPIRE.enqueue(tx, "now", {})
        SWEEP.enqueue(tx, "now", {})
    assert {job["state"] for job in run_jobs()} == {"done"}
    assert len(rows(database, upload)) == 1
    assert len(rows(database, upload_piece)) == len(rows(database, stored_object)) == 2
    assert tus.patch(here, kept, 128 * KB, data[128 * KB :]).status_code == 204


def test_unfinished_uploads_of_a_person_are_limited(client: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("files.uploads.commands.MOST_OPEN", 2)
    here = client(STAFF)
    for _ in range(2):
        tus.created(here, "Essay.pdf", 5)
    assert tus.create(here, "Essay.pdf", 5).json()["error"] == rules.TOO_MANY_OPEN
    assert tus.create(client(COLLEAGUE), "Essay.pdf", 5).status_code == 201


def test_homework_is_uploaded_by_its_own_path(client: ClientFor) -> None:
    refused = tus.create(client(STUDENT), "Essay.pdf", 5, path="/student/homework/add", hwsId=1, studentId=8)
    assert (refused.status_code, refused.json()["error"]) == (402, "You do not currently have access to this file")
    missing = tus.create(client(STAFF), "Essay.pdf", 5, path="/student/homework/add")
    assert missing.json()["fields"] == {"hwsId": "Field is required"}


def test_memory_of_the_last_piece_does_not_grow_with_the_file(
    client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Count the bytes that Python allocates while 24 MB of pieces are joined, checked and stored."""
    here, data = client(STAFF), pdf(24 * KB * KB)
    monkeypatch.setattr("files.uploads.routes.PIECE", rules.PIECE)
    finish, peaks = commands.finish, []

    def counted(*arguments: Any) -> int:
        tracemalloc.start()
        try:
            file_id = finish(*arguments)
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
        return file_id

    monkeypatch.setattr(commands, "finish", counted)
    address = tus.created(here, "Essay.pdf", len(data))
    for offset in range(0, len(data), rules.PIECE):
        assert tus.patch(here, address, offset, data[offset : offset + rules.PIECE]).status_code == 204
    assert len(peaks) == 1 and peaks[0] < 4 * KB * KB
