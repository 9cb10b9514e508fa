"""Single moves: which of several is made, which are offered, and the rows and events that a move writes."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from kit.changes.history import wire_name
from kit.database import Database, tables
from kit.errors import Conflict, Forbidden, Invalid, NotFound
from kit.policy import Actor, staff
from kit.service import Service
from kit.workflow import ANY, Move, Workflow
from services.kit.tests.declared.crates import (
    ADMIN,
    BY_NAME,
    CHANGED,
    CRATES,
    MOVES,
    SCOPE,
    STAFF,
    STATES,
    STUDENT,
    TUTOR,
    crate,
    make,
    metadata,
    offered,
    row,
    row_of,
    run,
)
from staffroom_testing.plugin import Published


@pytest.fixture(scope="session")
def service() -> Service:
    return Service(name="crates", metadata=metadata, workflows=[CRATES], events=[CHANGED])


@pytest.fixture
def record(database: Database) -> int:
    return make(database)


def test_offer_has_everything_that_the_page_needs() -> None:
    send, weigh, _ = CRATES.offered(STAFF, row("packed"))
    assert send == {
        "name": "send",
        "title": "Send",
        "done": "Crate 3 sent",
        "style": "primary",
        "path": "/crates/3/send",
        "method": "POST",
        "confirm": {"title": "Send it?", "text": "It leaves today.", "yes": "Send", "no": "Go back"},
        "needs": [
            {"name": "weight", "title": "Weight", "type": "integer", "required": False, "min": 0, "max": 2_147_483_647},
            {"name": "firstNote", "title": "Note", "type": "text", "required": False, "maxLength": 9},
        ],
        "key": "",
        "undo": False,
    }
    assert (weigh["method"], weigh["style"]) == ("PUT", "default")
    assert weigh["confirm"] == {"title": "Weigh it?", "text": "", "yes": "Weigh", "no": "Go back"}
    assert CRATES.offered(STAFF, row("sent"))[1]["confirm"] is None


def test_offered_moves_leave_the_present_state() -> None:
    assert offered("packed", STAFF) == ["send", "weigh", "lose"]
    assert offered("packed", STAFF, weight=11) == ["weigh", "lose"]
    assert offered("lost", STAFF) == ["weigh", "lose", "fetchAnyway"]
    assert offered("lost", ADMIN) == ["sendAgain", "weigh", "lose", "fetchAnyway"]
    assert offered("sent", TUTOR) == [], "fetch is not offered, though it can be made"
    assert CRATES.refused(BY_NAME["fetch"], TUTOR, row("sent")) is None


def test_move_stores_who_made_it_when_and_with_which_values(database: Database, record: int) -> None:
    before = dt.datetime.now(dt.UTC)
    run(database, record, "seal", sealText="Red wax")
    sealed = row_of(database, record)
    assert (sealed.sealed_by_id, sealed.sealed_by_name, sealed.seal) == (STAFF.user_id, STAFF.name, "Red wax")
    assert before <= sealed.sealed <= dt.datetime.now(dt.UTC)
    run(database, record, "open", ADMIN)
    opened = row_of(database, record)
    assert (opened.sealed, opened.sealed_by_id, opened.sealed_by_name) == (None, None, "")
    assert (opened.opened_by_name, opened.seal) == (ADMIN.name, "Red wax"), "values stay"


@pytest.mark.parametrize("more", [{"signs": "burnt"}, {"unsigns": ["burnt"]}])
def test_move_that_signs_missing_columns_is_refused(more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="burnt"):
        replace(CRATES, moves=[replace(BY_NAME["lose"], **more)])


@pytest.mark.parametrize(
    ("move", "who", "state", "weight", "text", "code"),
    [
        ("send", STAFF, "home", 1, "This is not possible while the status is Home", "wrong_state"),
        ("send", STAFF, "sent", 1, "This is not possible while the status is Sent out", "wrong_state"),
        ("send", STAFF, "burnt", 1, "This is not possible while the status is burnt", "wrong_state"),
        ("send", STAFF, "packed", 11, "It is too heavy", "refused_now"),
        ("send", TUTOR, "packed", 1, "You are not allowed to do this", "forbidden"),
        ("send", TUTOR, "home", 1, "You are not allowed to do this", "forbidden"),
    ],
)
def test_refusal_has_its_reason(move: str, who: Actor, state: str, weight: int, text: str, code: str) -> None:
    refusal = CRATES.refused(BY_NAME[move], who, row(state, weight=weight))
    assert isinstance(refusal, Forbidden if who is TUTOR else Conflict)
    assert (refusal.text, refusal.code) == (text, code)


def test_move_writes_state_history_author_and_event(database: Database, record: int, published: Published) -> None:
    assert run(database, record, "send", weight=3) == {"id": record, "trackingStatus": "sent"}
    now = row_of(database, record)
    assert (now.tracking_status, now.weight, now.version, now.modified_by_name) == ("sent", 3, 2, "Sam Staff")
    entry, weighed = entries(database)
    assert (entry["entity"], entry["entity_id"], entry["field"]) == (
        "crate",
        record,
        "trackingStatus",
    )
    assert (entry["old_value"], entry["new_value"], entry["user_name"]) == (
        "packed",
        "sent",
        "Sam Staff",
    )
    assert (entry["user_id"], entry["acting_user_id"]) == (STAFF.user_id, 4)
    assert (weighed["field"], weighed["old_value"], weighed["new_value"]) == ("weight", 1, 3)
    assert published() == [(CHANGED.subject, str(record), {"id": record, "state": "sent", "weight": 3})]


def entries(database: Database) -> list[dict[str, Any]]:
    with database.read() as connection:
        rows = connection.execute(sa.select(tables.field_history).order_by(tables.field_history.c.id)).mappings()
        return [dict(entry) for entry in rows]


def test_move_without_target_records_values_and_no_state(database: Database, record: int) -> None:
    run(database, record, "weigh", weight=7)
    assert [(one["field"], one["old_value"], one["new_value"]) for one in entries(database)] == [("weight", 1, 7)]
    run(database, record, "weigh", weight=7)
    assert len(entries(database)) == 1, "nothing is another"


def test_cleared_signature_stays_in_the_history(database: Database, record: int) -> None:
    run(database, record, "seal", sealText="wax")
    run(database, record, "open")
    signed, unsigned = [e for e in entries(database) if e["field"] == "sealedByName"]
    assert (signed["old_value"], signed["new_value"], unsigned["new_value"]) == ("", "Sam Staff", "")
    moments = [e for e in entries(database) if e["field"] == "sealed"]
    assert moments[0]["new_value"] == moments[1]["old_value"] and moments[1]["new_value"] is None


def test_event_without_a_payload_names_the_record(database: Database, record: int, published: Published) -> None:
    plain = Workflow(
        name="crate",
        table=crate,
        column=crate.c.tracking_status,
        states=STATES,
        scope=SCOPE,
        moves=MOVES,
        event=CHANGED,
    )
    with database.transaction(STAFF) as tx:
        plain.run(tx, record, "lose")
    assert published() == [(CHANGED.subject, str(record), {"id": record})]


def test_repeated_move_writes_nothing(database: Database, published: Published) -> None:
    record = make(database, tracking_status="lost")
    assert run(database, record, "lose") == {"id": record, "trackingStatus": "lost"}
    assert (row_of(database, record).version, published()) == (1, [])


def test_move_without_target_is_a_change(database: Database, record: int, published: Published) -> None:
    assert run(database, record, "weigh", weight=8) == {"id": record, "trackingStatus": "packed"}
    assert (row_of(database, record).version, row_of(database, record).weight) == (2, 8)
    assert len(published()) == 1
    run(database, record, "weigh", weight=0)
    assert row_of(database, record).version == 3, "without a value it is noted that somebody did it"


def test_move_outside_the_scope_is_refused(database: Database, record: int) -> None:
    with pytest.raises(NotFound):
        run(database, record, "weigh", STUDENT, weight=1)
    with pytest.raises(Conflict):
        run(database, record, "fetchAnyway")
    with pytest.raises(Invalid):
        run(database, record, "weigh")
    assert row_of(database, record).version == 1


def test_of_moves_with_one_path_the_one_from_the_present_state_is_made(database: Database, record: int) -> None:
    shared = [BY_NAME["send"], BY_NAME["sendAgain"]]
    lost, home = make(database, tracking_status="lost"), make(database, tracking_status="home")
    with database.transaction(STAFF) as tx:
        assert CRATES.choose(tx, record, shared) == "send"
        assert CRATES.choose(tx, lost, shared) == "sendAgain"
        assert CRATES.choose(tx, lost, shared[:1]) == "send"
        assert (CRATES.choose(tx, home, shared), CRATES.choose(tx, 99, shared)) == ("send", "send")
    with database.transaction(STUDENT) as tx:
        assert CRATES.choose(tx, lost, shared) == "send", "whose state the student does not see"


def test_table_says_from_anywhere_and_stays() -> None:
    lines = CRATES.table_text().splitlines()
    assert lines[2:6] == [
        "| Send | packed | sent | staff | weight, firstNote |",
        "| Send again | lost | sent | sysAdmin |  |",
        "| Weigh | any | (stays) | staff | weight |",
        "| Lose | any | lost | staff |  |",
    ]


@pytest.mark.parametrize(
    "moves",
    [
        [Move(name="x", title="X", source=["burnt"], target="sent", who=staff, path="")],
        [Move(name="x", title="X", source=["sent"], target="burnt", who=staff, path="")],
        [Move(name="x", title="X", source=ANY, target=None, who=staff, path="")] * 2,
    ],
    ids=["unknown source", "unknown target", "second declaration"],
)
def test_invalid_moves_are_refused_at_the_start(moves: list[Move]) -> None:
    with pytest.raises(ValueError, match="workflow crate, move x"):
        Workflow(name="crate", table=crate, column=crate.c.tracking_status, states=STATES, scope=SCOPE, moves=moves)


def test_column_has_its_wire_name() -> None:
    assert [wire_name(name) for name in ("status", "tracking_status", "a_b_c")] == ["status", "trackingStatus", "aBC"]


def test_dry_run_reports_missing_values_and_changes_nothing(client: Any, database: Database) -> None:
    light, heavy = make(database, weight=0), make(database, weight=1)
    caller = client(STAFF)
    asked = caller.post(f"/api/v1/crates/{light}/seal?dryRun=true")
    assert asked.status_code == 422
    assert {**asked.json(), "requestId": ""} == {
        "error": "Please weigh it first",
        "title": "Not weighed",
        "code": "invalid",
        "requestId": "",
        "fields": {"weight": "Please weigh it first"},
    }
    assert caller.post(f"/api/v1/crates/{light}/seal", json={"sealText": "A1"}).json()["title"] == "Not weighed"
    asked = caller.post(f"/api/v1/crates/{heavy}/seal?dryRun=true")
    assert (asked.status_code, asked.json()["data"]) == (200, {"id": heavy, "trackingStatus": "packed"})
    assert row_of(database, heavy).seal == ""
    assert client(TUTOR).post(f"/api/v1/crates/{heavy}/seal?dryRun=true").status_code == 403
    assert [move.name for move in MOVES if CRATES.checks(move)] == ["seal"]
