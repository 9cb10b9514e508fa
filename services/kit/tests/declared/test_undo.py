"""Undo of a move: what is restored, who may, until when, on one record and on a selection."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from kit.changes import undoing
from kit.database import Database, tables
from kit.errors import Conflict
from kit.jobs import sweeper
from kit.jobs.worker import Runner
from kit.lists.bulk import moving
from kit.policy import Actor
from kit.workflow import Move, Workflow
from staffroom_testing import actor

from .conftest import ADMIN, STAFF, STUDENT, TUTOR, WORKFLOW, thing
from .test_moving import started, states, things

__all__ = ["things"]
OTHER: Actor = actor("staff", user_id=2222, name="Olga Other")
START, UNDO = "/api/v1/things/moves", "/api/v1/things/moves/undo"


@pytest.fixture
def record(database: Database) -> int:
    with database.transaction(STAFF) as tx:
        return tx.insert(thing, {"title": "First", "owner_id": 7})


def finish(client: Any, record: int) -> str:
    """Finish the thing, and return the call that undoes it."""
    answer = client(STAFF).post(f"/api/v1/things/{record}/finish").json()["data"]
    return f"/api/v1{answer['undo']}"


def test_move_is_undone_once(client: Any, database: Database, record: int) -> None:
    undo = finish(client, record)
    assert client(STAFF).post(undo).json()["data"] == {"id": record, "status": "new"}
    row = database.one(sa.select(thing).where(thing.c.id == record))
    assert row is not None
    assert (row["status"], row["version"]) == ("new", 3), "a way back is a change like another"
    of_record = sa.select(tables.field_history).where(tables.field_history.c.entity_id == record)
    changes = database.all(of_record.order_by(tables.field_history.c.id))
    assert [(one["old_value"], one["new_value"]) for one in changes] == [("new", "done"), ("done", "new")]
    again = client(STAFF).post(undo)
    assert (again.status_code, again.json()["error"]) == (409, "There is nothing to undo")


def test_only_its_maker_can_undo_a_move(client: Any, record: int) -> None:
    undo = finish(client, record)
    for who in (OTHER, ADMIN, TUTOR):
        refused = client(who).post(undo)
        assert (refused.status_code, refused.json()["error"]) == (403, "Only who made a move can undo it")
    assert client(STUDENT).post(undo).status_code == 404
    assert client(STAFF).post(undo).status_code == 200


def test_changed_record_is_not_undone(client: Any, database: Database, record: int) -> None:
    undo = finish(client, record)
    client(OTHER).put(f"/api/v1/things/{record}", json={"field": "size", "newValue": 4})
    refused = client(STAFF).post(undo)
    assert (refused.status_code, refused.json()["code"]) == (409, "changed_meanwhile")
    assert states(database)[record] == "done"


def test_later_move_prevents_undo(client: Any, record: int) -> None:
    undo = finish(client, record)
    client(STAFF).put(f"/api/v1/things/{record}", json={"field": "size", "newValue": 2})
    again = client(TUTOR).post(f"/api/v1/things/{record}/reopen").json()["data"]["undo"]
    refused = client(STAFF).post(undo)
    text = "This has been changed since and can no longer be undone"
    assert (refused.status_code, refused.json()["error"]) == (409, text)
    assert client(TUTOR).post(f"/api/v1{again}").json()["data"]["status"] == "done"


def test_undo_expires(client: Any, database: Database, record: int) -> None:
    undo = finish(client, record)
    age(database, dt.timedelta(seconds=61))
    refused = client(STAFF).post(undo)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_late")
    sweeper.delete_expired()
    assert client(STAFF).post(undo).json()["code"] == "too_late", "swept after a day"
    age(database, dt.timedelta(days=1))
    sweeper.delete_expired()
    assert client(STAFF).post(undo).json()["code"] == "nothing_to_undo"


def age(database: Database, by: dt.timedelta) -> None:
    with database.transaction(STAFF) as tx:
        tx.execute(sa.update(tables.move_undo).values(made=tables.move_undo.c.made - by))


def test_move_without_undo_has_no_call(client: Any, record: int) -> None:
    body = {"reason": "It is all over now"}
    answer = client(ADMIN).post(f"/api/v1/things/{record}/shut", json=body).json()["data"]
    assert answer == {"id": record, "status": "shut"}
    assert client(ADMIN).post(f"/api/v1/things/{record}/shut/undo").status_code == 404
    refused = client(ADMIN).post(f"/api/v1/things/{record}/finish/undo")
    assert refused.json()["code"] == "nothing_to_undo", "another move's way back"


def test_every_type_is_restored(database: Database, record: int) -> None:
    """Days, numbers, texts with quotes and empty texts."""
    values = {"due": dt.date(2026, 2, 3), "size": 7, "reason": "\"'ß🦊\n", "notes": ""}
    with database.transaction(STAFF) as tx:
        tx.execute(sa.update(thing).where(thing.c.id == record).values(**values))
    emptied = {"due": None, "size": 0, "reason": "", "notes": "None"}

    def work(*_: Any) -> dict[str, Any]:
        return emptied

    moves = [replace(move, effect=work) if move.name == "finish" else move for move in WORKFLOW.moves]
    workflow = replace(WORKFLOW, moves=moves)
    with database.transaction(STAFF) as tx:
        workflow.run(tx, record, "finish")
    row = database.one(sa.select(thing).where(thing.c.id == record))
    assert row is not None and {name: row[name] for name in emptied} == emptied
    with database.transaction(STAFF) as tx:
        workflow.undo(tx, record)
    row = database.one(sa.select(thing).where(thing.c.id == record))
    assert row is not None and {name: row[name] for name in values} == values


def test_only_the_last_move_is_kept(database: Database, record: int) -> None:
    with database.transaction(STAFF) as tx:
        WORKFLOW.run(tx, record, "finish")
        tx.execute(sa.update(thing).where(thing.c.id == record).values(status="new"))
        WORKFLOW.run(tx, record, "finish")
        last = undoing.last_move(tx, WORKFLOW, record)
        assert last is not None and last["version"] == 3
        WORKFLOW.undo(tx, record)
        with pytest.raises(Conflict, match="There is nothing to undo"):
            WORKFLOW.undo(tx, record)


@pytest.mark.parametrize("change", [{"method": "DELETE"}, {"method": "PUT"}])
def test_only_a_post_can_be_undone(change: dict[str, str]) -> None:
    finish: Move = next(move for move in WORKFLOW.moves if move.name == "finish")
    with pytest.raises(ValueError, match="it has no way back"):
        Workflow(
            name="thing",
            column=thing.c.status,
            states=WORKFLOW.states,
            scope=WORKFLOW.scope,
            moves=[replace(finish, **change)],
        )


def undone(caller: Any, job: str) -> dict[str, Any]:
    """Return the job that undoes `job`, after it ran."""
    answer = caller.post(UNDO, json={"job": job})
    assert answer.status_code == 202, answer.text
    public = answer.json()["data"]["id"]
    Runner("toy", [moving.MOVES]).run(int(public.rpartition("-")[2]))
    state: dict[str, Any] = caller.get(f"/api/v1/jobs/{public}").json()["data"]
    return state


def test_selection_is_undone(client: Any, database: Database, things: list[int]) -> None:
    caller, before = client(STAFF), states(database)
    _, job = started(caller, database, {"move": "finish", "ids": things[:6]})
    client(OTHER).put(f"/api/v1/things/{things[0]}", json={"field": "size", "newValue": 4})
    back = undone(caller, job["id"])
    text = "This has been changed since and can no longer be undone"
    assert back["result"] == {"moved": 3, "refusals": [{"text": text, "count": 1}]}
    assert back["total"] == 4, "what was refused was not moved"
    assert states(database) == before | {things[0]: "done"}
    assert undone(caller, job["id"])["id"] == back["id"], "asked for twice, made once"


@pytest.mark.parametrize("body", [{}, {"job": 5}, {"job": None}, {"job": ["x"]}, {"job": "toy-"}, {"job": "x", "a": 1}])
def test_body_must_name_a_job(client: Any, body: dict[str, Any]) -> None:
    refused = client(STAFF).post(UNDO, json=body)
    assert (refused.status_code, refused.json()["error"]) == (422, "The body is {job}")


def test_only_an_ended_job_of_this_list_is_undone(client: Any, database: Database, things: list[int]) -> None:
    caller = client(STAFF)
    waiting = caller.post(START, json={"move": "finish", "ids": things[:1]}).json()["data"]["id"]
    assert caller.post(UNDO, json={"job": waiting}).json()["code"] == "still_running"
    assert caller.post(UNDO, json={"job": waiting.replace("toy", "people")}).status_code == 422
    assert client(OTHER).post(UNDO, json={"job": waiting}).status_code == 404
    assert caller.post(UNDO, json={"job": "toy-999999"}).status_code == 404
    _, job = started(caller, database, {"move": "finish", "ids": things[1:2]})
    back = undone(caller, job["id"])
    assert caller.post(UNDO, json={"job": back["id"]}).status_code == 422, "an undo is not undone"
    admin = client(ADMIN)
    shut = {"move": "shut", "ids": things[4:5], "body": {"reason": "It is all over now"}}
    _, job = started(admin, database, shut)
    assert admin.post(UNDO, json={"job": job["id"]}).json()["code"] == "nothing_to_undo"
