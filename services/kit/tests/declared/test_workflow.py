"""Workflows: moves by state, role and condition, with every need named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kit.database import Database
from kit.errors import Forbidden
from kit.policy import sys_admin
from kit.records import Section
from kit.records.pipeline import update
from kit.workflow import Confirm

from .conftest import ADMIN, FIELDS, STAFF, STUDENT, TUTOR, WORKFLOW, thing


@pytest.fixture
def record(database: Database) -> int:
    with database.transaction(STAFF) as tx:
        return tx.insert(thing, {"title": "First", "owner_id": 7})


def move(client: Any, who: Any, record: int, name: str, **body: Any) -> Any:
    return client(who).post(f"/api/v1/things/{record}/{name}", json=body)


def test_moves_from_start_to_end(client: Any, record: int) -> None:
    answer = move(client, STAFF, record, "finish").json()["data"]
    assert answer == {"id": record, "status": "done", "undo": f"/things/{record}/finish/undo"}
    again = move(client, STAFF, record, "finish")
    assert (again.status_code, again.json()["error"]) == (409, "This is not possible while the status is Done")
    empty = move(client, TUTOR, record, "reopen")
    assert (empty.status_code, empty.json()["error"]) == (409, "An empty thing stays done")
    client(STAFF).put(f"/api/v1/things/{record}", json={"field": "size", "newValue": 2})
    assert move(client, TUTOR, record, "reopen").json()["data"]["status"] == "new"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({}, "Field is required"),
        ({"reason": "short"}, "Field must have at least 10 characters"),
        ({"reason": "x" * 501}, "Field must have at most 500 characters"),
        ({"reason": "long enough text", "colour": 1}, "Unknown field; allowed are: reason"),
    ],
)
def test_missing_needs_are_named(client: Any, record: int, body: dict[str, Any], text: str) -> None:
    answer = move(client, ADMIN, record, "shut", **body)
    assert (answer.status_code, answer.json()["error"]) == (422, text)


def test_moves_by_role(client: Any, record: int) -> None:
    assert move(client, TUTOR, record, "finish").status_code == 403
    assert move(client, STUDENT, record, "finish").status_code == 404
    assert move(client, STAFF, record, "shut", reason="long enough").status_code == 403
    assert move(client, None, record, "finish").status_code == 401


def test_history_of_the_state(client: Any, record: int) -> None:
    move(client, ADMIN, record, "shut", reason="No longer of use")
    history = client(ADMIN).get(f"/api/v1/things/{record}/history?field=status").json()["data"]
    assert [(h["oldValue"], h["newValue"]) for h in history] == [("new", "shut")]


def test_state_field_may_be_denied_to_makers_of_the_move(database: Database, record: int) -> None:
    status = replace(FIELDS.fields["status"], may=sys_admin)
    fields = replace(FIELDS, sections=[Section("main", "Main", [status])])
    with pytest.raises(Forbidden):
        update(database, fields, STAFF, record, "status", "done")
    assert update(database, fields, ADMIN, record, "status", "done")["value"] == "done"


def test_question_uses_the_detail_answer() -> None:
    row = {"id": 5, "status": "new", "title": "First", "size": 2, "owner_id": 7}
    asked = Confirm("Finish {title}, {fee:money}?", lambda detail: f"{detail['parts']} parts are left", no="Keep it")
    finish = replace(WORKFLOW.moves[0], confirm=asked)
    workflow = replace(WORKFLOW, moves=[finish])
    [offer] = workflow.offered(STAFF, row, {"id": 5, "title": "{x}", "parts": 3, "fee": 125_000, "currency": "EUR"})
    assert (offer["confirm"], offer["path"]) == (
        {"title": "Finish {x}, €1,250.00?", "text": "3 parts are left", "yes": "Finish", "no": "Keep it"},
        "/things/5/finish",
    )


def test_markdown_table_matches_the_declaration() -> None:
    assert WORKFLOW.table_text() == (
        "| move | from | to | who | needs |\n"
        "|---|---|---|---|---|\n"
        "| Finish | new | done | staff |  |\n"
        "| Shut | new, done | shut | sysAdmin | reason |\n"
        "| Reopen | done | new | own tutor |  |"
    )
