"""Legacy writes to the field of a state, which make the move that leads there."""

from __future__ import annotations

from typing import Any

import pytest

from kit.database import Database
from kit.errors import Conflict, Forbidden, Invalid, NotFound
from kit.policy import Actor, Row
from kit.service import Service
from kit.workflow import Move, Workflow
from services.kit.tests.declared.crates import (
    ADMIN,
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
    row_of,
)


@pytest.fixture(scope="session")
def service() -> Service:
    return Service(name="crates", metadata=metadata, workflows=[CRATES], events=[CHANGED])


@pytest.fixture
def record(database: Database) -> int:
    return make(database)


def state_written(database: Database, record: int, state: Any, who: Actor = STAFF, **more: Any) -> dict[str, Any]:
    return CRATES.write_state(database, who, record, "trackingStatus", state, **more)


def test_written_state_makes_the_first_move_that_leads_there(database: Database) -> None:
    record = make(database, tracking_status="lost")
    answer = state_written(database, record, "home", TUTOR)
    assert (answer["field"], answer["value"], answer["version"]) == ("trackingStatus", "home", 2)
    assert answer["modified"] == row_of(database, record).modified
    assert state_written(database, record, "home")["version"] == 2
    other = make(database, tracking_status="lost")
    assert state_written(database, other, "home")["value"] == "home", "fetch is the tutor's; staff fetch anyway"


@pytest.mark.parametrize(
    ("state", "to", "who", "kind", "text"),
    [
        ("home", "packed", STAFF, Forbidden, "You are not allowed to do this"),
        ("sent", "packed", STAFF, Forbidden, "You are not allowed to do this"),
        ("packed", "home", STAFF, Conflict, "This is not possible while the status is Packed"),
        ("sent", "home", STUDENT, NotFound, "There is no such entry"),
        ("lost", "sent", STAFF, Conflict, "This is not possible while the status is Lost"),
        ("packed", "burnt", STAFF, Invalid, "Please choose one of: packed, sent, lost, home"),
    ],
)
def test_unreachable_written_state_is_refused_with_its_reason(
    database: Database, state: str, to: str, who: Actor, kind: type[Exception], text: str
) -> None:
    record = make(database, tracking_status=state)
    with pytest.raises(kind) as refusal:
        state_written(database, record, to, who)
    assert refusal.value.text == text  # type: ignore[attr-defined]
    assert row_of(database, record).version == 1


def test_first_refusal_that_is_not_about_rights_is_shown(database: Database) -> None:
    heavy = make(database, weight=11)
    with pytest.raises(Conflict, match="too heavy"):
        state_written(database, heavy, "sent", ADMIN)


def test_state_without_a_move_has_the_workflows_text(database: Database, record: int) -> None:
    asked: list[Move | None] = []

    def refusal(_: Row, __: Actor, move: Move | None) -> str | None:
        asked.append(move)
        return "It never goes home" if len(asked) > 1 else None

    one_way = Workflow(
        name="crate",
        table=crate,
        column=crate.c.tracking_status,
        states=STATES,
        scope=SCOPE,
        moves=MOVES[:1],
        refusal=refusal,
    )
    for text in ("The status cannot change from Packed to Home", "It never goes home"):
        with pytest.raises(Conflict) as conflict:
            one_way.write_state(database, STAFF, record, "trackingStatus", "home")
        assert (conflict.value.text, conflict.value.code) == (text, "wrong_state")
    assert asked == [None, None]


def test_concurrently_changed_state_is_not_written(database: Database, record: int) -> None:
    with pytest.raises(Conflict, match="Somebody else") as conflict:
        state_written(database, record, "lost", expected="sent")
    assert (conflict.value.code, conflict.value.extra) == ("changed_meanwhile", {"value": "packed"})
    assert state_written(database, record, "lost", expected="packed")["value"] == "lost"
