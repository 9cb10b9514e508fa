"""Records that are parts of another: that one is locked first, refuses, and hears of every change."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database, constraints, tables
from kit.errors import Invalid

from .conftest import ADMIN, PARTS, STAFF, TUTOR, part, thing

PATH = "/api/v1/things/parts/{}"


@pytest.fixture
def owner(database: Database) -> int:
    with database.transaction(STAFF) as tx:
        return tx.insert(thing, {"title": "Whole"})


def make(client: Any, owner: int, side: str = "left", **body: Any) -> Any:
    return client(STAFF).post(f"/api/v1/things/{owner}/parts/{side}", json=body)


def put(client: Any, record: int, field: str, value: Any, **more: Any) -> Any:
    return client(STAFF).put(PATH.format(record), json={"field": field, "newValue": value, **more})


def version_of(database: Database, owner: int) -> int:
    with database.read() as connection:
        return int(connection.execute(sa.select(thing.c.version).where(thing.c.id == owner)).scalar_one())


def row_of(database: Database, record: int) -> dict[str, Any] | None:
    with database.read() as connection:
        row = connection.execute(sa.select(part).where(part.c.id == record)).mappings().first()
        return dict(row) if row else None


def test_a_part_is_made_changed_and_removed_with_its_whole(client: Any, database: Database, owner: int) -> None:
    made = make(client, owner, size=4, id=99)
    assert made.status_code == 201, made.text
    record = made.json()["data"]["id"]
    row = row_of(database, record)
    assert row is not None and (row["thing_id"], row["side"], row["size"], row["label"]) == (owner, "left", 4, "made")
    assert put(client, record, "label", "mine").json()["data"]["version"] == 2
    assert put(client, record, "label", "mine").json()["data"]["version"] == 2
    assert version_of(database, owner) == 3
    gone = client(STAFF).delete(PATH.format(record))
    assert gone.json()["data"] == {"id": record, "deleted": {"side": "left", "size": 4, "label": "mine"}}
    assert version_of(database, owner) == 4
    again = client(STAFF).post(f"/api/v1/things/{owner}/parts/left", json=gone.json()["data"]["deleted"])
    assert again.status_code == 201
    assert make(client, owner, "middle").status_code == 422
    assert make(client, owner, colour="red").status_code == 422


def test_what_goes_along_is_one_statement_with_a_history_row_each(client: Any, database: Database, owner: int) -> None:
    record = make(client, owner, size=4, label="four").json()["data"]["id"]
    assert put(client, record, "size", 5).json()["data"] | {"modified": ""} == {
        "field": "size", "value": 6, "version": 2, "modified": "",
    }  # fmt: skip
    assert put(client, record, "size", 5).json()["data"]["version"] == 2  # stored as 6, which it is
    assert put(client, record, "size", 0).status_code == 200  # alone it would break the table's rule
    row = row_of(database, record)
    assert row is not None and (row["size"], row["label"], row["version"]) == (0, "", 3)
    history = client(ADMIN).get(PATH.format(record) + "/history").json()["data"]
    assert [(entry["field"], entry["oldValue"], entry["newValue"]) for entry in history] == [
        ("label", "four", ""), ("size", 6, 0), ("size", 4, 6),
    ]  # fmt: skip


def test_what_goes_along_and_is_so_already_is_no_change(client: Any, owner: int) -> None:
    record = make(client, owner, size=4).json()["data"]["id"]
    put(client, record, "label", "")
    put(client, record, "size", 0)
    history = client(ADMIN).get(PATH.format(record) + "/history").json()["data"]
    assert [entry["field"] for entry in history] == ["size", "label"]


def test_a_number_that_becomes_too_large_names_its_field(client: Any, database: Database, owner: int) -> None:
    record = make(client, owner, size=4).json()["data"]["id"]
    answer = put(client, record, "size", 2**31 - 1)  # odd: stored would be the next
    text = "Size: this number is too large to be kept. Please enter a smaller one"
    told = {"size": constraints.TOO_LARGE}
    assert (answer.status_code, answer.json()["error"], answer.json()["fields"]) == (422, text, told)
    assert (row_of(database, record) or {})["size"] == 4


def test_the_whole_refuses_for_its_parts(client: Any, database: Database, owner: int) -> None:
    record = make(client, owner, size=4).json()["data"]["id"]
    assert client(STAFF).get(PATH.format(record)).json()["data"]["may"]["edit"] == ["size", "label"]
    with database.transaction(STAFF) as tx:
        tx.execute(sa.update(thing).where(thing.c.id == owner).values(status="shut"))
    for answer in (put(client, record, "size", 6), make(client, owner), client(STAFF).delete(PATH.format(record))):
        assert (answer.status_code, answer.json()["error"]) == (409, "A shut thing cannot be changed")
    found = client(STAFF).get(PATH.format(record)).json()["data"]
    assert (found["may"]["edit"], found["may"]["delete"]) == ([], False)
    assert make(client, 999_999).status_code == 404
    assert put(client, 999_999, "size", 2).status_code == 404
    assert client(TUTOR).delete(PATH.format(record)).status_code == 403


def test_a_whole_that_declares_no_refusal_refuses_nothing() -> None:
    assert PARTS.parent is not None and PARTS.parent.refusal({"status": "shut"})
    assert replace(PARTS.parent, when=None).refusal({"status": "shut"}) is None


def test_those_who_write_to_one_whole_wait_for_each_other(client: Any, database: Database, owner: int) -> None:
    records = [make(client, owner, size=2).json()["data"]["id"] for _ in range(4)]
    before, statuses = version_of(database, owner), []

    def write(record: int) -> None:
        for size in (4, 6, 8, 10, 12):
            statuses.append(put(client, record, "size", size).status_code)

    threads = [threading.Thread(target=write, args=(record,)) for record in records]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert statuses == [200] * 20
    assert version_of(database, owner) == before + 20
    with database.read() as connection:
        entries = sa.select(sa.func.count()).where(tables.field_history.c.entity == "part")
        assert connection.execute(entries).scalar_one() == 20


def test_a_constraint_names_the_field(database: Database, owner: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the column says it, or as the field is declared; never without a name."""
    with pytest.raises(Invalid) as refusal, database.transaction(STAFF) as tx:
        tx.insert(part, {"thing_id": 99_999, "side": "left"})
    text = "Thing: there is no such entry. Please choose one from the list"
    assert (refusal.value.text, refusal.value.fields) == (text, {"thingId": text})
    monkeypatch.setitem(constraints._fields, ("part", "thing_id"), ("whole", "The whole"))
    with pytest.raises(Invalid) as refusal, database.transaction(STAFF) as tx:
        tx.insert(part, {"thing_id": 99_999, "side": "left"})
    assert list(refusal.value.fields) == ["whole"]
    assert refusal.value.text.startswith("The whole: there is no such entry")
    with pytest.raises(Invalid) as refusal, database.transaction(STAFF) as tx:
        tx.insert(part, {"thing_id": owner, "side": None})
    assert (refusal.value.text, refusal.value.fields) == ("Side is required", {"side": "Field is required"})


def test_the_history_of_the_whole_has_its_parts(client: Any, owner: int) -> None:
    kept, gone = (make(client, owner, size=4, label=label).json()["data"]["id"] for label in ("kept", "gone"))
    put(client, kept, "size", 6)
    put(client, gone, "size", 8)
    client(STAFF).delete(PATH.format(gone))
    client(STAFF).put(f"/api/v1/things/{owner}", json={"field": "title", "newValue": "Renamed"})
    found = client(ADMIN).get(f"/api/v1/things/{owner}/history").json()["data"]
    assert [(one["title"], one["oldText"] or one["oldValue"], one["newText"] or one["newValue"]) for one in found] == [
        ("Title", "Whole", "Renamed"), ("Part removed", "gone", None),
        ("Part “gone”: Size", 4, 8), ("Part “kept”: Size", 4, 6), ("Part added", None, "gone"),
        ("Part added", None, "kept"),
    ]  # fmt: skip
    of_title = client(ADMIN).get(f"/api/v1/things/{owner}/history?field=title").json()["data"]
    assert [one["newValue"] for one in of_title] == ["Renamed"]
