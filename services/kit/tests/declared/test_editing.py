"""One field of a selection, imports of a spreadsheet, and subtotals of a list's rows."""

from __future__ import annotations

import csv
import io
import time
from typing import Any

import pytest
import sqlalchemy as sa

from kit import store
from kit.database import Database, tables
from kit.jobs import sweeper
from kit.jobs.worker import Runner
from kit.lists import known
from kit.lists.bulk import editing, importing
from kit.lists.sheets import cells
from kit.values import Boolean, Date, Money, Percent, Select, options

from .conftest import ADMIN, LIST, STAFF, STUDENT, TUTOR, thing

URL = "/api/v1/things"


@pytest.fixture
def things(database: Database) -> list[int]:
    """Thirty things: a third is shut."""
    with database.transaction(STAFF) as tx:
        rows = tx.execute(
            sa.text(
                "insert into thing (title, status, size, owner_id) select 'Thing ' || g, "
                "case when g % 3 = 0 then 'shut' else 'new' end, g, g from generate_series(1, 30) g returning id"
            )
        )
        return list(rows.scalars())


def values(database: Database, column: str) -> dict[int, Any]:
    return {row["id"]: row[column] for row in database.all(sa.select(thing.c.id, thing.c[column]))}


def ran(caller: Any, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return the job of a call after it ran."""
    answer = caller.post(f"{URL}/{path}", json=body)
    assert answer.status_code == 202, answer.text
    public = answer.json()["data"]["id"]
    known.register([LIST])
    Runner("toy", [editing.EDITS, importing.IMPORTS]).run(int(public.rpartition("-")[2]))
    return dict(caller.get(f"/api/v1/jobs/{public}").json()["data"])


def test_field_of_a_selection_is_changed_and_undone(client: Any, database: Database, things: list[int]) -> None:
    caller = client(STAFF)
    body = {"field": "title", "value": "Renamed", "query": {"status": "new,shut"}, "except": [things[0]]}
    preview = caller.post(f"{URL}/edits/preview", json=body).json()["data"]
    text = "A shut thing cannot be changed"
    assert preview == {"count": 29, "possible": 19, "unchanged": 0, "refusals": [{"text": text, "count": 10}]}
    assert "Renamed" not in values(database, "title").values()
    job = ran(caller, "edits", body)
    assert job["result"] == {"moved": 19, "refusals": [{"text": text, "count": 10}]}
    outcomes = caller.get(f"/api/v1/jobs/{job['id']}/outcomes").json()["data"]
    assert {one["id"] for one in outcomes if one["refusal"] is None} == {
        record for record, title in values(database, "title").items() if title == "Renamed"
    }
    later = caller.put(f"{URL}/{things[1]}", json={"field": "title", "newValue": "Mine"})
    assert later.status_code == 200, later.text
    undone = ran(caller, "edits/undo", {"job": job["id"]})
    assert undone["result"]["moved"] == 18
    assert [one["count"] for one in undone["result"]["refusals"]] == [1], "what was changed since stays"
    titles = values(database, "title")
    assert titles.pop(things[1]) == "Mine"
    assert all(title == f"Thing {things.index(record) + 1}" for record, title in titles.items())
    again = caller.post(f"{URL}/edits/undo", json={"job": undone["id"]})
    assert again.status_code == 422


def test_preview_counts_unchanged_records_and_wrong_values(client: Any, things: list[int]) -> None:
    caller = client(STAFF)
    same = {"field": "size", "value": 2, "ids": things[:2]}
    assert caller.post(f"{URL}/edits/preview", json=same).json()["data"] == {
        "count": 2,
        "possible": 1,
        "unchanged": 1,
        "refusals": [],
    }
    for body, name in (
        ({"field": "status", "value": "done", "ids": [1]}, "field"),
        ({"field": "reason", "value": "x", "ids": [1]}, "field"),
        ({"field": "title", "value": "", "ids": [1]}, "value"),
        ({"field": "title", "value": "x", "ids": []}, "ids"),
        ({"field": "title", "value": "x", "also": 1}, "also"),
    ):
        refused = caller.post(f"{URL}/edits", json=body)
        assert (refused.status_code, list(refused.json()["fields"])) == (422, [name]), body


def test_rights_equal_rights_of_single_changes(client: Any, database: Database, things: list[int]) -> None:
    assert client(STUDENT).post(f"{URL}/edits/preview", json={"field": "size", "value": 2}).json()["data"]["count"] == 0
    tutor = client(TUTOR)
    assert ran(tutor, "edits", {"field": "title", "value": "Mine"})["result"]["moved"] == 0
    assert ran(tutor, "edits", {"field": "due", "value": "2026-05-01"})["result"]["moved"] == 1
    assert "changes" not in client(STUDENT).get(f"{URL}/columns").json()["data"]
    offered = client(STAFF).get(f"{URL}/columns").json()["data"]["changes"]["fields"]
    assert [one["name"] for one in offered] == ["title", "notes", "size"]
    other = ran(client(ADMIN), "edits", {"field": "notes", "value": "<p>x</p>", "ids": things[:1]})
    assert tutor.post(f"{URL}/edits/undo", json={"job": other["id"]}).status_code == 404


def sheet(heads: list[str], rows: list[list[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows([heads, *rows])
    return text.getvalue().encode()


@pytest.fixture
def upload(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Stores a file in a fake of the store, which is another service."""
    files: dict[int, store.Stored] = {}
    monkeypatch.setattr(store, "get", lambda file_id, actor, most: files[file_id])

    def put(content: bytes, name: str = "things.csv") -> int:
        files[len(files) + 1] = store.Stored(name, "text/csv", content)
        return len(files)

    return put


def test_import_adds_and_changes_rows_and_is_undone(
    client: Any, database: Database, things: list[int], upload: Any
) -> None:
    caller = client(ADMIN)
    rows: list[list[Any]] = [
        ["", "New one", "31/12/2026"],
        [things[0], "Changed", ""],
        [things[2], "Shut", ""],
        [999_999, "Gone", ""],
    ]
    file_id = upload(sheet(["ID", "Title", "Due day"], [*rows, ["", "", "01/01/2027"], ["x", "No id", ""]]))
    result = ran(caller, "spreadsheets", {"fileId": file_id, "way": "read"})["result"]
    assert (result["heads"], result["rows"], result["mapping"]) == (
        ["ID", "Title", "Due day"],
        6,
        {"ID": "id", "Title": "title"},
    )
    mapping = {"ID": "id", "Title": "title"}
    body = {"fileId": file_id, "mapping": mapping}
    count = len(values(database, "title"))
    dry = ran(caller, "spreadsheets", body | {"way": "dry"})
    result = dry["result"]
    assert {name: result[name] for name in ("rows", "added", "changed", "unchanged", "moved")} == {
        "rows": 6,
        "added": 1,
        "changed": 1,
        "unchanged": 0,
        "moved": 2,
    }
    assert len(values(database, "title")) == count, "a trial writes nothing"
    job = ran(caller, "spreadsheets", body | {"way": "run"})
    assert job["result"] == result
    outcomes = {one["id"]: one["refusal"] for one in caller.get(f"/api/v1/jobs/{job['id']}/outcomes").json()["data"]}
    assert outcomes[1] is None and outcomes[2] is None
    assert "A shut thing cannot be changed" in outcomes[3]
    assert [outcomes[4], outcomes[6]] == ["There is no such entry", "x is no id of a record"]
    assert outcomes[5] == "Title: Field is required"
    assert values(database, "title")[things[0]] == "Changed"
    undone = ran(caller, "spreadsheets/undo", {"job": job["id"]})
    assert undone["result"] == {"moved": 2, "refusals": []}
    assert values(database, "title")[things[0]] == "Thing 1" and len(values(database, "title")) == count
    nothing = caller.post(f"{URL}/spreadsheets/undo", json={"job": dry["id"]})
    assert nothing.json()["code"] == "nothing_to_undo"


def test_trial_names_similar_rows_of_the_file(client: Any, things: list[int], upload: Any) -> None:
    rows: list[list[Any]] = [
        ["", "Desk", 2],
        ["", "Chair", 2],
        ["", "desk", 2],
        [things[0], "A", 4],
        [things[0], "B", 4],
    ]
    body = {"fileId": upload(sheet(["ID", "Title", "Size"], rows)), "way": "dry"}
    result = ran(client(ADMIN), "spreadsheets", body | {"mapping": {"ID": "id", "Title": "title", "Size": "size"}})[
        "result"
    ]
    assert result["repeated"] == [{"row": 3, "of": 1, "by": []}, {"row": 5, "of": 4, "by": ["ID"]}]
    assert result["repeatedRows"] == 2


def test_own_bulk_changes_are_listed_and_undoable_for_thirty_days(
    client: Any, database: Database, things: list[int], upload: Any
) -> None:
    caller = client(ADMIN)
    edit = ran(caller, "edits", {"field": "size", "value": 8, "ids": things[:2]})
    body = {"fileId": upload(sheet(["Title"], [["New one"]])), "mapping": {"Title": "title"}}
    ran(caller, "spreadsheets", body | {"way": "dry"})
    run = ran(caller, "spreadsheets", body | {"way": "run"})
    shown = caller.get("/api/v1/jobs/toy/mine").json()["data"]
    named = [
        (one["id"], one["kind"], one["list"], one["field"], one["file"], one["records"], one["undo"]) for one in shown
    ]
    assert named == [
        (run["id"], "spreadsheets", "/things", None, "things.csv", 1, None),
        (edit["id"], "edits", "/things", "Size", None, 2, None),
    ]
    assert client(STAFF).get("/api/v1/jobs/toy/mine").json()["data"] == []
    with database.transaction(ADMIN) as tx:
        tx.execute(sa.update(tables.move_undo).values(made=tables.move_undo.c.made - sa.text("interval '29 days'")))
    sweeper.delete_expired()
    assert ran(caller, "spreadsheets/undo", {"job": run["id"]})["result"] == {"moved": 1, "refusals": []}
    assert "New one" not in values(database, "title").values()
    assert [one["undo"] for one in caller.get("/api/v1/jobs/toy/mine").json()["data"]] == ["done", None]


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ({"fileId": 0, "way": "read"}, "fileId"),
        ({"fileId": "1", "way": "read"}, "fileId"),
        ({"fileId": 1, "way": "write"}, "way"),
        ({"fileId": 1, "way": "run", "mapping": {"A": "reason"}}, "mapping"),
        ({"fileId": 1, "way": "run", "mapping": {"A": "title", "B": "title"}}, "mapping"),
        ({"fileId": 1, "way": "run", "mapping": {"A": "id"}}, "mapping"),
        ({"fileId": 1, "way": "run"}, "mapping"),
    ],
)
def test_import_with_invalid_body_is_refused(client: Any, body: dict[str, Any], name: str) -> None:
    refused = client(ADMIN).post(f"{URL}/spreadsheets", json=body)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, [name])


