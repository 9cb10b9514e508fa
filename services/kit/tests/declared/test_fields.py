"""Changes of single fields: in scope, with history, and without lost updates."""

from __future__ import annotations

import threading
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database, tables
from kit.database.constraints import TOO_LARGE

from .conftest import ADMIN, STAFF, STUDENT, TUTOR, thing

PATH = "/api/v1/things/{}"


@pytest.fixture
def record(database: Database) -> int:
    with database.transaction(STAFF) as tx:
        return tx.insert(thing, {"title": "First", "owner_id": 7})


def put(client: Any, who: Any, record: int, field: str, value: Any, **more: Any) -> Any:
    return client(who).put(PATH.format(record), json={"field": field, "newValue": value, **more})


def test_change_answers_value_version_and_writes_history(client: Any, database: Database, record: int) -> None:
    answer = put(client, STAFF, record, "title", "  Second ")
    assert answer.status_code == 200
    assert answer.json()["data"] | {"modified": ""} == {
        "field": "title",
        "value": "Second",
        "version": 2,
        "modified": "",
    }
    history = client(ADMIN).get(PATH.format(record) + "/history?field=title").json()["data"]
    assert [(h["oldValue"], h["newValue"], h["userName"], h["userId"]) for h in history] == [
        ("First", "Second", "Sam Staff", STAFF.user_id)
    ]


def test_author_columns_of_a_table_are_written(client: Any, database: Database, record: int) -> None:
    def who() -> Any:
        with database.read() as connection:
            return connection.execute(sa.select(thing.c.modified_by_id, thing.c.modified_by_name)).one()

    assert who() == (None, "")
    put(client, STAFF, record, "title", "Second")  # one statement
    assert who() == (STAFF.user_id, "Sam Staff")
    put(client, ADMIN, record, "size", 4)  # in a transaction
    assert who() == (ADMIN.user_id, "Ada Admin")
    put(client, STAFF, record, "status", "done")  # by a move
    assert who() == (STAFF.user_id, "Sam Staff")


def test_same_value_changes_nothing(client: Any, database: Database, record: int) -> None:
    assert put(client, STAFF, record, "title", "First").json()["data"]["version"] == 1
    with database.read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(tables.field_history)) == 0


@pytest.mark.parametrize(
    ("who", "field", "value", "status", "text"),
    [
        (STAFF, "colour", "x", 422, "Unknown field; allowed are: due, notes, ownerId, reason, size, status, title"),
        (STAFF, "title", "", 422, "Field is required"),
        (STAFF, "title", "x" * 41, 422, "Field must have at most 40 characters"),
        (STAFF, "size", 3, 422, "Please enter an even number"),
        (STAFF, "ownerId", 3, 403, "You are not allowed to do this"),
        (STAFF, "reason", "x", 409, "Reason cannot be changed"),
        (STUDENT, "title", "x", 404, "There is no such entry"),
        (TUTOR, "title", "x", 403, "You are not allowed to do this"),
    ],
)
def test_refusals(client: Any, record: int, who: Any, field: str, value: Any, status: int, text: str) -> None:
    answer = put(client, who, record, field, value)
    assert (answer.status_code, answer.json()["error"]) == (status, text)
    assert client(ADMIN).get(PATH.format(record)).json()["data"]["version"] == 1


def test_tutor_changes_only_own_records(client: Any, database: Database, record: int) -> None:
    assert put(client, TUTOR, record, "due", "2026-12-01").json()["data"]["value"] == "2026-12-01"
    with database.transaction(STAFF) as tx:
        other = tx.insert(thing, {"title": "Other", "owner_id": 8})
    assert put(client, TUTOR, other, "due", "2026-12-01").status_code == 404


def test_outdated_old_value_is_a_conflict(client: Any, record: int) -> None:
    answer = put(client, STAFF, record, "title", "Mine", oldValue="Before")
    assert answer.status_code == 409
    body = answer.json()
    assert (body["code"], body["value"]) == ("changed_meanwhile", "First")
    assert body["error"] == "Somebody else has changed this since"
    assert put(client, STAFF, record, "title", "Mine", oldValue="First").status_code == 200


def test_check_and_follow_up_in_one_transaction(client: Any, database: Database, record: int) -> None:
    assert put(client, STAFF, record, "size", 4).status_code == 200
    answer = put(client, STAFF, record, "size", 2**30)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["doubled"]), "its double is too large"
    with database.read() as connection:
        row = connection.execute(sa.select(thing.c.size, thing.c.doubled).where(thing.c.id == record)).one()
    assert tuple(row) == (4, 8)


def test_number_whose_double_is_too_large_names_its_field(client: Any, database: Database, record: int) -> None:
    """The driver runs the statement: its error names neither column nor value."""
    answer = put(client, ADMIN, record, "ownerId", 2**31 - 1)
    text = "Owner ID: this number is too large to be stored. Please enter a smaller one"
    assert (answer.status_code, answer.json()["error"], answer.json()["fields"]) == (422, text, {"ownerId": TOO_LARGE})
    with database.read() as connection:
        assert connection.scalar(sa.select(thing.c.owner_id).where(thing.c.id == record)) == 7


