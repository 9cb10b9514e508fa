"""Parts of a record: the owner is locked first, may refuse, and is notified of every change."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database, constraints, tables
from kit.errors import Invalid
from kit.records import ordering

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


def test_part_is_created_changed_and_deleted_with_its_owner(client: Any, database: Database, owner: int) -> None:
    created = make(client, owner, size=4, id=99)
    assert created.status_code == 201, created.text
    record = created.json()["data"]["id"]
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


def test_dependents_are_one_statement_with_a_history_row_each(client: Any, database: Database, owner: int) -> None:
    record = make(client, owner, size=4, label="four").json()["data"]["id"]
    assert put(client, record, "size", 5).json()["data"] | {"modified": ""} == {
        "field": "size",
        "value": 6,
        "version": 2,
        "modified": "",
    }
    assert put(client, record, "size", 5).json()["data"]["version"] == 2  # stored as 6, the present value
    assert put(client, record, "size", 0).status_code == 200  # alone it would break the table's rule
    row = row_of(database, record)
    assert row is not None and (row["size"], row["label"], row["version"]) == (0, "", 3)
    history = client(ADMIN).get(PATH.format(record) + "/history").json()["data"]
    assert [(entry["field"], entry["oldValue"], entry["newValue"]) for entry in history] == [
        ("label", "four", ""),
        ("size", 6, 0),
        ("size", 4, 6),
    ]


def test_unchanged_dependent_is_not_written(client: Any, owner: int) -> None:
    record = make(client, owner, size=4).json()["data"]["id"]
    put(client, record, "label", "")
    put(client, record, "size", 0)
    history = client(ADMIN).get(PATH.format(record) + "/history").json()["data"]
    assert [entry["field"] for entry in history] == ["size", "label"]


def test_dependent_number_that_is_too_large_names_its_field(client: Any, database: Database, owner: int) -> None:
    record = make(client, owner, size=4).json()["data"]["id"]
    answer = put(client, record, "size", 2**31 - 1)  # odd: the next even number would be stored
    text = "Size: this number is too large to be stored. Please enter a smaller one"
    fields = {"size": constraints.TOO_LARGE}
    assert (answer.status_code, answer.json()["error"], answer.json()["fields"]) == (422, text, fields)
    assert (row_of(database, record) or {})["size"] == 4


def test_owner_refuses_for_its_parts(client: Any, database: Database, owner: int) -> None:
    record = make(client, owner, size=4).json()["data"]["id"]
    assert client(STAFF).get(PATH.format(record)).json()["data"]["may"]["edit"] == ["size", "label"]
    with database.transaction(STAFF) as tx:
        tx.execute(sa.update(thing).where(thing.c.id == owner).values(status="shut"))
    for answer in (put(client, record, "size", 6), make(client, owner), client(STAFF).delete(PATH.format(record))):
        assert (answer.status_code, answer.json()["error"]) == (409, "A shut thing cannot be changed")
    detail = client(STAFF).get(PATH.format(record)).json()["data"]
    assert (detail["may"]["edit"], detail["may"]["delete"]) == ([], False)
    assert make(client, 999_999).status_code == 404
    assert put(client, 999_999, "size", 2).status_code == 404
    assert client(TUTOR).delete(PATH.format(record)).status_code == 403


def test_owner_without_a_refusal_refuses_nothing() -> None:
    assert PARTS.parent is not None and PARTS.parent.refusal({"status": "shut"})
    assert replace(PARTS.parent, when=None).refusal({"status": "shut"}) is None


def test_writers_of_parts_of_one_owner_are_serialised(client: Any, database: Database, owner: int) -> None:
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


def test_constraint_names_the_field(database: Database, owner: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the declaration of the column or of the field; never without a name."""
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


def order_of(database: Database, owner: int, side: str = "left") -> list[int]:
    with database.read() as connection:
        mine = sa.select(part.c.id).where(part.c.thing_id == owner, part.c.side == side)
        return list(connection.execute(mine.order_by(part.c.place, part.c.id)).scalars())


def reorder(client: Any, owner: int, ids: Any, side: str = "left") -> Any:
    return client(STAFF).post(f"/api/v1/things/{owner}/parts/{side}/order", json={"ids": ids})