def test_student_imports_nothing(client: Any) -> None:
    refused = client(STUDENT).post(f"{URL}/spreadsheets", json={"fileId": 1, "way": "read"})
    assert (refused.status_code, refused.json()["code"]) == (409, "no_import")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04rubbish", b"\xd0\xcf\x11\xe0rubbish", b"just text"])
def test_unreadable_file_fails_with_a_text(client: Any, upload: Any, content: bytes) -> None:
    job = ran(client(ADMIN), "spreadsheets", {"fileId": upload(content, "a.xlsx"), "way": "read"})
    assert (job["state"], job["error"]) == ("failed", cells.UNREADABLE)


def test_many_rows_with_every_third_wrong(client: Any, database: Database, upload: Any) -> None:
    rows = [["" if number % 3 == 0 else f"Row {number}", "2"] for number in range(1, 1501)]
    body = {"fileId": upload(sheet(["title", "Owner"], rows)), "mapping": {"title": "title"}}
    started = time.monotonic()
    result = ran(client(ADMIN), "spreadsheets", body | {"way": "run"})["result"]
    print(f"1,500 rows in {time.monotonic() - started:.1f} s")
    assert (result["added"], result["refusals"]) == (1000, [{"text": "Title: Field is required", "count": 500}])
    assert len(values(database, "title")) == 1000


