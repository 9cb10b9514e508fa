"""Every workflow: each state × each move × each account, or one for each outcome, and the target of each allowed
move."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from kit.database import Database, tables
from kit.errors import Conflict, Forbidden, Invalid
from kit.records import crud
from kit.workflow import Confirm, Move, Workflow
from staffroom_testing.demo import accounts
from staffroom_testing.sizes import ALL
from staffroom_testing.walking import Walking, filled, reached_by, rows


class MoveWalk(Walking):
    """See `staffroom_testing.conformance`."""

    @classmethod
    def move_cases(cls) -> dict[str, Any]:
        return {
            f"{workflow.name}-{move.name}": (workflow, move)
            for workflow in cls.service.workflows
            for move in workflow.moves
        }

    def _move_example(self, workflow: Workflow, move: Move) -> dict[str, Any]:
        moves = self.examples.moves.get(workflow.name, {})
        assert move.name in moves, f"MOVES[{workflow.name!r}] in examples.py has no example for {move.name}"
        example: dict[str, Any] = moves[move.name]
        return example

    def _put_into(self, demo: Database, workflow: Workflow, row: dict[str, Any], state: str) -> dict[str, Any]:
        """Put the record into `state`, bypassing its moves; columns maintained by triggers (`info["derived"]`) stay."""
        with demo.transaction(accounts()["sysadmin"]) as tx:
            tx.execute(sa.text("SET LOCAL staffroom.system = 'on'"))  # guards let the server write
            table = workflow.table
            kept = {column.name for column in table.c if column.computed is not None or column.info.get("derived")}
            back = {name: value for name, value in row.items() if name not in {*kept, "id"}}
            back |= {workflow.column.name: state}
            put = sa.update(table).where(table.c.id == row["id"]).values(**back).returning(*table.c)
            return dict(tx.execute(put).mappings().one())

    def _candidates(
        self, demo: Database, workflow: Workflow, example: dict[str, Any], state: str
    ) -> Iterator[dict[str, Any]]:
        """Return records in `state`; if there are none, some that can be put into it. The `record` of the example is
        the only one, the one that it `prefers` comes first."""
        if "record" in example:
            records = rows(demo, workflow.table, where=workflow.table.c.id == example["record"])
        else:
            records = rows(demo, workflow.table, where=workflow.column == state) or rows(demo, workflow.table)
        if "prefers" in example:
            records = [*rows(demo, workflow.table, where=workflow.table.c.id == example["prefers"]), *records]
        takes = (row for row in records[:60] if self._takes(demo, workflow, row, state))
        first = next(takes, None)
        assert first is not None, f"the demo data has no record of {workflow.name} that is, or could be, {state}"
        yield first
        yield from takes

    def _takes(self, demo: Database, workflow: Workflow, row: dict[str, Any], state: str) -> bool:
        """Return whether the table's constraints allow the record in `state` with its values."""
        if row[workflow.column.name] == state:
            return True
        try:
            self._put_into(demo, workflow, row, state)
        except Invalid:
            return False
        self._put_into(demo, workflow, row, row[workflow.column.name])
        return True

    def test_move_that_ends_something_asks(self, move_case: tuple[Workflow, Move]) -> None:
        _, move = move_case
        if move.style == "danger" and not move.hidden:
            assert move.confirm is not None, f"{move.name} asks nothing"
            assert move.confirm.yes, f"the button of {move.name} says neither verb nor noun"
            assert move.confirm.no != Confirm("").no, f"the other button of {move.name} does not say what is kept"

    def test_move_says_what_happened(self, move_case: tuple[Workflow, Move]) -> None:
        _, move = move_case
        assert move.done, f"{move.name} does not say what happened once it was made: done="
        assert move.done != move.title, f"{move.name}: {move.done!r} is what the button says"

    def test_move_is_available_to_declared_actors_from_declared_states(
        self, demo: Database, move_case: tuple[Workflow, Move]
    ) -> None:
        workflow, move = move_case
        example = self._move_example(workflow, move)
        if not move.path:
            return
        sharing = [m for m in workflow.moves if (m.method, m.path) == (move.method, move.path)]
        for option in workflow.states:
            state = str(option.value)
            if next((m for m in sharing if m.leaves(state)), sharing[0]) is not move:
                continue
            original = next(self._candidates(demo, workflow, example, state))
            row = self._put_into(demo, workflow, original, state)
            reach = reached_by(demo, workflow.table, workflow.scope, row["id"])
            answered: set[object] = set()
            for who, actor in accounts().items():
                seen = who in reach
                refused = workflow.refused(move, actor, row)
                if seen and refused is None:
                    continue  # made in the next test
                kind = (actor.signed_in, seen, type(refused))
                if not ALL and kind in answered:
                    continue
                answered.add(kind)
                answer = self.call(
                    actor, move.method, filled(move.path, {"id": row["id"]}), json=copy.deepcopy(example["body"])
                )
                call = f"{who} {move.name} from {state}: {answer.status_code} {answer.text[:150]}"
                if not actor.signed_in:
                    assert answer.status_code == 401, call
                elif not seen:
                    assert answer.status_code in {403, 404}, call
                elif isinstance(refused, Forbidden):
                    assert answer.status_code == 403, call
                elif isinstance(refused, Conflict):
                    assert answer.status_code == 409, call
                assert self._state(demo, workflow, row["id"]) == state, call
            self._put_into(demo, workflow, original, original[workflow.column.name])

    def test_move_leads_to_its_target(self, demo: Database, move_case: tuple[Workflow, Move]) -> None:
        """Make it from each source state, as the first account that may, on the first record that allows it."""
        workflow, move = move_case
        example = self._move_example(workflow, move)
        if not move.path:
            return
        sharing = [m for m in workflow.moves if (m.method, m.path) == (move.method, move.path)]
        was_made = False
        for option in workflow.states:
            state = str(option.value)
            if not move.leaves(state) or next(m for m in sharing if m.leaves(state)) is not move:
                continue
            for original in self._candidates(demo, workflow, example, state):
                row = self._put_into(demo, workflow, original, state)
                who = next((n for n, a in accounts().items() if workflow.refused(move, a, row) is None), None)
                if who is None:
                    self._put_into(demo, workflow, original, original[workflow.column.name])
                    continue
                written = self._moves_noted(demo, workflow, row["id"])
                path = filled(move.path, {"id": row["id"]})
                answer = self.call(who, move.method, path, json=copy.deepcopy(example["body"]))
                call = f"{who} {move.name} from {state}: {answer.status_code} {answer.text[:200]}"
                assert answer.status_code == 200, call
                target = move.target or state
                assert answer.json()["data"][workflow.state_name] == target, call
                assert self._state(demo, workflow, row["id"]) == target, call
                noted = self._moves_noted(demo, workflow, row["id"])
                assert noted == written if move.target == state else noted > written, call  # a repeated move: not noted
                with contextlib.suppress(Invalid):  # the move removed the basis of its old state
                    self._put_into(demo, workflow, original, original[workflow.column.name])
                was_made = True
                break
        assert was_made, f"no demo record of {workflow.name} lets anybody make the move {move.name}"

    def test_may_agrees_with_moves(self, demo: Database) -> None:
        """Check that a right with the name of a move is given exactly where that move can be made."""
        wrong = []
        for fieldset in (one for one in self.service.fieldsets if one.workflow is not None):
            moves = {move.name: move for move in fieldset.workflow.moves}
            shared = [name for name in (*fieldset.actions, "delete") if name in moves]
            if not shared or not fieldset.detail:
                continue
            for row in (one for state in fieldset.workflow.states for one in self._some(demo, fieldset, state.value)):
                for who in sorted(reached_by(demo, fieldset.table, fieldset.scope, row["id"])):
                    with demo.read() as connection:
                        detail = crud.detail(connection, fieldset, accounts()[who], row["id"])
                    offered = {move["name"] for move in detail["moves"]}
                    for name in shared:
                        possible = fieldset.workflow.refused(moves[name], accounts()[who], row) is None
                        available = name in offered or moves[name].hidden
                        if name == "delete" and fieldset.delete is not None:
                            continue
                        if detail["may"][name] != possible or (possible and not available):
                            wrong.append(f"{who}: {fieldset.name} {row['id']} may {name} {detail['may'][name]}")
        assert not wrong, "\n".join(wrong[:20])

    def _some(self, demo: Database, fieldset: Any, state: Any) -> list[dict[str, Any]]:
        return rows(demo, fieldset.table, limit=6, where=fieldset.workflow.column == state)

    def _state(self, demo: Database, workflow: Workflow, record: int) -> Any:
        with demo.read() as connection:
            return connection.execute(sa.select(workflow.column).where(workflow.table.c.id == record)).scalar()

    def _moves_noted(self, demo: Database, workflow: Workflow, record: int) -> int:
        history = tables.field_history.c
        mine = (history.entity == workflow.name, history.entity_id == record)
        with demo.read() as connection:
            return int(connection.execute(sa.select(sa.func.count()).where(*mine)).scalar_one())
