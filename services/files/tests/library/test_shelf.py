"""Documents: reviews and their reminders, bulk actions, favourites."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from typing import Any

import sqlalchemy as sa

from files.documents.model import file
from files.events import NOTIFICATION_RAISED
from files.shelf.reviewing import DUE_REVIEWS
from kit.database import Database
from kit.policy import as_service
from kit.reminders import remind
from kit.values.days import today
from services.files.tests.builders import GOOD
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
from staffroom_testing.plugin import Published

FILES = as_service("files")


def notices(published: Published) -> list[dict[str, Any]]:
    return [payload for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]


def day(days: int) -> str:
    return (today() + dt.timedelta(days=days)).isoformat()


def test_owner_is_reminded_of_a_review_by_its_ladder(
    client: ClientFor, policies: int, published: Published, database: Database
) -> None:
    number = put_in(client, KEEPER, policies)
    change(client, KEEPER, f"/file/{number}", "reviewDate", day(40))
    counts = [remind(DUE_REVIEWS, FILES, today() + dt.timedelta(days=days)) for days in (9, 10, 20, 33, 39, 40, 41)]
    assert counts == [0, 1, 0, 1, 0, 1, 0]
    raised = notices(published)
    assert [one["title"] for one in raised] == [
        "Review due in 30 days: Safeguarding",
        "Review due in 7 days: Safeguarding",
        "Review due today: Safeguarding",
    ]
    assert {tuple(one["userIds"]) for one in raised} == {(KEEPER.user_id,)}
    database.execute(sa.update(file).values(owner_id=STRANGER.user_id))
    change(client, KEEPER, f"/file/{number}", "reviewDate", day(30))
    assert remind(DUE_REVIEWS, FILES, today()) == 1
    assert notices(published)[0]["userIds"] == [KEEPER.user_id]


def test_document_is_marked_as_reviewed(client: ClientFor, policies: int, database: Database) -> None:
    number = put_in(client, KEEPER, policies)
    change(client, KEEPER, f"/file/{number}", "reviewDate", day(-3))
    assert client(MORE).get("/api/v1/library?page=1&overdue=true").json()["data"][0]["overdue"] is True
    path = f"/api/v1/file/{number}/reviewed"
    assert client(READER).post(path, json={"nextDate": day(365)}).status_code == 403
    assert client(STRANGER).post(path, json={"nextDate": day(365)}).status_code == 404
    assert client(KEEPER).post(path, json={"nextDate": day(0)}).json()["fields"] == {
        "nextDate": "Please choose a day after today"
    }
    database.execute(sa.update(file).values(owner_id=MORE.user_id))
    assert client(MORE).post(path, json={"nextDate": day(365)}).status_code == 200
    (one,) = shown(client, MORE, policies)["files"]
    assert (one["reviewDate"], one["reviewed"], one["reviewedBy"], one["overdue"]) == (
        day(365),
        day(0),
        "Mo More",
        False,
    )


def test_files_are_deleted_and_restored_with_a_result_for_each(client: ClientFor, root: int, policies: int) -> None:
    other = new_folder(client, ADMIN, root, "Office")
    mine, locked, theirs = (
        put_in(client, KEEPER, policies),
        put_in(client, KEEPER, policies, "Fixed.pdf"),
        put_in(client, ADMIN, other, "Fees.pdf"),
    )
    client(KEEPER).get(f"/api/v1/file/{locked}/lock")
    body = {"fileIds": [mine, locked, theirs]}
    results = client(KEEPER).post("/api/v1/library/delete", json=body).json()["data"]
    assert [(one["name"], one["reason"]) for one in results] == [
        ("Safeguarding.pdf", ""),
        ("Fixed.pdf", "This file is locked, so cannot be deleted."),
        ("", "File ID not valid"),
    ]
    assert [one["id"] for one in shown(client, KEEPER, policies)["files"]] == [locked]
    refused = client(READER).post("/api/v1/library/recover", json=body).json()["data"]
    assert [one["done"] for one in refused] == [False, False, False]
    restored = client(KEEPER).post("/api/v1/library/recover", json=body).json()["data"]
    assert [one["done"] for one in restored] == [True, False, False]


def test_files_are_downloaded_as_one_archive(client: ClientFor, root: int, policies: int) -> None:
    first, second = put_in(client, KEEPER, policies), put_in(client, KEEPER, policies, data=GOOD["pdf"] + b"%2")
    hidden = put_in(client, ADMIN, new_folder(client, ADMIN, root, "Office"), "Fees.pdf")
    answer = client(READER).get(f"/api/v1/library/zip?ids={first},{second}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        contents = {name: archive.read(name) for name in archive.namelist()}
    assert contents == {"Safeguarding.pdf": GOOD["pdf"], "Safeguarding (2).pdf": GOOD["pdf"] + b"%2"}
    assert client(READER).get(f"/api/v1/library/zip?ids={first},{hidden}").status_code == 404
    for ids in ("", "x", "1,-2", ",".join(["1"] * 501)):
        assert client(READER).get(f"/api/v1/library/zip?ids={ids}").status_code == 422, ids


def test_favourites_are_personal_and_need_access(client: ClientFor, root: int, policies: int) -> None:
    number = put_in(client, KEEPER, policies)

    def mark(kind: str, record: int, on: bool = True) -> int:
        return (
            client(READER).post("/api/v1/library/favourites", json={"kind": kind, "id": record, "on": on}).status_code
        )

    assert [mark("file", number), mark("file", number), mark("folder", policies)] == [200, 200, 200]
    assert [mark("file", 999), mark("folder", new_folder(client, ADMIN, root, "Office"))] == [404, 404]
    data = client(READER).get("/api/v1/library/favourites").json()["data"]
    assert ([one["id"] for one in data["files"]], data["folders"]) == (
        [number],
        [{"id": policies, "name": "Policies"}],
    )
    assert client(KEEPER).get("/api/v1/library/favourites").json()["data"] == {"folders": [], "files": []}
    mark("folder", policies, on=False)
    client(ADMIN).post("/api/v1/deleteusersfromfolder", json={"folderId": policies, "users": [READER.user_id]})
    assert client(READER).get("/api/v1/library/favourites").json()["data"] == {"folders": [], "files": []}