@pytest.mark.parametrize(
    ("kind", "cell", "value"),
    [
        (Money(), 12.5, 1250),
        (Money(), "£1,200.00", 120_000),
        (Money(), "0.005", "0.005"),
        (Money(), "x", "x"),
        (Percent(), 0.2, 2000),
        (Percent(), "17.5%", 1750),
        (Boolean(), "Yes", True),
        (Boolean(), 0.0, False),
        (Date(), "1/2/26", "2026-02-01"),
        (Date(), "2026-02-01", "2026-02-01"),
        (Boolean(), "perhaps", "perhaps"),
        (Select(choices=options(("uk", "United Kingdom"))), "united kingdom", "uk"),
        (Money(), "nan", "nan"),
        (Money(), "1e400", "1e400"),
        (Select(choices=options("a")), "b", "b"),
        (Money(), None, None),
    ],
)
def test_cell_as_value_of_a_field(kind: Any, cell: Any, value: Any) -> None:
    assert cells.raw_value(kind, cell) == value


def test_subtotals_group_by_columns_and_computed_ones(client: Any, things: list[int]) -> None:
    caller = client(STAFF)
    computed = '[{"name":"formula1","title":"Half","formula":"size / 2"},{"name":"formula2","formula":"size > 15"}]'

    def result(**query: str) -> Any:
        answer = caller.get(f"{URL}/subtotals", params=query)
        assert answer.status_code == 200, answer.text
        return [(one["values"], one["count"], one["sums"]) for one in answer.json()["data"]["groups"]]

    assert result(group="status", sum="size") == [(["new"], 20, {"size": 300}), (["shut"], 10, {"size": 165})]
    assert result(sum="formula1", computed=computed, status="new") == [([], 20, {"formula1": 150})]
    assert result(group="formula2,status", computed=computed)[0] == ([False, "new"], 10, {})
    for query in ("group=nothing", "sum=title", "group=title,status,due", "colour=red"):
        assert caller.get(f"{URL}/subtotals?{query}").status_code == 422
    assert client(STUDENT).get(f"{URL}/subtotals?group=status").json()["data"]["groups"] == []
    assert tables.job is not None
