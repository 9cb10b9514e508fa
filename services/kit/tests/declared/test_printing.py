"""Bundles: their documents by reader, the outcome of each row, and refused bodies."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import sqlalchemy as sa

from kit import store
from kit.database import Database
from kit.errors import Invalid, Unavailable
from kit.jobs.worker import Runner
from kit.lists.exports.printing import NOT_FOUND
from staffroom_testing.papers import bookmarks
from staffroom_testing.walk_bundles import blank

from .conftest import DRAWN, PRINTED, STAFF, STUDENT, TUTOR, thing

PRINT, SUMMARY = "/api/v1/things/print", "/api/v1/things/print/summary"
Files = list[tuple[str, bytes]]


@pytest.fixture
def things(database: Database) -> list[int]:
    """Six things, A to F; the last is shut, the first two are the tutor's."""
    rows = [{"title": title, "owner_id": 7 if title in "AB" else 1, "reason": "x"} for title in "ABCDEF"]
    with database.transaction(STAFF) as tx:
        return [tx.insert(thing, row | {"status": "shut" if row["title"] == "F" else "new"}) for row in rows]


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Iterator[Files]:
    """Name and content of the stored file."""
    kept: Files = []

    def keep(path: Path, name: str, *_: Any) -> int:
        kept.append((name, path.read_bytes()))
        return len(kept)

    monkeypatch.setattr(store, "put", keep)
    yield kept
    DRAWN.clear()


def start(caller: Any, body: dict[str, Any]) -> str:
    answer = caller.post(PRINT, json=body)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["data"]["id"])


def end(caller: Any, public: str) -> dict[str, Any]:
    """Return the job after it ran."""
    Runner("toy", [PRINTED.job]).run(int(public.rpartition("-")[2]))
    job: dict[str, Any] = caller.get(f"/api/v1/jobs/{public}").json()["data"]
    return job


def names(content: bytes) -> list[str]:
    with ZipFile(io.BytesIO(content)) as archive:
        return archive.namelist()


def test_printed_and_skipped_rows(client: Any, things: list[int], files: Files) -> None:
    caller, ids = client(STAFF), [things[2], things[5], 999, things[0]]
    summary = caller.post(SUMMARY, json={"ids": ids}).json()["data"]
    skipped = [
        {"id": things[5], "title": "F", "reason": "It was shut: x"},
        {"id": 999, "title": "", "reason": NOT_FOUND},
    ]
    assert summary == {"total": 4, "ready": 2, "new": 2, "skipped": skipped}
    job = end(caller, start(caller, {"ids": ids}))
    assert (job["kind"], job["state"], job["done"], job["total"]) == ("printThings", "done", 4, 4)
    result = job["result"]
    assert (result["printed"], result["skipped"], result["fileId"]) == (2, 2, 1)
    assert [(row["id"], row["title"], row["state"], row["reason"]) for row in result["rows"]] == [
        (things[2], "C", "printed", ""),
        (things[5], "F", "skipped", "It was shut: x"),
        (999, "", "skipped", NOT_FOUND),
        (things[0], "A", "printed", ""),
    ]
    [(name, content)] = files
    assert result["name"] == name and name.startswith("Things ") and name.endswith(".pdf")
    assert bookmarks(content) == [("C", 0), ("A", 1)]


def test_all_matching_rows_in_the_order_of_the_list(client: Any, things: list[int], files: Files) -> None:
    caller = client(STAFF)
    for body in ({"status": "new", "sort": "-title"}, {"query": {"status": "new", "sort": "-title", "page": 1}}):
        end(caller, start(caller, {"format": "zip", "except": [things[3]], **body}))
        assert names(files.pop()[1]) == ["E.pdf", "C.pdf", "B.pdf", "A.pdf"]


def test_reader_gets_only_documents_of_own_rows(
    client: Any, database: Database, things: list[int], files: Files
) -> None:
    caller = client(TUTOR)
    assert end(caller, start(caller, {"format": "zip"}))["result"]["printed"] == 2
    job = end(caller, start(caller, {"format": "zip", "ids": things}))
    hidden = [{"id": one, "title": "", "state": "skipped", "reason": NOT_FOUND} for one in things[2:]]
    assert [row for row in job["result"]["rows"] if row["state"] == "skipped"] == hidden
    assert [names(content) for _, content in files] == [["A.pdf", "B.pdf"]] * 2
    public = start(caller, {"format": "zip", "ids": things})
    with database.transaction(STAFF) as tx:
        tx.execute(sa.update(thing).where(thing.c.id == things[0]).values(owner_id=1))
    end(caller, public)
    assert names(files[-1][1]) == ["B.pdf"], "a record removed in the meantime is not printed"
    assert client(STUDENT).post(PRINT, json={}).json()["code"] == "none_chosen"


def test_refused_document_is_left_out_and_unavailable_one_retried(client: Any, things: list[int], files: Files) -> None:
    def refuse() -> bytes:
        raise Invalid("Too long to print")

    def wait() -> bytes:
        raise Unavailable("Not now")

    caller = client(STAFF)
    DRAWN[things[0]] = refuse
    job = end(caller, start(caller, {"ids": things[:2]}))
    assert [(row["state"], row["reason"]) for row in job["result"]["rows"]] == [
        ("skipped", "Too long to print"),
        ("printed", ""),
    ]
    assert bookmarks(files.pop()[1]) == [("B", 0)]
    assert end(caller, start(caller, {"ids": things[:1]}))["result"]["fileId"] is None and not files
    DRAWN[things[0]] = wait
    public = start(caller, {"ids": things[:2]})
    assert end(caller, public)["state"] == "queued" and not files
    DRAWN[things[0]] = blank
    assert end(caller, public)["result"]["printed"] == 2


@pytest.mark.parametrize(
    ("body", "status", "text"),
    [
        ({"format": "rar"}, 422, "Unknown format; allowed are: pdf, zip"),
        ({"ids": []}, 422, "Please choose at least one thing"),
        ({"ids": list(range(1, 42))}, 422, "At most 40 things go at once; please choose fewer"),
        ({"query": {"status": "done"}}, 422, "Please choose at least one thing"),
        ({"ids": ["1"]}, 400, "ids is a list of at most 100000 whole numbers"),
        ({"ids": [1], "except": [2]}, 400, "ids and except exclude each other"),
        ({"paper": "A4"}, 422, "The body is {format?, ...query, ids? | except?}"),
        ({"query": [1]}, 400, "query is an object of texts"),
    ],
)
def test_bodies_that_are_refused(client: Any, things: list[int], body: dict[str, Any], status: int, text: str) -> None:
    for path in (PRINT, SUMMARY):
        answer = client(STAFF).post(path, json=body)
        assert (answer.status_code, answer.json()["error"]) == (status, text)
