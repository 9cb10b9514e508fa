"""The routes that a workflow brings: a call for each path of a move, and its undo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kit.database import database
from kit.http import answers
from kit.http.core import Answer, Request, Route, data, once
from kit.http.operations import CHANGES, Operation, operation_of, path_parameters
from kit.policy import signed_in
from kit.values import Boolean
from kit.values.bodies import CONFIRM
from kit.workflow import Move, Workflow


def workflow_routes(workflow: Workflow) -> Iterable[Route]:
    """Return one route for each path of a move; moves with the same path are distinguished by their source state."""
    by_path: dict[tuple[str, str], list[Move]] = {}
    for move in workflow.moves:
        if move.path:
            by_path.setdefault((move.method, move.path), []).append(move)
    for (method, path), moves in by_path.items():
        operation = _move_operation(path, moves) | {CHANGES: [workflow.table.name]}
        yield Route(method, path, signed_in, _mover(workflow, moves), operation, answers.move(workflow))
        if any(move.undo is not None for move in moves):
            operation = operation_of(f"Undo {operation['summary']}", path_parameters(path))
            yield Route(
                "POST", moves[0].undo_path, signed_in, _taker(workflow, path), operation, answers.move(workflow)
            )


def _mover(workflow: Workflow, moves: list[Move]) -> Any:
    def run(request: Request) -> Answer:
        if request.query.get("dryRun") == "true":
            with database().transaction(request.actor) as tx:
                return data(workflow.dry_run(tx, request.record(), workflow.choose(tx, request.record(), moves)))
        body = request.json() if request.body.strip() else {}

        def work(tx: Any) -> Answer:
            return data(workflow.run(tx, request.record(), workflow.choose(tx, request.record(), moves), body))

        return once(database(), request, work)

    return run


def _taker(workflow: Workflow, path: str) -> Any:
    def undo(request: Request) -> Answer:
        return once(database(), request, lambda tx: data(workflow.undo(tx, request.record(), path)))

    return undo


def _move_operation(path: str, moves: list[Move]) -> Operation:
    needs = {need.name: need.type.schema() for move in moves for need in move.needs}
    if any(move.asks_again for move in moves):
        needs[CONFIRM] = Boolean().schema()
    body = {"type": "object", "properties": needs, "additionalProperties": False} if needs else None
    text = "refuse what the move would refuse, and change nothing"
    dry = {"name": "dryRun", "in": "query", "schema": {"type": "boolean"}, "description": text}
    return operation_of(" / ".join(move.title for move in moves), [*path_parameters(path), dry], body)
