"""Several fields at once: all or none, a refusal for each field, one statement."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database, tables

from .conftest import ADMIN, STAFF, TUTOR, part, thing

PATH = "/api/v1/things/{}"


@pytest.fixture
def record(database: Database) -> int:
    with database.transaction(STAFF) as tx:
        return tx.insert(thing, {"title": "First", "owner_id": 7})


def put(client: Any, who: Any, record: int, *changes: Any) -> Any:
    return client(who).put(PATH.format(record), json={"changes": list(changes)})


def change(field: str, value: Any, **more: Any) -> dict[str, Any]:
    return {"field": field, "newValue": value, **more}


def test_changes_are_written_as_one(client: Any, database: Database, record: int) -> None:
    answer = put(client, STAFF, record, change("title", " Second "), change("size", 4, oldValue=0))
    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    assert data["changes"] == [{"field": "title", "value": "Second"}, {"field": "size", "value": 4}]
    assert data["version"] == 2
    with database.read() as connection:
        history = connection.execute(sa.select(tables.field_history)).mappings().all()
        doubled = connection.scalar(sa.select(thing.c.doubled).where(thing.c.id == record))
    assert {(row["field"], row["new_value"]) for row in history} == {("title", "Second"), ("size", 4)}
    assert len({(row["request_id"], row["changed"].replace(microsecond=0)) for row in history}) == 1
    assert doubled == 8, "what follows a field follows it here too"


def test_nothing_is_written_if_one_is_refused(client: Any, record: int) -> None:
    answer = put(client, STAFF, record, change("size", 4), change("title", ""), change("notes", 7))
    assert answer.status_code == 422
    body = answer.json()
    assert body["title"] == "Form errors"
    assert set(body["fields"]) == {"title", "notes"}
    assert client(ADMIN).get(PATH.format(record)).json()["data"]["version"] == 1


def test_right_takes_precedence_over_value(client: Any, record: int) -> None:
    answer = put(client, TUTOR, record, change("due", "x"), change("title", "Mine"))
    assert answer.status_code == 403
    assert set(answer.json()["fields"]) == {"due", "title"}


def test_concurrent_change_is_a_conflict(client: Any, record: int) -> None:
    answer = put(client, STAFF, record, change("title", "Mine", oldValue="Before"), change("size", 4))
    assert (answer.status_code, answer.json()["code"]) == (409, "changed_meanwhile")
    assert list(answer.json()["fields"]) == ["title"]
    assert answer.json()["values"] == {"title": "First"}


def test_unchanged_fields_are_omitted(client: Any, record: int) -> None:
    answer = put(client, STAFF, record, change("title", "First"), change("size", 4))
    assert [one["field"] for one in answer.json()["data"]["changes"]] == ["size"]
    again = put(client, STAFF, record, change("title", "First"), change("size", 4)).json()["data"]
    assert (again["changes"], again["version"]) == ([], 2)


def test_requested_value_takes_precedence_over_a_dependent(client: Any, database: Database, record: int) -> None:
    """A part without a size loses its label automatically; an odd size is stored as the next even one."""
    with database.transaction(STAFF) as tx:
        number = tx.insert(part, {"thing_id": record, "side": "left", "size": 2, "label": "a"})
    path = f"/api/v1/things/parts/{number}"
    both = client(STAFF).put(path, json={"changes": [change("size", 3), change("label", "b")]}).json()["data"]
    assert both["changes"] == [{"field": "size", "value": 4}, {"field": "label", "value": "b"}]
    answer = client(STAFF).put(path, json={"changes": [change("size", 0)]}).json()["data"]
    assert answer["changes"] == [{"field": "size", "value": 0}, {"field": "label", "value": ""}]
    client(STAFF).put(path, json={"changes": [change("size", 2), change("label", "c")]})
    kept = client(STAFF).put(path, json={"changes": [change("label", "c"), change("size", 0)]})
    assert kept.status_code in {409, 422}, "a requested label is not cleared, even if it is unchanged"


@pytest.mark.parametrize(
    "body",
    [
        {"changes": []},
        {"changes": {}},
        {"changes": [1]},
        {"changes": [{"field": "title"}]},
        {"changes": [{"field": 1, "newValue": 2}]},
        {"changes": [change("title", "x", more=1)]},
        {"changes": [change("title", "x")], "field": "title"},
        {"changes": [change("title", "x")] * 101},
        {"changes": [change("title", "x")] * 2},
        {"changes": [change("status", "done"), change("title", "x")]},
        {"changes": [change("colour", "x"), change("title", "x")]},
    ],
)
def test_invalid_bodies_are_refused(client: Any, record: int, body: Any) -> None:
    answer = client(STAFF).put(PATH.format(record), json=body)
    assert answer.status_code == 422, answer.text
    assert client(ADMIN).get(PATH.format(record)).json()["data"]["version"] == 1
