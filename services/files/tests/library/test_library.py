"""The document library (money.md 3, 6 and 7; readings.md, library levels and inheritance)."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import grpc
import pytest
import sqlalchemy as sa

from files.documents.model import file_version, stored_object
from files.library import queries
from kit import rpc
from kit.database import Database
from services.files.tests.builders import GOOD, upload
from services.files.tests.library.conftest import (
    ADMIN,
    KEEPER,
    MORE,
    READER,
    STRANGER,
    ClientFor,
    change,
    new_folder,
    put_in,
    shown,
)
from staffroom.files.v1 import files_pb2, files_pb2_grpc


def test_folder_shows_its_path_folders_and_files(client: ClientFor, root: int, policies: int) -> None:
    inner = new_folder(client, KEEPER, policies, "Old ones")
    number = put_in(client, KEEPER, policies)
    data = shown(client, KEEPER, policies)
    assert [one["name"] for one in data["breadcrumbs"]] == ["Library", "Policies"]
    assert [(one["id"], one["level"]) for one in data["subfolders"]] == [(inner, "administrator")]
    assert [(one["id"], one["name"], one["hasVersions"]) for one in data["files"]] == [(number, "Safeguarding", False)]
    levels = {one["name"]: one["level"] for one in data["usersWithAccess"]}
    assert levels == {"Kit Keeper": "administrator", "Mo More": "enhanced", "Rae Reader": "read"}
    assert data["may"]["edit"] == ["name", "description", "parentFolderId"]


def test_levels_show_more_or_less(client: ClientFor, policies: int) -> None:
    number = put_in(client, KEEPER, policies)
    assert change(client, KEEPER, f"/file/{number}", "reviewDate", "2026-01-01").status_code == 200
    (enhanced,), (read,) = (shown(client, who, policies)["files"] for who in (MORE, READER))
    assert (enhanced["reviewDate"], enhanced["overdue"], enhanced["ownerName"]) == ("2026-01-01", True, "Kit Keeper")
    assert not {"reviewDate", "overdue", "owner", "hasVersions"} & set(read)
    assert "usersWithAccess" not in shown(client, MORE, policies)
    assert client(MORE).get(f"/api/v1/file/{number}/versions").status_code == 200
    assert client(READER).get(f"/api/v1/file/{number}/versions").status_code == 403
    details = client(READER).get(f"/api/v1/file/{number}/details").json()["data"]
    assert "reviewDate" not in details and details["may"]["edit"] == []


def test_store_names_documents_of_the_library(client: ClientFor, policies: int, rpc_channel: grpc.Channel) -> None:
    number = put_in(client, KEEPER, policies)
    request = files_pb2.BatchGetFilesRequest(file_ids=[number], usable_only=True)
    names = files_pb2_grpc.FileServiceStub(rpc_channel).BatchGetFiles
    assert [one.in_library for one in rpc.call(names, request, actor=READER).files] == [True]
    assert not rpc.call(names, request, actor=STRANGER).files
    assert client(KEEPER).delete(f"/api/v1/file/{number}").status_code == 200
    assert not rpc.call(names, request, actor=READER).files


def test_file_beyond_the_first_of_its_folder_is_read_separately(
    client: ClientFor, policies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "MOST_FILES", 1)
    numbers = [put_in(client, KEEPER, policies, f"{name}.pdf") for name in ("Fees", "Safeguarding")]
    folder = shown(client, MORE, policies)
    assert ([one["id"] for one in folder["files"]], folder["more"]) == (numbers[:1], True)
    first, second = (client(MORE).get(f"/api/v1/library/file/{number}").json()["data"] for number in numbers)
    assert first == folder["files"][0]
    assert (second["name"], second["ownerName"]) == ("Safeguarding", "Kit Keeper")
    assert "owner" not in client(READER).get(f"/api/v1/library/file/{numbers[1]}").json()["data"]
    assert client(STRANGER).get(f"/api/v1/library/file/{numbers[1]}").status_code == 404


def test_stranger_reaches_nothing_by_any_call(client: ClientFor, policies: int) -> None:
    number = put_in(client, KEEPER, policies)
    version = client(KEEPER).get(f"/api/v1/file/{number}/versions").json()["data"][0]["versionId"]
    doors = ("", "/download")
    for path in (f"/folder/{policies}", f"/file/{number}/versions", *(f"/version/{version}{door}" for door in doors)):
        assert client(STRANGER).get(f"/api/v1{path}").status_code == 404, path
    for path in (f"/file/{number}", f"/file/{number}/download", f"/file/{number}/details"):
        assert client(STRANGER).get(f"/api/v1{path}").status_code == 402, path
    assert client(STRANGER).get("/api/v1/library?page=1").json()["data"] == []
    assert client(STRANGER).get("/api/v1/files?page=1&entityType=folder").json()["data"] == []
    assert upload(client(STRANGER), "a.pdf", GOOD["pdf"], entityType="folder", entityTypeId=policies).status_code == 404
    assert upload(client(READER), "a.pdf", GOOD["pdf"], entityType="folder", entityTypeId=policies).status_code == 403
    assert upload(client(READER), "a.pdf", GOOD["pdf"], path=f"/api/v1/file/{number}/update").status_code == 403
    assert change(client, READER, f"/file/{number}", "name", "Mine").status_code == 403
    assert change(client, STRANGER, f"/file/{number}", "name", "Mine").status_code == 404
    assert client(READER).get(f"/api/v1/file/{number}").status_code == 200


def test_uploader_without_access_to_the_folder_loses_the_file(client: ClientFor, policies: int) -> None:
    number = put_in(client, KEEPER, policies)
    body = {"folderId": policies, "users": [KEEPER.user_id]}
    assert client(ADMIN).post("/api/v1/deleteusersfromfolder", json=body).status_code == 200
    assert client(KEEPER).get(f"/api/v1/file/{number}").status_code == 402


def test_subfolder_inherits_and_raises_levels_only(client: ClientFor, policies: int) -> None:
    inner = new_folder(client, KEEPER, policies, "Templates")
    number = put_in(client, KEEPER, inner)
    assert client(READER).get(f"/api/v1/file/{number}").status_code == 200
    less = {"folderId": inner, "users": [{"id": MORE.user_id, "level": "read"}]}
    answer = client(KEEPER).post("/api/v1/adduserstofolder", json=less)
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        "Mo More is an enhanced reader by the folder Policies, so not less here",
    )
    answer = client(KEEPER).post("/api/v1/deleteusersfromfolder", json={"folderId": inner, "users": [READER.user_id]})
    assert answer.json()["error"] == "Rae Reader is a reader by the folder Policies; take it away there"
    more = {"folderId": inner, "users": [{"id": READER.user_id, "level": "administrator"}]}
    explained = client(KEEPER).post("/api/v1/adduserstofolder", json=more).json()["data"]
    why = {one["name"]: (one["level"], one["folder"]["name"], one["inherited"]) for one in explained}
    assert why["Rae Reader"] == ("administrator", "Templates", False)
    assert why["Mo More"] == ("enhanced", "Policies", True)


def test_member_of_a_folder_sees_the_path_to_it(client: ClientFor, root: int, policies: int) -> None:
    hidden = new_folder(client, ADMIN, root, "Finance")
    data = shown(client, READER, root)
    assert (data["level"], [one["id"] for one in data["subfolders"]], data["files"]) == ("", [policies], [])
    assert client(READER).get(f"/api/v1/folder/{hidden}").status_code == 404


def test_moved_folder_has_the_rights_of_its_new_place(client: ClientFor, root: int, policies: int) -> None:
    inner = new_folder(client, KEEPER, policies, "Templates")
    number = put_in(client, KEEPER, inner)
    other = new_folder(client, ADMIN, root, "Office")
    assert change(client, KEEPER, f"/folder/{inner}", "parentFolderId", other).status_code == 404
    assert change(client, ADMIN, f"/folder/{policies}", "parentFolderId", inner).status_code == 409
    assert change(client, ADMIN, f"/folder/{inner}", "parentFolderId", other).status_code == 200
    assert client(READER).get(f"/api/v1/file/{number}").status_code == 402
    assert [one["name"] for one in shown(client, ADMIN, inner)["breadcrumbs"]] == ["Library", "Office", "Templates"]


def test_versions_are_kept_named_and_restored(client: ClientFor, policies: int, database: Database) -> None:
    number = put_in(client, KEEPER, policies)
    second = GOOD["pdf"] + b"%second"
    answer = upload(client(KEEPER), "Other.pdf", second, path=f"/api/v1/file/{number}/update", note="New law")
    assert (answer.status_code, answer.json()["data"]["number"]) == (201, 2)
    listed = client(MORE).get(f"/api/v1/file/{number}/versions").json()["data"]
    assert [(one["number"], one["note"], one["latest"]) for one in listed] == [(2, "New law", True), (1, "", False)]
    now = client(READER).get(f"/api/v1/file/{number}").json()["data"]
    assert (base64.b64decode(now["fileData"]), now["title"]) == (second, "Safeguarding")
    first = listed[1]["versionId"]
    then = client(MORE).get(f"/api/v1/version/{first}").json()["data"]
    assert base64.b64decode(then["fileData"]) == GOOD["pdf"]
    assert client(MORE).post(f"/api/v1/version/{first}/restore").status_code == 403
    restored = client(KEEPER).post(f"/api/v1/version/{first}/restore").json()["data"]
    assert restored["number"] == 3
    assert client(KEEPER).post(f"/api/v1/version/{restored['versionId']}/restore").status_code == 409
    assert base64.b64decode(client(READER).get(f"/api/v1/file/{number}").json()["data"]["fileData"]) == GOOD["pdf"]
    assert client(READER).get(f"/api/v1/version/{first}").status_code == 403
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(stored_object)).scalar_one() == 2


def test_locked_file_takes_no_version(client: ClientFor, policies: int) -> None:
    number = put_in(client, KEEPER, policies)
    assert client(KEEPER).get(f"/api/v1/file/{number}/lock").status_code == 200
    answer = upload(client(KEEPER), "a.pdf", GOOD["pdf"], path=f"/api/v1/file/{number}/update")
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        "This file is locked. Unlock it before you add a version.",
    )


def test_deleted_file_is_in_the_trash_and_can_be_restored(
    client: ClientFor, policies: int, database: Database, run_jobs: Callable[[], Any]
) -> None:
    number = put_in(client, KEEPER, policies)
    assert client(READER).delete(f"/api/v1/file/{number}").status_code == 403
    assert client(KEEPER).delete(f"/api/v1/file/{number}").status_code == 200
    run_jobs()
    assert client(READER).get(f"/api/v1/file/{number}").status_code == 404
    assert shown(client, KEEPER, policies)["files"] == []
    trash = client(KEEPER).get("/api/v1/library/trash?page=1").json()["data"]
    assert [one["id"] for one in trash] == [number]
    assert client(READER).get("/api/v1/library/trash?page=1").json()["data"] == []
    assert client(READER).post(f"/api/v1/file/{number}/recover").status_code == 403
    assert client(STRANGER).post(f"/api/v1/file/{number}/recover").status_code == 404
    assert client(KEEPER).post(f"/api/v1/file/{number}/recover").status_code == 200
    assert base64.b64decode(client(READER).get(f"/api/v1/file/{number}").json()["data"]["fileData"]) == GOOD["pdf"]
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(file_version)).scalar_one() == 1


def test_folder_with_content_cannot_be_deleted(client: ClientFor, root: int, policies: int) -> None:
    number = put_in(client, KEEPER, policies)
    answer = client(KEEPER).delete(f"/api/v1/folder/{policies}")
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        "Policies has 1 file. Move its files or delete them first",
    )
    inner = new_folder(client, KEEPER, policies, "Templates")
    assert client(KEEPER).delete(f"/api/v1/folder/{policies}").json()["error"] == "Policies is used by 1 folder."
    assert client(KEEPER).delete(f"/api/v1/folder/{inner}").status_code == 200
    assert client(ADMIN).delete(f"/api/v1/folder/{root}").status_code == 409
    empty = new_folder(client, KEEPER, policies, "Empty")
    lost = put_in(client, KEEPER, empty)
    client(KEEPER).delete(f"/api/v1/file/{lost}")
    assert client(KEEPER).delete(f"/api/v1/folder/{empty}").status_code == 200
    assert client(KEEPER).post(f"/api/v1/file/{lost}/recover").status_code == 200
    assert {one["id"] for one in shown(client, KEEPER, policies)["files"]} == {number, lost}


def test_files_are_moved_with_a_result_for_each(client: ClientFor, root: int, policies: int) -> None:
    other = new_folder(client, ADMIN, root, "Office")
    mine, theirs = put_in(client, KEEPER, policies), put_in(client, ADMIN, other, "Fees.pdf")
    target = new_folder(client, KEEPER, policies, "Templates")
    body = {"fileIds": [mine, theirs, 999], "folderId": target}
    results = client(KEEPER).post("/api/v1/library/move", json=body).json()["data"]
    assert [(one["id"], one["done"], one["reason"]) for one in results] == [
        (mine, True, ""),
        (theirs, False, "File ID not valid"),
        (999, False, "File ID not valid"),
    ]
    assert client(READER).post("/api/v1/library/move", json=body).status_code == 403
    assert [one["id"] for one in shown(client, READER, target)["files"]] == [mine]


def test_names_are_unique_in_a_folder_and_users_must_exist(client: ClientFor, root: int, policies: int) -> None:
    answer = client(ADMIN).post("/api/v1/folder", json={"name": "Policies", "parentId": root})
    assert (answer.status_code, answer.json()["error"]) == (409, "A folder with this name already exists here")
    answer = client(ADMIN).post("/api/v1/adduserstofolder", json={"folderId": policies, "users": [9999]})
    assert (answer.status_code, answer.json()["error"]) == (422, "There is no such user")
    answer = client(KEEPER).post(
        "/api/v1/adduserstofolder", json={"folderId": policies, "users": [{"id": 23, "level": "owner"}]}
    )
    assert answer.json()["error"] == "Unknown level owner; allowed are: read, enhanced, administrator"


@pytest.mark.parametrize("users", [None, 5, "x", [], [None], [{}], [{"id": "x"}], [{"id": 1, "level": 5}], [[1]], [-1]])
@pytest.mark.parametrize("path", ["adduserstofolder", "deleteusersfromfolder"])
def test_users_of_every_other_kind_are_refused(client: ClientFor, policies: int, path: str, users: object) -> None:
    answer = client(KEEPER).post(f"/api/v1/{path}", json={"folderId": policies, "users": users})
    assert answer.status_code == 422, answer.text