def test_reordering_is_one_statement(client: Any, database: Database, owner: int) -> None:
    """It is one version and one history entry of the owner; parts of another side have their own order."""
    labels = ("one", "two", "three")
    one, two, three = (make(client, owner, size=2, label=label).json()["data"]["id"] for label in labels)
    other = make(client, owner, "right", size=2, label="other").json()["data"]["id"]
    version = version_of(database, owner)
    answer = reorder(client, owner, [three, one, two])
    assert (answer.status_code, answer.json()["data"]) == (200, {"ids": [three, one, two]})
    assert order_of(database, owner) == [three, one, two]
    assert order_of(database, owner, "right") == [other] and (row_of(database, other) or {})["version"] == 1
    assert [(row_of(database, record) or {})["version"] for record in (one, two, three)] == [2, 2, 2]
    assert version_of(database, owner) == version + 1
    latest, before = client(ADMIN).get(f"/api/v1/things/{owner}/history").json()["data"][:2]
    assert (latest["title"], latest["oldText"], latest["newText"]) == (
        "Order of the parts",
        "one, two, three",
        "three, one, two",
    )
    assert before["title"] == "Part added"
    own = client(ADMIN).get(PATH.format(three) + "/history").json()["data"]
    assert [(entry["field"], entry["oldValue"], entry["newValue"]) for entry in own] == [("place", 2, 0)]
    assert reorder(client, owner, [three, one, two]).status_code == 200
    assert version_of(database, owner) == version + 1  # nothing moved


def test_order_must_name_exactly_the_present_parts(client: Any, database: Database, owner: int) -> None:
    one, two = (make(client, owner, size=2).json()["data"]["id"] for _ in range(2))
    other = make(client, owner, "right", size=2).json()["data"]["id"]
    for ids in ([one], [one, two, other], [one, other], [one, one], []):
        answer = reorder(client, owner, ids)
        text = "The parts have changed since, please try again"
        assert (answer.status_code, answer.json()["error"], answer.json()["code"]) == (409, text, "changed_meanwhile")
    for refused in (["x"], "all", [0]):
        assert reorder(client, owner, refused).status_code == 422, refused
    assert reorder(client, owner, [], "middle").status_code == 422
    assert reorder(client, 999_999, []).status_code == 404
    assert client(TUTOR).post(f"/api/v1/things/{owner}/parts/left/order", json={"ids": [two, one]}).status_code == 403
    with database.transaction(STAFF) as tx:
        tx.execute(sa.update(thing).where(thing.c.id == owner).values(status="shut"))
    answer = reorder(client, owner, [two, one])
    assert (answer.status_code, answer.json()["error"]) == (409, "A shut thing cannot be changed")
    assert order_of(database, owner) == [one, two]


def test_restored_part_has_its_place_again(client: Any, database: Database, owner: int) -> None:
    one, two, three = (make(client, owner, size=2).json()["data"]["id"] for _ in range(3))
    with database.transaction(STAFF) as tx:
        assert ordering.place(tx, PARTS, {"thing_id": owner, "side": "left"}) == {"place": 3}
        assert ordering.place(tx, PARTS, {"thing_id": owner, "side": "right"}) == {"place": 0}
        assert ordering.place(tx, PARTS, {"thing_id": owner, "side": "left", "place": 9}) == {"place": 9}
        back = tx.insert(part, values := {"thing_id": owner, "side": "left", "place": 1, "size": 2} | {"label": "two"})
        tx.execute(sa.delete(part).where(part.c.id == back))
        back = tx.insert(part, values | ordering.place(tx, PARTS, values))
    assert order_of(database, owner) == [one, back, two, three]


def test_concurrent_orders_are_serialised(client: Any, database: Database, owner: int) -> None:
    ids = [make(client, owner, size=2).json()["data"]["id"] for _ in range(4)]
    before, statuses = version_of(database, owner), []

    def work(turn: int) -> None:
        statuses.append(reorder(client, owner, ids[turn:] + ids[:turn]).status_code)

    threads = [threading.Thread(target=work, args=(turn,)) for turn in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert statuses == [200] * 3
    assert version_of(database, owner) == before + 3
    with database.read() as connection:
        places = connection.execute(sa.select(part.c.place).where(part.c.thing_id == owner)).scalars()
        assert sorted(places) == [0, 1, 2, 3]


def test_history_of_the_owner_includes_its_parts(client: Any, owner: int) -> None:
    kept, gone = (make(client, owner, size=4, label=label).json()["data"]["id"] for label in ("kept", "gone"))
    put(client, kept, "size", 6)
    put(client, gone, "size", 8)
    client(STAFF).delete(PATH.format(gone))
    client(STAFF).put(f"/api/v1/things/{owner}", json={"field": "title", "newValue": "Renamed"})
    history = client(ADMIN).get(f"/api/v1/things/{owner}/history").json()["data"]
    shown = [(one["title"], one["oldText"] or one["oldValue"], one["newText"] or one["newValue"]) for one in history]
    assert shown == [
        ("Title", "Whole", "Renamed"),
        ("Part removed", "gone", None),
        ("Part “gone”: Size", 4, 8),
        ("Part “kept”: Size", 4, 6),
        ("Part added", None, "gone"),
        ("Part added", None, "kept"),
    ]
    of_title = client(ADMIN).get(f"/api/v1/things/{owner}/history?field=title").json()["data"]
    assert [one["newValue"] for one in of_title] == ["Renamed"]
