"""Details of a Workflow: targets chosen by the effect, texts of refusals, and follow-up calls."""

from __future__ import annotations

from typing import Any

import pytest

from kit.database import Database
from kit.errors import Conflict, Forbidden
from kit.policy import Actor, Row, sys_admin
from kit.values import Integer
from kit.workflow import Move, Need, Step, Workflow

from .conftest import ADMIN, SCOPE, STAFF, STATES, TUTOR, thing

followed: list[Any] = []


def _some_or_all(_: Any, step: Step) -> dict[str, Any]:
    return {"status": "shut" if step.body["size"] == 0 else "done", "size": step.body["size"]}


def _shut_stays(row: Row, actor: Actor, _: Move) -> str | None:
    return "Shut is shut" if row["status"] == "shut" and actor.has("staff") else None


FLOW = Workflow(
    name="thing",
    table=thing,
    column=thing.c.status,
    states=STATES,
    scope=SCOPE,
    refusal=_shut_stays,
    after=lambda _, row: followed.append((row["status"], row["size"])),
    moves=[
        Move(
            name="take",
            title="Take",
            source=["new", "done"],
            target="done",
            other_targets=["shut"],
            who=sys_admin,
            path="",
            needs=[Need("size", Integer(required=True))],
            effect=_some_or_all,
        ),
    ],
)


@pytest.mark.parametrize(("size", "state"), [(3, "done"), (0, "shut")])
def test_effect_chooses_the_target_of_a_move(database: Database, size: int, state: str) -> None:
    followed.clear()
    with database.transaction(ADMIN) as tx:
        record = tx.insert(thing, {"title": "First", "owner_id": 7})
        assert FLOW.run(tx, record, "take", {"size": size}) == {"id": record, "status": state}
    assert followed == [(state, size)]


def test_refusal_has_its_own_text_by_actor_and_state() -> None:
    (take,) = FLOW.moves
    for actor in (STAFF, ADMIN):
        refused = FLOW.refused(take, actor, {"status": "shut"})
        assert isinstance(refused, Conflict) and refused.text == "Shut is shut"
    assert isinstance(FLOW.refused(take, TUTOR, {"status": "shut"}), Forbidden)
    assert isinstance(FLOW.refused(take, STAFF, {"status": "new"}), Forbidden)


def test_table_names_every_target() -> None:
    assert "| Take | new, done | done or shut | sysAdmin | size |" in FLOW.table_text()


def test_undeclared_state_is_refused_at_the_start() -> None:
    with pytest.raises(ValueError, match="lost"):
        Workflow(
            name="thing",
            table=thing,
            column=thing.c.status,
            states=STATES,
            scope=SCOPE,
            moves=[
                Move(name="x", title="X", source=["new"], target="done", other_targets=["lost"], who=sys_admin, path="")
            ],
        )
