"""The rows of the history: those of a field, a move and a delete, for each record alone."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database, tables
from kit.policy import Actor
from staffroom_testing import actor

from .conftest import ADMIN, STAFF, part, thing

LENT: Actor = actor("staff", "sysAdmin", name="Ada Admin", real_user_id=4)
"""An account that user 4 impersonates."""
REQUEST = "history-of-things"
BEFORE_DELETE = {
    "title": "First",
    "notes": "",
    "due": None,
    "size": 0,
    "status": "new",
    "ownerId": 7,
    "reason": "",
}


@pytest.fixture
def record(database: Database) -> int:
    with database.transaction(STAFF) as tx:
        return tx.insert(thing, {"title": "First", "owner_id": 7})


@pytest.mark.parametrize(
    ("method", "path", "body", "field", "old", "new"),
    [
        ("PUT", "", {"field": "title", "newValue": "Second"}, "title", "First", "Second"),
        ("PUT", "", {"field": "status", "newValue": "done"}, "status", "new", "done"),
        ("POST", "/finish", None, "status", "new", "done"),
        ("DELETE", "", None, "*", BEFORE_DELETE, None),
    ],
    ids=["field", "written state", "move", "delete"],
)
def test_row_has_change_author_and_request(
    client: Any, database: Database, record: int, method: str, path: str, body: Any, field: str, old: Any, new: Any
) -> None:
    headers = {"X-Request-Id": REQUEST}
    answer = client(LENT).request(method, f"/api/v1/things/{record}{path}", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    with database.read() as connection:
        (row,) = connection.execute(sa.select(tables.field_history)).mappings()
    assert {name: row[name] for name in row if name not in {"id", "changed"}} == {
        "entity": "thing",
        "entity_id": record,
        "field": field,
        "old_value": old,
        "new_value": new,
        "user_id": LENT.user_id,
        "acting_user_id": 4,
        "user_name": "Ada Admin",
        "request_id": REQUEST,
    }


def test_records_of_two_sets_with_one_id_have_separate_histories(client: Any, database: Database) -> None:
    with database.transaction(STAFF) as tx:
        whole = tx.insert(thing, {"id": 900, "title": "Whole"})
        tx.insert(part, {"id": whole, "thing_id": whole, "side": "left", "size": 2})
    paths = {"title": f"/api/v1/things/{whole}", "label": f"/api/v1/things/parts/{whole}"}
    for field, path in paths.items():
        answer = client(STAFF).put(path, json={"field": field, "newValue": "Renamed"})
        assert answer.status_code == 200, answer.text
    histories = {name: client(ADMIN).get(f"{path}/history").json()["data"] for name, path in paths.items()}
    assert [entry["title"] for entry in histories["title"]] == ["Part “Renamed”: Label", "Title"]
    assert [entry["field"] for entry in histories["label"]] == ["label"]
