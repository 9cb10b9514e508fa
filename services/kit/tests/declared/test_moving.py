"""Moves on a selection: which records are moved, which are refused and why, and recovery after a lost worker."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from kit import jobs
from kit.database import Database, tables
from kit.errors import Conflict
from kit.jobs.job import Cancelled
from kit.jobs.worker import Runner
from kit.lists import known
from kit.lists.bulk import moving, selected

from .conftest import ADMIN, LIST, STAFF, STUDENT, TUTOR, WORKFLOW, thing

PREVIEW, START = "/api/v1/things/moves/preview", "/api/v1/things/moves"


@pytest.fixture
def things(database: Database) -> list[int]:
    """Thirty things: a third is done, the others are new; ten are the tutor's."""
    with database.transaction(STAFF) as tx:
        rows = tx.execute(
            sa.text(
                "insert into thing (title, status, owner_id) select 'Thing ' || g, "
                "case when g % 3 = 0 then 'done' else 'new' end, case when g > 20 then 7 else 1 end "
                "from generate_series(1, 30) g returning id"
            )
        )
        return list(rows.scalars())


def states(database: Database) -> dict[int, str]:
    return {row["id"]: row["status"] for row in database.all(sa.select(thing.c.id, thing.c.status))}


def started(caller: Any, database: Database, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Return the job of a move after it ran, and its answer."""
    answer = caller.post(START, json=body)
    assert answer.status_code == 202, answer.text
    public = answer.json()["data"]["id"]
    number = int(public.rpartition("-")[2])
    known.register([LIST])
    Runner("toy", [moving.MOVES]).run(number)
    return number, caller.get(f"/api/v1/jobs/{public}").json()["data"]


def test_selection_is_moved_and_each_refusal_reported(client: Any, database: Database, things: list[int]) -> None:
    caller = client(STAFF)
    body = {"move": "finish", "ids": things[:6]}
    preview = caller.post(PREVIEW, json=body).json()["data"]
    text = "This is not possible while the status is Done"
    assert preview == {"count": 6, "possible": 4, "refusals": [{"text": text, "count": 2}]}
    assert set(states(database).values()) == {"new", "done"}, "a preview moves nothing"
    number, job = started(caller, database, body)
    assert (job["state"], job["done"], job["total"]) == ("done", 6, 6)
    assert job["result"] == {"moved": 4, "refusals": [{"text": text, "count": 2}]}
    outcomes = caller.get(f"/api/v1/jobs/toy-{number}/outcomes").json()["data"]
    refused = {things[2]: text, things[5]: text}
    assert outcomes == [{"id": one, "refusal": refused.get(one)} for one in things[:6]]
    assert [states(database)[one] for one in things[:6]] == ["done"] * 6
    assert states(database)[things[6]] == "new", "what was not chosen stays"
    changes = database.all(sa.select(tables.field_history).where(tables.field_history.c.entity_id == things[0]))
    assert [(one["field"], one["new_value"], one["user_id"]) for one in changes] == [("status", "done", STAFF.user_id)]


def test_all_that_match_but_some(client: Any, database: Database, things: list[int]) -> None:
    caller = client(STAFF)
    body = {"move": "finish", "query": {"status": "new"}, "except": [things[0]]}
    assert caller.post(PREVIEW, json=body).json()["data"] == {"count": 19, "possible": 19, "refusals": []}
    _, job = started(caller, database, body)
    assert job["result"]["moved"] == 19
    assert [one for one, state in states(database).items() if state == "new"] == [things[0]]


def test_rows_are_selected_at_the_start(client: Any, database: Database, things: list[int]) -> None:
    """A row that matches later is unchanged; a row that was moved in the meantime is refused."""
    caller = client(STAFF)
    public = caller.post(START, json={"move": "finish", "query": {"status": "new"}}).json()["data"]["id"]
    with database.transaction(STAFF) as tx:
        tx.execute(sa.update(thing).where(thing.c.id == things[2]).values(status="new"))
        tx.execute(sa.update(thing).where(thing.c.id == things[0]).values(status="done"))
        tx.execute(sa.delete(thing).where(thing.c.id == things[1]))
    known.register([LIST])
    Runner("toy", [moving.MOVES]).run(int(public.rpartition("-")[2]))
    result = caller.get(f"/api/v1/jobs/{public}").json()["data"]["result"]
    assert result["moved"] == 18
    assert {one["text"]: one["count"] for one in result["refusals"]} == {
        selected.MISSING: 1,
        "This is not possible while the status is Done": 1,
    }
    assert states(database)[things[2]] == "new"


def test_needs_are_checked_before_anything_is_moved(client: Any, database: Database, things: list[int]) -> None:
    caller = client(ADMIN)
    refused = caller.post(START, json={"move": "shut", "ids": things[:2], "body": {"reason": "short"}})
    assert refused.status_code == 422
    assert list(refused.json()["fields"]) == ["reason"]
    _, job = started(caller, database, {"move": "shut", "ids": things[:2], "body": {"reason": "It is all over now"}})
    assert job["result"] == {"moved": 2, "refusals": []}
    assert {row["reason"] for row in database.all(sa.select(thing.c.reason).where(thing.c.status == "shut"))} == {
        "It is all over now"
    }


@pytest.mark.parametrize(
    ("body", "status", "text"),
    [
        ({"move": "fly", "ids": [1]}, 422, "Unknown move; allowed are: finish, shut, reopen"),
        ({"ids": [1]}, 422, "Unknown move; allowed are: finish, shut, reopen"),
        ({"move": ["finish"], "ids": [1]}, 422, "Unknown move; allowed are: finish, shut, reopen"),
        ({"move": "finish", "ids": []}, 422, "Please choose at least one record"),
        ({"move": "finish", "ids": ["1"]}, 400, "ids is a list of at most 100000 whole numbers"),
        ({"move": "finish", "ids": [1], "except": [2]}, 400, "ids and except exclude each other"),
        ({"move": "finish", "query": {"status": 1}}, 400, "query is an object of texts"),
        ({"move": "finish", "query": "status"}, 400, "query is an object of texts"),
        ({"move": "finish", "ids": [1], "body": []}, 400, "body is an object"),
        ({"move": "finish", "ids": [1], "body": "x"}, 400, "body is an object"),
        ({"move": "finish", "ids": [1], "colour": "red"}, 422, "The body is {move, query?, ids? | except?, body?}"),
    ],
)
def test_invalid_bodies_are_refused(client: Any, body: dict[str, Any], status: int, text: str) -> None:
    caller = client(STAFF)
    answer = caller.post(PREVIEW, json=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"] == text


def test_records_share_a_transaction_unless_one_is_refused(
    client: Any, database: Database, things: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    alone: list[int] = []
    move = moving._move

    def noted(context: Any, workflow: Any, record: int) -> None:
        alone.append(record)
        move(context, workflow, record)

    monkeypatch.setattr(moving, "_move", noted)
    monkeypatch.setattr(moving, "TOGETHER", 10)
    caller = client(STAFF)
    _, job = started(caller, database, {"move": "finish"})
    assert (job["result"]["moved"], alone) == (20, []), "those that are done already were left out before"
    with database.transaction(STAFF) as tx:
        tx.execute(sa.update(thing).values(status="new"))
    monkeypatch.setattr(moving, "_without_refused", lambda context, workflow, records: records)
    refuse = WORKFLOW.refused
    monkeypatch.setattr(
        type(WORKFLOW),
        "refused",
        lambda self, move, who, row: Conflict("Not this") if row["id"] == things[4] else refuse(move, who, row),
    )
    _, job = started(caller, database, {"move": "finish"})
    assert job["result"] == {"moved": 29, "refusals": [{"text": "Not this", "count": 1}]}
    assert alone == things[:10], "only those of its transaction"


def test_too_many_records_are_refused(client: Any, things: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selected, "MOST", 29)
    caller = client(STAFF)
    for url in (PREVIEW, START):
        answer = caller.post(url, json={"move": "finish"})
        assert (answer.status_code, answer.json()["code"]) == (422, "too_many_records")
        assert answer.json()["error"] == "At most 29 records are changed at a time; please narrow the list"


def test_selection_has_only_rows_of_its_caller(client: Any, database: Database, things: list[int]) -> None:
    caller = client(TUTOR)
    preview = caller.post(PREVIEW, json={"move": "reopen"}).json()["data"]
    assert preview["count"] == 10
    preview = caller.post(PREVIEW, json={"move": "reopen", "ids": things[:3]}).json()["data"]
    assert preview == {"count": 0, "possible": 0, "refusals": []}, "records of others are not even counted"
    _, job = started(caller, database, {"move": "finish", "ids": things[20:22]})
    assert job["result"]["moved"] == 0, "the move is the staff's"
    caller = client(STUDENT)
    assert caller.get(f"/api/v1/jobs/{job['id']}/outcomes").status_code == 404


def test_list_offers_the_moves_of_its_caller(client: Any) -> None:
    caller = client(STAFF)
    offered = caller.get("/api/v1/things/columns").json()["data"]["moves"]
    assert offered == [{"name": "finish", "title": "Finish", "style": "default", "text": "", "needs": [], "undo": True}]
    caller = client(TUTOR)
    assert [one["name"] for one in caller.get("/api/v1/things/columns").json()["data"]["moves"]] == ["reopen"]


def test_run_resumes_after_a_lost_worker(
    database: Database, things: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "TOGETHER", 1)
    params = {"list": LIST.name, "move": "finish", "ids": things[:2] + things[3:5], "body": {}}
    known.register([LIST])
    with database.transaction(STAFF) as tx:
        number = moving.MOVES.enqueue(tx, "lost", params, total=4)
    far: list[int] = []

    def progress(done: int, total: int) -> None:
        far.append(done)
        if done == 2:
            raise Cancelled

    context: Any = SimpleNamespace(id=number, params=params, actor=STAFF, db=database, progress=progress)
    with pytest.raises(Cancelled):
        moving.MOVES.run(context)
    context.progress = lambda done, total: far.append(done)
    assert moving.MOVES.run(context) == {"moved": 4, "refusals": []}
    assert far == [0, 1, 2, 2, 3, 4]
    kept = database.all(sa.select(tables.move_outcome).where(tables.move_outcome.c.job_id == number))
    assert len(kept) == 4
    versions = sa.select(thing.c.version).where(thing.c.id.in_(params["ids"]))
    assert {row["version"] for row in database.all(versions)} == {2}, "nothing is moved twice"
    assert jobs.public_id(number) == f"toy-{number}"


def test_superseded_worker_moves_nothing_twice(database: Database, things: list[int]) -> None:
    """The first worker, presumed lost, has moved the second record when the other worker comes to it."""
    params = {"list": LIST.name, "move": "finish", "ids": things[:2], "body": {}}
    known.register([LIST])
    with database.transaction(STAFF) as tx:
        number = moving.MOVES.enqueue(tx, "taken", params, total=2)

    def progress(done: int, total: int) -> None:
        if not done:
            with database.transaction(STAFF) as tx:
                tx.execute(sa.insert(tables.move_outcome).values(job_id=number, record_id=things[1]))
                WORKFLOW.run(tx, things[1], "finish")

    context: Any = SimpleNamespace(id=number, params=params, actor=STAFF, db=database, progress=progress)
    assert moving.MOVES.run(context) == {"moved": 2, "refusals": []}
    versions = sa.select(thing.c.version).where(thing.c.id.in_(things[:2]))
    assert [row["version"] for row in database.all(versions)] == [2, 2]
