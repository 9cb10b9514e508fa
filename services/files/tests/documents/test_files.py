"""Finding, downloading, changing and deleting files (money.md 6, 7 and 8)."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from files.documents import rules
from files.documents.model import file, stored_object
from files.storage import storage
from kit.database import Database
from kit.events import Event
from kit.policy import Actor
from services.files.tests.builders import GOOD, uploaded
from staffroom.people.events.v1.events_pb2 import CourseChanged
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
STAFF = actor("staff", user_id=11, name="Ada Byron", persons={"staff": 4})
ADMIN = actor("staff", "sysAdmin", user_id=12)
STUDENT = actor("student", user_id=21, persons={"student": 5})
OTHER = actor("student", user_id=22, persons={"student": 6})
TUTOR = actor("tutor", user_id=31, persons={"tutor": 7})


def test_file_is_returned_as_base64(client: ClientFor) -> None:
    number = uploaded(client(STAFF), "Essay on Keats.pdf", uploadType="homework")
    data = client(STAFF).get(f"/api/v1/file/{number}").json()["data"]
    assert base64.b64decode(data["fileData"]) == GOOD["pdf"]
    assert (data["title"], data["ext"]) == ("Essay on Keats", "pdf")
    assert (data["annotations"], data["conversion"]) == ([], None)


def test_title_cannot_break_the_response(client: ClientFor) -> None:
    number = uploaded(client(STAFF), "a.pdf", description='"" \\ {"fileData":""}')
    data = client(STAFF).get(f"/api/v1/file/{number}").json()["data"]
    assert data["description"] == '"" \\ {"fileData":""}'
    assert base64.b64decode(data["fileData"]) == GOOD["pdf"]


def test_large_file_is_returned_whole(client: ClientFor) -> None:
    large = GOOD["pdf"] + b"%" * (30 * rules.MB)
    number = uploaded(client(STAFF), "Scan.pdf", large)
    data = client(STAFF).get(f"/api/v1/file/{number}").json()["data"]
    assert base64.b64decode(data["fileData"]) == large


@pytest.mark.parametrize("path", ["x", "-1", "1.5", "9" * 19, "x/download", "-1/details"])
def test_invalid_id_is_404_with_the_text_of_the_spec(client: ClientFor, path: str) -> None:
    answer = client(STAFF).get(f"/api/v1/file/{path}")
    assert (answer.status_code, answer.json()["error"]) == (404, "File ID not valid")
    assert client(None).get(f"/api/v1/file/{path}").status_code == 401


def test_unknown_file_is_404_with_the_text_of_the_spec(client: ClientFor) -> None:
    for path in ("/api/v1/file/999", "/api/v1/file/999/download", "/api/v1/file/999/details"):
        answer = client(STAFF).get(path)
        assert (answer.status_code, answer.json()["error"]) == (404, "File ID not valid")
        assert answer.json()["title"] == "File not found"


def test_missing_bytes_are_reported_before_the_response_starts(client: ClientFor, database: Database) -> None:
    number = uploaded(client(STAFF))
    with database.read() as connection:
        storage().remove(connection.execute(sa.select(file.c.object_key)).scalar_one())
    for path in (f"/api/v1/file/{number}", f"/api/v1/file/{number}/download"):
        answer = client(STAFF).get(path)
        assert (answer.status_code, answer.json()["error"]) == (404, "Problem retrieving file")


def test_file_of_somebody_else_is_402(client: ClientFor) -> None:
    number = uploaded(client(STUDENT), entityType="student", entityTypeId=5)
    for path in (f"/api/v1/file/{number}", f"/api/v1/file/{number}/download"):
        answer = client(OTHER).get(path)
        assert (answer.status_code, answer.json()["title"]) == (402, "Access denied")
        assert answer.json()["error"] == "You do not currently have access to this file"


def reaches(client: ClientFor, who: Actor, number: int) -> bool:
    status = client(who).get(f"/api/v1/file/{number}/download").status_code
    listed = client(who).get("/api/v1/files?pageSize=100").json()["data"]
    is_listed = number in [entry["id"] for entry in listed]
    assert is_listed == (status == 200)
    return is_listed


def test_file_of_a_student_is_visible_to_staff_and_the_student(client: ClientFor) -> None:
    number = uploaded(client(STAFF), entityType="student", entityTypeId=5)
    assert reaches(client, STAFF, number)
    assert reaches(client, ADMIN, number)
    assert reaches(client, STUDENT, number)
    assert not reaches(client, OTHER, number)
    assert not reaches(client, actor("tutor", persons={"tutor": 5}), number)


def test_file_of_a_course_is_visible_to_its_current_people(client: ClientFor, deliver: Callable[..., None]) -> None:
    number = uploaded(client(STAFF), entityType="course", entityTypeId=3)
    course = {"id": 3, "tutorIds": [7], "students": [{"cwsId": 1, "studentId": 5}]}
    assert not reaches(client, STUDENT, number)
    deliver(Event.of(CourseChanged), 3, course)
    assert reaches(client, STUDENT, number)
    assert reaches(client, TUTOR, number)
    assert not reaches(client, OTHER, number)
    deliver(Event.of(CourseChanged), 3, {**course, "students": []})
    assert not reaches(client, STUDENT, number)
    deliver(Event.of(CourseChanged), 3, {"id": 3, "deleted": True})
    assert not reaches(client, TUTOR, number)


def test_only_staff_see_an_invisible_file(client: ClientFor) -> None:
    number = uploaded(client(STUDENT), entityType="student", entityTypeId=5)
    assert reaches(client, STUDENT, number)
    assert client(STAFF).get(f"/api/v1/file/{number}/invisible").json()["data"]["value"] is False
    assert not reaches(client, STUDENT, number)
    assert reaches(client, STAFF, number)
    client(STAFF).post(f"/api/v1/file/{number}/visible")
    assert reaches(client, STUDENT, number)


def test_tutor_sees_own_hidden_file_and_locks_it(client: ClientFor) -> None:
    number = uploaded(client(TUTOR), "Marks.pdf")
    assert client(TUTOR).post(f"/api/v1/file/{number}/invisible").json()["data"]["value"] is False
    assert reaches(client, TUTOR, number)
    assert not reaches(client, actor("tutor", user_id=32, persons={"tutor": 8}), number)
    assert client(TUTOR).post(f"/api/v1/file/{number}/lock").json()["data"]["value"] is True
    about = client(TUTOR).get(f"/api/v1/file/{number}/details").json()["data"]
    assert about["locked"] is True and about["visible"] is False
    assert client(TUTOR).delete(f"/api/v1/file/{number}").status_code == 409
    other = uploaded(client(STAFF), "Office.pdf", entityType="tutor", entityTypeId=7)
    assert client(TUTOR).post(f"/api/v1/file/{other}/lock").status_code == 403
    mine = uploaded(client(STUDENT), "Essay.pdf")
    assert client(STUDENT).post(f"/api/v1/file/{mine}/invisible").status_code == 403


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(
    ("move", "field", "value"),
    [
        ("lock", "locked", True),
        ("unlock", "locked", False),
        ("visible", "visible", True),
        ("invisible", "visible", False),
    ],
)
def test_legacy_calls_set_lock_and_visibility(
    client: ClientFor, database: Database, method: str, move: str, field: str, value: bool
) -> None:
    number = uploaded(client(STAFF), entityType="student", entityTypeId=5)
    with database.read() as connection:
        connection.execute(sa.update(file).values({field: not value}))
    answer = getattr(client(STAFF), method)(f"/api/v1/file/{number}/{move}")
    assert answer.json()["data"]["value"] is value
    with database.read() as connection:
        assert connection.execute(sa.select(file.c[field])).scalar_one() is value


def test_student_neither_sees_nor_changes_lock_and_visibility(client: ClientFor) -> None:
    who = STUDENT
    number = uploaded(client(who))
    for move in ("lock", "unlock", "visible", "invisible"):
        assert client(who).get(f"/api/v1/file/{number}/{move}").status_code == 403
    body = {"field": "locked", "newValue": True}
    assert client(who).put(f"/api/v1/file/{number}", json=body).status_code == 403
    names = {entry["name"] for entry in client(who).get("/api/v1/files/columns").json()["data"]["columns"]}
    assert names.isdisjoint({"locked", "visible"})
    staff_names = {entry["name"] for entry in client(STAFF).get("/api/v1/files/columns").json()["data"]["columns"]}
    assert {"locked", "visible"} <= staff_names
    details = client(who).get(f"/api/v1/file/{number}/details").json()["data"]
    assert "locked" not in details
    assert details["may"] == {"edit": ["name", "description", "contentType"], "delete": True, "history": False}


def put(client: httpx.Client, number: int, field: str, value: Any) -> httpx.Response:
    return client.put(f"/api/v1/file/{number}", json={"field": field, "newValue": value})


def test_file_is_renamed_without_its_extension(client: ClientFor) -> None:
    number = uploaded(client(STAFF), "Essay.pdf")
    assert put(client(STAFF), number, "name", " Essay on Keats ").json()["data"]["value"] == "Essay on Keats"
    for wrong in ("Essay.pdf", "Essay.PDF", "Essay.docx"):
        answer = put(client(STAFF), number, "name", wrong)
        assert (answer.status_code, answer.json()["error"]) == (422, "Please enter the name without its extension")
    assert put(client(STAFF), number, "name", "").json()["error"] == "Field is required"
    assert put(client(STAFF), number, "name", "x" * 191).json()["error"] == "Field must have at most 190 characters"
    assert put(client(STAFF), number, "name", "x" * 190).status_code == 200
    assert put(client(STAFF), number, "name", "a/b").status_code == 422
    assert put(client(STAFF), number, "name", 'a"b').status_code == 422


def test_only_the_uploader_and_staff_rename(client: ClientFor) -> None:
    mine = uploaded(client(STUDENT))
    assert put(client(STUDENT), mine, "name", "Mine").status_code == 200
    given = uploaded(client(STAFF), entityType="student", entityTypeId=5)
    assert put(client(STUDENT), given, "name", "Mine").status_code == 403
    assert put(client(OTHER), given, "name", "Mine").status_code == 404


@pytest.mark.parametrize("legacy", [True, False])
def test_deletion_removes_the_bytes_after_the_commit(
    client: ClientFor, database: Database, run_jobs: Callable[[], list[dict[str, Any]]], legacy: bool
) -> None:
    number = uploaded(client(STAFF))
    with database.read() as connection:
        key = connection.execute(sa.select(file.c.object_key)).scalar_one()
    call = client(STAFF)
    answer = call.post(f"/api/v1/file/delete/{number}") if legacy else call.delete(f"/api/v1/file/{number}")
    assert answer.json() == {"data": {"id": number}}
    assert b"".join(storage().read(key, 0, len(GOOD["pdf"]))) == GOOD["pdf"]
    assert call.get(f"/api/v1/file/{number}").status_code == 404
    assert {job["state"] for job in run_jobs()} == {"done"}
    with pytest.raises(Exception, match="Problem retrieving file"):
        storage().read(key, 0, 1)
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(stored_object)).scalar() == 0


def test_locked_file_cannot_be_deleted(client: ClientFor) -> None:
    number = uploaded(client(STAFF))
    client(STAFF).post(f"/api/v1/file/{number}/lock")
    for answer in (client(ADMIN).delete(f"/api/v1/file/{number}"), client(STAFF).post(f"/api/v1/file/delete/{number}")):
        assert (answer.status_code, answer.json()["error"]) == (409, "This file is locked, so cannot be deleted.")
    client(STAFF).post(f"/api/v1/file/{number}/unlock")
    assert client(STAFF).delete(f"/api/v1/file/{number}").status_code == 200


def test_only_the_uploader_and_staff_delete(client: ClientFor) -> None:
    given = uploaded(client(STAFF), entityType="student", entityTypeId=5)
    assert client(STUDENT).delete(f"/api/v1/file/{given}").status_code == 403
    assert client(OTHER).delete(f"/api/v1/file/{given}").status_code == 404
    mine = uploaded(client(STUDENT))
    assert client(STUDENT).delete(f"/api/v1/file/{mine}").status_code == 200


# Downloads


def test_download_is_an_attachment_with_nosniff(client: ClientFor) -> None:
    number = uploaded(client(STAFF), "Übung “1”.pdf")
    answer = client(STAFF).get(f"/api/v1/file/{number}/download")
    assert answer.content == GOOD["pdf"]
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-length"] == str(len(GOOD["pdf"]))
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert answer.headers["content-disposition"] == (
        "attachment; filename=\"_bung _1_.pdf\"; filename*=UTF-8''%C3%9Cbung%20%E2%80%9C1%E2%80%9D.pdf"
    )


@pytest.mark.parametrize(
    ("asked", "status", "expected"),
    [
        ("bytes=0-3", 206, slice(0, 4)),
        ("bytes=5-", 206, slice(5, None)),
        ("bytes=-6", 206, slice(-6, None)),
        ("bytes=4-100000", 206, slice(4, None)),
        ("bytes=-100000", 206, slice(None)),
        ("bytes=0-1,3-4", 200, slice(None)),
        ("lines=1-2", 200, slice(None)),
        ("bytes=-", 200, slice(None)),
    ],
)
def test_download_returns_the_requested_range(client: ClientFor, asked: str, status: int, expected: slice) -> None:
    number = uploaded(client(STAFF))
    answer = client(STAFF).get(f"/api/v1/file/{number}/download", headers={"Range": asked})
    assert answer.status_code == status
    assert answer.content == GOOD["pdf"][expected]
    assert answer.headers["content-length"] == str(len(answer.content))
    assert ("content-range" in answer.headers) == (status == 206)


@pytest.mark.parametrize("asked", ["bytes=100000-", "bytes=9-3", "bytes=-0"])
def test_range_outside_of_the_file_is_416(client: ClientFor, asked: str) -> None:
    number = uploaded(client(STAFF))
    answer = client(STAFF).get(f"/api/v1/file/{number}/download", headers={"Range": asked})
    assert answer.status_code == 416
    assert answer.headers["content-range"] == f"bytes */{len(GOOD['pdf'])}"


def test_cached_download_is_304(client: ClientFor) -> None:
    number = uploaded(client(STAFF))
    path = f"/api/v1/file/{number}/download"
    tag = client(STAFF).get(path).headers["etag"]
    answer = client(STAFF).get(path, headers={"If-None-Match": tag})
    assert (answer.status_code, answer.content) == (304, b"")
    assert client(OTHER).get(path, headers={"If-None-Match": tag}).status_code == 402


# The list


def test_list_has_the_files_of_the_requested_record(client: ClientFor) -> None:
    file_id = uploaded(client(STAFF), "Essay.pdf", entityType="student", entityTypeId=5, uploadType="homework")
    uploaded(client(STAFF), "Other.pdf", entityType="student", entityTypeId=6)
    body = client(STAFF).get("/api/v1/files?entityType=student&entityTypeId=5&pageSize=25").json()
    (entry,) = body["data"]
    assert (entry["id"], entry["name"], entry["extension"]) == (file_id, "Essay", "pdf")
    assert (entry["contentType"], entry["fileType"], entry["size"]) == ("homework", "application/pdf", len(GOOD["pdf"]))
    assert (entry["uploadedBy"], entry["locked"], entry["visible"]) == ("Ada Byron", False, True)
    assert (body["total"], body["totalIsExact"]) == (1, True)


def test_pages_of_files_have_25_rows_unless_another_size_is_chosen(client: ClientFor) -> None:
    meta = client(STAFF).get("/api/v1/files/columns").json()["data"]
    assert meta["defaultPageSize"] == 25
    assert meta["pageSizes"][:5] == [10, 25, 50, 75, 100]


def test_search_matches_name_and_description(client: ClientFor) -> None:
    uploaded(client(STAFF), "Essay on Keats.pdf")
    uploaded(client(STAFF), "Notes.txt", description="on the odes of KEATS")
    uploaded(client(STAFF), "Sums.xlsx")
    is_listed = client(STAFF).get("/api/v1/files?search=keats&sort=name&pageSize=25").json()["data"]
    assert [entry["name"] for entry in is_listed] == ["Essay on Keats", "Notes"]
