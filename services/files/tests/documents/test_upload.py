"""Uploading (money.md 5 and 7, Upload; platform.md 5, Uploads)."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from files.documents import kinds, rules
from files.documents.model import file, stored_object
from files.documents.routes import SHARE
from files.storage import storage
from kit.database import Database
from kit.policy import Actor
from services.files.tests.builders import GOOD, office, png, upload, uploaded
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
STAFF = actor("staff", user_id=11, name="Ada Byron", persons={"staff": 4})


def row(database: Database, file_id: int) -> dict[str, Any]:
    with database.read() as connection:
        return dict(connection.execute(sa.select(file).where(file.c.id == file_id)).mappings().one())


def count(database: Database, table: sa.Table) -> int:
    with database.read() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


def drafts() -> list[Path]:
    return list(storage()._drafts.iterdir())


@pytest.mark.parametrize("path", ["/api/v1/system/uploader", "/api/v1/uploader", "/api/v1/file"])
def test_each_of_the_three_calls_stores_the_file_and_returns_its_id(
    client: ClientFor, database: Database, path: str
) -> None:
    answer = upload(
        client(STAFF),
        "Essay on Keats.PDF",
        GOOD["pdf"],
        path=path,
        uploadType="homework",
        description="  First   draft ",
        reviewDate="2027-02-01",
        entityType="course",
        entityTypeId=3,
        hwId=77,
    )
    assert answer.status_code == 201
    stored = row(database, answer.json()["data"]["id"])
    assert (stored["name"], stored["extension"], stored["media_type"]) == ("Essay on Keats", "pdf", "application/pdf")
    assert (stored["content_type"], stored["description"]) == ("homework", "First draft")
    assert str(stored["review_date"]) == "2027-02-01"
    assert (stored["entity_type"], stored["entity_id"]) == ("course", 3)
    assert (stored["uploader_id"], stored["uploader_name"], stored["owner_id"]) == (11, "Ada Byron", 11)
    assert stored["params"] == {"hwId": "77"}
    assert stored["size"] == len(GOOD["pdf"])
    assert stored["sha256"] == hashlib.sha256(GOOD["pdf"]).hexdigest()
    assert b"".join(storage().read(stored["object_key"], 0, stored["size"])) == GOOD["pdf"]
    assert drafts() == []


def test_request_with_several_files_stores_each(client: ClientFor, database: Database) -> None:
    parts = [("file", (f"{number}.png", png(number, 3), "image/png")) for number in (1, 2, 3)]
    answer = client(STAFF).post("/api/v1/uploader", files=parts)
    ids = answer.json()["data"]["ids"]
    assert answer.json()["data"]["id"] == ids[0]
    assert [row(database, number)["name"] for number in ids] == ["1", "2", "3"]


def test_one_bad_file_refuses_all_of_them(client: ClientFor, database: Database) -> None:
    parts = [("file", ("a.png", png(), "image/png")), ("file", ("b.png", b"no picture", "image/png"))]
    assert client(STAFF).post("/api/v1/uploader", files=parts).status_code == 422
    assert count(database, file) == count(database, stored_object) == 0
    assert drafts() == []


def refused(answer: httpx.Response, status: int, text: str) -> dict[str, Any]:
    body: dict[str, Any] = answer.json()
    assert (answer.status_code, body["error"]) == (status, text)
    return body


@pytest.mark.parametrize("name", ["run.exe", "page.html", "drawing.svg", "script.js", "archive.zip", "noextension"])
def test_unaccepted_type_is_refused(client: ClientFor, name: str) -> None:
    refused(upload(client(STAFF), name, b"x"), 422, f"{name} is not a standard image, pdf, or document file")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("photo.png", b"<html><script>alert(1)</script></html>"),
        ("essay.docx", office("xlsx")),
        ("essay.pdf", b"MZ\x90\x00"),
        ("notes.txt", b"<svg onload=alert(1)>"),
        ("bomb.docx", office("docx", {"word/media/zeros.bin": b"\x00" * (40 * rules.MB)})),
        ("empty.txt", b""),
    ],
)
def test_content_that_contradicts_the_name_is_refused(
    client: ClientFor, database: Database, name: str, data: bytes
) -> None:
    refused(upload(client(STAFF), name, data), 422, "File type does not match extension")
    assert count(database, file) == 0


def test_file_over_the_limit_is_read_to_its_end_and_measured(
    client: ClientFor, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "MAX_FILE", 2 * rules.MB)
    data = b"%PDF-1.4\n" + b" " * (3 * rules.MB)
    answer = upload(client(STAFF), "big.pdf", data)
    assert refused(answer, 413, "file is 3 MB, and maximum file size is 2 MB")["code"] == "file_too_large"
    assert count(database, stored_object) == 0
    assert drafts() == []


def test_files_over_the_total_are_refused(
    client: ClientFor, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "MAX_TOTAL", 2 * rules.MB)
    content = b"word " * (rules.MB // 5)
    parts = [("file", (f"{name}.txt", content, "text/plain")) for name in ("a", "b", "c")]
    answer = client(STAFF).post("/api/v1/uploader", files=parts)
    refused(answer, 413, "Unable to add c.txt as total upload size has reached the maximum")
    assert count(database, stored_object) == 0


def test_description_has_at_most_fifty_characters(client: ClientFor) -> None:
    assert upload(client(STAFF), "a.pdf", GOOD["pdf"], description="x" * 50).status_code == 201
    body = refused(
        upload(client(STAFF), "a.pdf", GOOD["pdf"], description="x" * 51), 422, "Please use maximum 50 characters"
    )
    assert body["fields"] == {"description": "Please use maximum 50 characters"}


@pytest.mark.parametrize(
    "texts",
    [
        {"uploadType": "export"},
        {"uploadType": "virus"},
        {"reviewDate": "soon"},
        {"owner": "me"},
        {"entityTypeId": "-1"},
        {"entityTypeId": "9" * 30},
        {"entityType": "student'; drop table file; --"},
    ],
)
def test_wrong_text_is_named(client: ClientFor, database: Database, texts: dict[str, str]) -> None:
    answer = upload(client(STAFF), "a.pdf", GOOD["pdf"], **texts)
    assert answer.status_code == 422
    assert list(answer.json()["fields"]) == list(texts)
    assert count(database, file) == 0


FORM = "multipart/form-data; boundary=b"
FILE = b'--b\r\nContent-Disposition: form-data; name="file"; filename="%s.txt"\r\n\r\nabc'
TEXT = b'--b\r\nContent-Disposition: form-data; name="t"\r\n\r\n'


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"", FORM),
        (b"--b\r\n", FORM),
        (FILE % b"a", FORM),
        (FILE % b"\xff" + b"\r\n--b--\r\n", FORM),
        (b"--b\r\n" + b"X-Many: headers\r\n" * 100 + b"\r\n", FORM),
        (TEXT + b"x" * 20_000 + b"\r\n--b--\r\n", FORM),
        (b"nonsense", FORM),
        (b"--b--", "multipart/form-data"),
        (b"{}", "application/json"),
    ],
)
def test_unreadable_form_is_refused(client: ClientFor, database: Database, body: bytes, content_type: str) -> None:
    answer = client(STAFF).post("/api/v1/uploader", content=body, headers={"Content-Type": content_type})
    assert answer.status_code == 400, answer.text
    assert count(database, stored_object) == 0
    assert drafts() == []


def test_form_without_a_file_is_refused(client: ClientFor) -> None:
    answer = client(STAFF).post("/api/v1/uploader", files={"description": (None, "no file")})
    assert refused(answer, 422, "Please choose a file")["fields"] == {"file": "Field is required"}


def test_too_many_files_in_one_request_are_refused(client: ClientFor) -> None:
    parts = [("file", (f"{number}.txt", b"x", "text/plain")) for number in range(51)]
    refused(client(STAFF).post("/api/v1/uploader", files=parts), 422, "Please upload at most 50 files")


def test_upload_requires_sign_in(client: ClientFor) -> None:
    assert upload(client(None), "a.pdf", GOOD["pdf"]).status_code == 401


def test_student_attaches_only_to_themselves(client: ClientFor) -> None:
    student = client(actor("student", persons={"student": 5}))
    assert upload(student, "a.pdf", GOOD["pdf"], entityType="student", entityTypeId=5).status_code == 201
    assert upload(student, "a.pdf", GOOD["pdf"], entityType="student", entityTypeId=6).status_code == 404
    assert upload(student, "a.pdf", GOOD["pdf"], entityType="tutor", entityTypeId=5).status_code == 404
    assert upload(student, "a.pdf", GOOD["pdf"], owner=999).status_code == 403


def test_repeated_upload_with_the_same_key_is_one_file(client: ClientFor, database: Database) -> None:
    key = {"Idempotency-Key": "upload-1"}
    first = upload(client(STAFF), "a.pdf", GOOD["pdf"], headers=key)
    again = upload(client(STAFF), "a.pdf", GOOD["pdf"], headers=key)
    assert again.json() == first.json()
    assert (count(database, file), count(database, stored_object)) == (1, 1)
    other = upload(client(STAFF), "a.pdf", GOOD["ai"], headers=key)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")
    assert (count(database, file), count(database, stored_object)) == (1, 1)


def test_failed_row_leaves_no_object(client: ClientFor, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> int:
        raise RuntimeError("no")

    monkeypatch.setattr("files.documents.commands.add", fail)
    assert upload(client(STAFF), "a.pdf", GOOD["pdf"]).status_code == 500
    assert count(database, stored_object) == 0
    kept = [path for path in Path(storage()._root).rglob("*") if path.is_file()]
    monkeypatch.undo()
    uploaded(client(STAFF))
    assert len([path for path in Path(storage()._root).rglob("*") if path.is_file()]) == len(kept) + 1


def test_archives_of_one_upload_share_one_budget(client: ClientFor, database: Database) -> None:
    """Each alone would be accepted: 34 documents of 9 MB unpacked exceed the total."""
    part = office("docx", {"word/media/zeros.bin": b"\x00" * (9 * rules.MB)})
    sent = [("file", (f"{number}.docx", part)) for number in range(34)]
    answer = client(STAFF).post("/api/v1/uploader", files=sent)
    assert (answer.status_code, answer.json()["code"]) == (413, "archives_too_large")
    assert "300 MB unpacked" in answer.json()["error"]
    assert count(database, stored_object) == 0
    assert drafts() == []
    assert client(STAFF).post("/api/v1/uploader", files=sent[:33]).status_code == 201


def test_uploads_of_one_person_are_limited(client: ClientFor) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(SHARE.at_once):
            stack.enter_context(SHARE.taken(STAFF))
        refused = upload(client(STAFF), "essay.pdf", GOOD["pdf"])
        assert (refused.status_code, refused.json()["code"]) == (429, "share_used")
        assert int(refused.headers["retry-after"]) > 0
        assert upload(client(actor("staff", user_id=12)), "essay.pdf", GOOD["pdf"]).status_code == 201
    assert upload(client(STAFF), "essay.pdf", GOOD["pdf"]).status_code == 201


def test_uploader_learns_the_fields_of_each_kind(client: ClientFor) -> None:
    here = client(STAFF)
    of_record = here.get("/api/v1/uploader/needs").json()["data"]
    assert of_record == {"tutorCharter": {"owner": True, "reviewDate": True}, "examPaper": {"owner": False}}
    of_library = here.get("/api/v1/uploader/needs?entityType=folder").json()["data"]
    assert of_library["document"] == {"owner": False, "reviewDate": False}
    known = {str(kind.value) for kind in kinds.UPLOADED}
    assert set(of_library) <= known