def test_rich_text_is_sanitised(client: Any, record: int) -> None:
    answer = put(client, STAFF, record, "notes", "<p onclick=x>Hi<script>alert(1)</script></p>")
    assert answer.json()["data"]["value"] == "<p>Hi</p>"


def test_state_written_as_a_field_goes_through_the_workflow(client: Any, record: int) -> None:
    assert put(client, STAFF, record, "status", "done").json()["data"]["value"] == "done"
    assert put(client, STAFF, record, "status", "nowhere").status_code == 422
    refused = put(client, STAFF, record, "status", "shut")
    assert refused.status_code == 403


@pytest.mark.parametrize("state", [{}, {"done": True}, ["done"], True, 1, None])
def test_state_of_another_type_is_refused(client: Any, record: int, state: Any) -> None:
    answer = put(client, STAFF, record, "status", state)
    assert (answer.status_code, answer.json()["error"]) == (422, "Please choose one of: new, done, shut")


def test_concurrently_changed_state_is_a_conflict(client: Any, record: int) -> None:
    assert put(client, STAFF, record, "status", "done", oldValue="new").status_code == 200
    answer = put(client, ADMIN, record, "status", "shut", oldValue="new")
    assert (answer.status_code, answer.json()["code"]) == (409, "changed_meanwhile")
    assert answer.json()["value"] == "done"
    assert put(client, STAFF, record, "status", "done", oldValue="new").status_code == 200


def test_change_forbidden_by_the_state_is_refused(client: Any, record: int) -> None:
    assert client(ADMIN).post(PATH.format(record) + "/shut", json={"reason": "No longer of use"}).status_code == 200
    answer = put(client, STAFF, record, "title", "x")
    assert (answer.status_code, answer.json()["error"]) == (409, "A shut thing cannot be changed")
    assert client(ADMIN).delete(PATH.format(record)).json()["error"] == "A shut thing cannot be changed"


def test_detail_has_the_rights(client: Any, record: int) -> None:
    mine = client(TUTOR).get(PATH.format(record)).json()["data"]
    assert mine["may"] == {"edit": ["due"], "delete": False, "history": False}
    assert "ownerId" not in mine
    staffs = client(ADMIN).get(PATH.format(record)).json()["data"]
    assert staffs["may"]["delete"]
    assert [move["name"] for move in staffs["moves"]] == ["finish", "shut"]
    assert "reason" not in staffs["may"]["edit"]


def test_create_names_every_invalid_field(client: Any) -> None:
    answer = client(STAFF).post("/api/v1/things", json={"title": "", "due": "never"})
    assert answer.status_code == 422
    assert answer.json()["fields"] == {
        "title": "Field is required",
        "due": "Please enter a date in the form 31st July 2020",
    }
    assert client(STUDENT).post("/api/v1/things", json={"title": "x"}).status_code == 403
    assert client(STAFF).post("/api/v1/things", json={"title": "x", "size": 2}).json()["code"] == "unknown_field"


def test_repeated_key_creates_one_record(client: Any, database: Database) -> None:
    key = {"Idempotency-Key": "once"}
    first = client(STAFF).post("/api/v1/things", json={"title": "One"}, headers=key)
    again = client(STAFF).post("/api/v1/things", json={"title": "One"}, headers=key)
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    other = client(STAFF).post("/api/v1/things", json={"title": "Two"}, headers=key)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")
    somebody = client(ADMIN).post("/api/v1/things", json={"title": "Three"}, headers=key)
    assert somebody.json()["data"]["id"] != first.json()["data"]["id"]


def test_refused_request_leaves_its_key_free(client: Any) -> None:
    key = {"Idempotency-Key": "again"}
    assert client(STAFF).post("/api/v1/things", json={"title": ""}, headers=key).status_code == 422
    assert client(STAFF).post("/api/v1/things", json={"title": ""}, headers=key).status_code == 422


def test_unique_violation_is_a_409(client: Any) -> None:
    assert client(STAFF).post("/api/v1/things", json={"title": "Same"}).status_code == 201
    assert client(STAFF).post("/api/v1/things", json={"title": "Same"}).status_code == 409


def test_parallel_changes_are_all_kept(client: Any, database: Database, record: int) -> None:
    """Eight people change two fields forty times at the same time: every acknowledged change is one version and one
    history row."""
    acknowledged: list[int] = []

    def work(number: int) -> None:
        for turn in range(5):
            field, value = ("title", f"{number}-{turn}") if number % 2 else ("notes", f"<p>{number}-{turn}</p>")
            answer = put(client, STAFF, record, field, value)
            if answer.status_code == 200:
                acknowledged.append(answer.json()["data"]["version"])
            else:
                assert answer.status_code == 409, answer.text

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.read() as connection:
        version = connection.scalar(sa.select(thing.c.version).where(thing.c.id == record))
        rows = connection.scalar(sa.select(sa.func.count()).select_from(tables.field_history))
    assert sorted(acknowledged) == list(range(2, (version or 0) + 1))
    assert rows == len(acknowledged)
