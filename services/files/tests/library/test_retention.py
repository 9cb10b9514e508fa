"""Retention by folder and content type, and holds that prevent every deletion."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import httpx
import sqlalchemy as sa

from files.documents.jobs import SWEEP
from files.documents.model import file, file_version
from files.events import NOTIFICATION_RAISED
from files.retention.jobs import run
from kit.database import Database
from kit.policy import Actor
from kit.values.days import today
from services.files.tests.builders import GOOD, upload
from services.files.tests.library.conftest import ADMIN, KEEPER, ClientFor, change, new_folder, put_in, shown
from staffroom_testing.plugin import Published

RunJobs = Callable[[], Any]


def rule(client: ClientFor, who: Actor = ADMIN, **values: Any) -> httpx.Response:
    return client(who).post("/api/v1/library/retention", json={"since": "version", **values})


def hold(client: ClientFor, who: Actor, kind: str, record: int, reason: str | None = "Court case") -> httpx.Response:
    path = f"/api/v1/{kind}/{record}/{'release' if reason is None else 'hold'}"
    return client(who).post(path, json=None if reason is None else {"reason": reason})


def sweep(database: Database, run_jobs: RunJobs, key: str) -> None:
    with database.transaction(ADMIN) as tx:
        SWEEP.enqueue(tx, key, {})
    run_jobs()


def age(database: Database, number: int, years: float) -> None:
    then = dt.datetime.now(dt.UTC) - dt.timedelta(days=years * 365.25)
    database.execute(sa.update(file).where(file.c.id == number).values(created=then))
    database.execute(sa.update(file_version).where(file_version.c.file_id == number).values(created=then))


def test_document_goes_into_the_trash_a_month_after_its_owner_is_notified(
    client: ClientFor, policies: int, database: Database, published: Published
) -> None:
    number, young = put_in(client, KEEPER, policies), put_in(client, KEEPER, policies, "New.pdf")
    assert rule(client, folderId=policies, years=6).status_code == 201
    age(database, number, 7)
    assert run(database, today()) == {"told": 1, "spared": 0, "moved": 0}
    notice = next(payload for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject)
    assert (notice["kind"], notice["title"], notice["userIds"]) == (
        "retention",
        "Safeguarding goes into the trash",
        [KEEPER.user_id],
    )
    leaves = today() + dt.timedelta(days=30)
    days = {one["id"]: one["leaves"] for one in shown(client, KEEPER, policies)["files"]}
    assert days == {number: leaves.isoformat(), young: None}
    assert run(database, leaves - dt.timedelta(days=1)) == {"told": 0, "spared": 0, "moved": 0}
    assert run(database, leaves) == {"told": 0, "spared": 0, "moved": 1}
    assert [one["id"] for one in client(KEEPER).get("/api/v1/library/trash?page=1").json()["data"]] == [number]
    assert client(KEEPER).post(f"/api/v1/file/{number}/recover").status_code == 200
    assert run(database, today())["told"] == 1


def test_new_version_lock_and_hold_keep_a_document(client: ClientFor, policies: int, database: Database) -> None:
    renewed, locked, kept = (put_in(client, KEEPER, policies, name) for name in ("A.pdf", "B.pdf", "C.pdf"))
    rule(client, years=1)
    for number in (renewed, locked, kept):
        age(database, number, 2)
    assert run(database, today())["told"] == 3
    upload(client(KEEPER), "A.pdf", GOOD["pdf"] + b"%2", path=f"/api/v1/file/{renewed}/update")
    client(KEEPER).get(f"/api/v1/file/{locked}/lock")
    hold(client, ADMIN, "file", kept)
    assert run(database, today() + dt.timedelta(days=40)) == {"told": 0, "spared": 3, "moved": 0}


def test_most_specific_rule_by_folder_and_content_type_applies(
    client: ClientFor, root: int, policies: int, database: Database
) -> None:
    number = put_in(client, KEEPER, policies)
    age(database, number, 4)
    rule(client, folderId=root, years=1)
    rule(client, folderId=policies, years=9)
    assert run(database, today())["told"] == 0
    rule(client, folderId=policies, contentType="document", years=3, since="upload")
    assert run(database, today())["told"] == 1
    again = rule(client, folderId=policies, years=2)
    assert (again.status_code, again.json()["error"]) == (
        409,
        "This folder already has a rule for this content type",
    )
    assert rule(client, folderId=9999, years=2).json()["fields"] == {"folderId": "There is no such folder"}
    assert rule(client, KEEPER, years=2).status_code == 403
    assert client(KEEPER).get("/api/v1/library/retention?page=1").status_code == 403


def test_nothing_on_hold_is_deleted_moved_or_swept(client: ClientFor, root: int, policies: int) -> None:
    number, other = put_in(client, KEEPER, policies), new_folder(client, ADMIN, root, "Office")
    assert hold(client, KEEPER, "file", number).status_code == 403
    assert hold(client, ADMIN, "file", 999).status_code == 404
    assert hold(client, ADMIN, "file", number, "x").status_code == 422
    assert hold(client, ADMIN, "file", number).json()["data"] == {"id": number, "hold": "Court case"}
    assert hold(client, ADMIN, "file", number).status_code == 409
    refused = client(KEEPER).delete(f"/api/v1/file/{number}")
    assert (refused.status_code, refused.json()["error"]) == (
        409,
        "Safeguarding.pdf is on hold and cannot be deleted: Court case",
    )
    results = client(ADMIN).post("/api/v1/library/delete", json={"fileIds": [number]}).json()["data"]
    assert results[0]["reason"] == "Safeguarding.pdf is on hold and cannot be deleted: Court case"
    assert hold(client, ADMIN, "file", number, None).json()["data"] == {"id": number, "hold": ""}
    hold(client, ADMIN, "folder", policies)
    assert client(KEEPER).delete(f"/api/v1/file/{number}").json()["error"] == (
        "Safeguarding.pdf cannot be deleted, since the folder Policies is on hold: Court case"
    )
    outcome = client(ADMIN).post("/api/v1/library/move", json={"fileIds": [number], "folderId": other}).json()["data"]
    assert outcome[0]["reason"] == "The folder Policies is on hold: what is in it stays there. Court case"
    inner = new_folder(client, KEEPER, policies, "Inner")
    assert change(client, ADMIN, f"/folder/{inner}", "parentFolderId", other).status_code == 409
    assert client(KEEPER).delete(f"/api/v1/folder/{inner}").status_code == 409
    assert shown(client, KEEPER, inner)["hold"] == {"id": policies, "name": "Policies", "hold": "Court case"}


def test_trash_keeps_files_on_hold(client: ClientFor, policies: int, database: Database, run_jobs: RunJobs) -> None:
    kept, gone = put_in(client, KEEPER, policies), put_in(client, KEEPER, policies, "Old.pdf")
    for number in (kept, gone):
        client(KEEPER).delete(f"/api/v1/file/{number}")
    hold(client, ADMIN, "file", kept)
    database.execute(sa.update(file).values(expires=dt.datetime.now(dt.UTC) - dt.timedelta(days=1)))
    sweep(database, run_jobs, "first")
    with database.read() as connection:
        assert list(connection.scalars(sa.select(file.c.id))) == [kept]
    hold(client, ADMIN, "file", kept, None)
    sweep(database, run_jobs, "second")
    with database.read() as connection:
        assert list(connection.scalars(sa.select(file.c.id))) == []
