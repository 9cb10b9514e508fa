"""A move on a selection: the move of a single record, made on selected rows of a list or on all that match.

The rows are selected once, when the job is started. They are moved in transactions that also write their rows of table
`move_outcome`, so a run that loses its worker resumes and moves nothing twice. Some rows share a transaction, because a
commit takes as long as a move; if one of them is refused, each gets its own. The undo of a move is such a job too, over
the moved records.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, insert

from kit import jobs
from kit.database import Database, Tx, tables
from kit.errors import Conflict, Forbidden, Invalid, Malformed, NotFound
from kit.jobs import Job, JobContext
from kit.lists import known, request
from kit.lists.bulk.selected import MISSING, TOGETHER, check_ended, finished, job_of, keys_of, rows_of, summary, written
from kit.lists.spec import ListSpec
from kit.policy import Actor
from kit.values.bodies import read as read_body
from kit.workflow import Move, Workflow

_BODY = "The body is {move, query?, ids? | except?, body?}"
_outcome = tables.move_outcome


@dataclass(frozen=True)
class Wanted:
    """A checked request: the move, its rows, and the values that it needs."""

    move: Move
    query: Mapping[str, str]
    rows: request.ListRequest
    body: Mapping[str, Any]


def moves(spec: ListSpec) -> list[Move]:
    """Return the moves of the list's records that can be made on several at once."""
    return spec.row_workflow.of_selections if spec.row_workflow is not None else []


def read(spec: ListSpec, actor: Actor, body: Mapping[str, Any], path: Mapping[str, str]) -> Wanted:
    """Check a request: `{move, query?, ids? | except?, body?}`. `ids` selects only these rows, `except` all matching
    rows but these. `start` checks the needs of the move. Raises Invalid, Malformed, Forbidden."""
    spec.may.require(actor)
    if unknown := sorted(set(body) - {"move", "query", "ids", "except", "body"}):
        raise Invalid(_BODY, fields=dict.fromkeys(unknown, "Unknown field"))
    offered = {move.name: move for move in moves(spec)}
    name = body.get("move")
    if not isinstance(name, str) or name not in offered:
        raise Invalid(f"Unknown move; allowed are: {', '.join(offered)}", fields={"move": "Unknown move"})
    needs = body.get("body", {})
    if not isinstance(needs, dict):
        raise Malformed("body is an object")
    rows = rows_of(spec, actor, body, path)
    return Wanted(offered[name], body.get("query", {}), rows, needs)


def preview(db: Database, spec: ListSpec, asking: Actor, actor: Actor, wanted: Wanted) -> dict[str, Any]:
    """Count the rows that the move would change and refuse: `{count, possible, refusals: [{text, count}]}`, the most
    frequent refusal first. An effect may still refuse a record. `asking` is the caller as the list sees them. Raises
    Invalid for more than MOST records."""
    ids = db.query(keys_of, wanted.rows, asking)
    refused = _refused(db, _workflow(spec), wanted.move, actor, ids)
    texts = Counter(refused.values())
    refusals = [{"text": text, "count": number} for text, number in texts.most_common()]
    return {"count": len(ids), "possible": len(ids) - len(refused), "refusals": refusals}


def start(tx: Tx, spec: ListSpec, asking: Actor, wanted: Wanted) -> str:
    """Select the rows and enqueue the job; return its public id. `asking` is the caller as the list sees them. Raises
    Invalid for invalid needs and for more than MOST records."""
    read_body({need.name: need.type for need in wanted.move.needs}, wanted.body)
    ids = keys_of(tx.connection, wanted.rows, asking)
    params = {"list": spec.name, "move": wanted.move.name, "ids": ids, "body": dict(wanted.body)}
    return jobs.public_id(MOVES.enqueue(tx, uuid.uuid4().hex, params, total=len(ids)))


def start_undo(tx: Tx, spec: ListSpec, body: Mapping[str, Any]) -> str:
    """Enqueue the job that undoes the job of the body `{job}`, once even if requested repeatedly; return its public id.
    Raises Invalid, NotFound for the job of somebody else, Conflict."""
    number, params, state = job_of(tx, spec, body, MOVES.name, "Please name the job of a move")
    move = next((one for one in moves(spec) if one.name == params["move"]), None)
    if move is None or move.undo is None:
        raise Conflict("There is nothing to undo", code="nothing_to_undo")
    check_ended(state)
    ids = written(tx, number)
    again = {"list": spec.name, "move": move.name, "ids": ids, "undo": True}
    return jobs.public_id(MOVES.enqueue(tx, f"undo-{number}", again, total=len(ids)))


def outcomes(connection: sa.Connection, actor: Actor, job_id: int) -> list[dict[str, Any]]:
    """Return the outcome of each record, ordered by id: `{id, refusal}`, with null if it was moved. Raises NotFound as
    `jobs.find`."""
    jobs.find(connection, actor, job_id)
    rows = sa.select(_outcome.c.record_id.label("id"), _outcome.c.refusal).where(_outcome.c.job_id == job_id)
    return [dict(row) for row in connection.execute(rows.order_by(_outcome.c.record_id)).mappings()]


def _workflow(spec: ListSpec) -> Workflow:
    assert spec.row_workflow is not None, f"the records of list {spec.name} have no moves"
    return spec.row_workflow


def _refused(db: Database, workflow: Workflow, move: Move, actor: Actor, records: list[int]) -> dict[int, str]:
    """Return the records that the rules refuse to move, each with its text."""
    keys = sa.bindparam("records", records, type_=ARRAY(sa.BigInteger))
    mine = sa.and_(workflow.table.c.id == sa.func.any(keys), workflow.scope.where(actor))
    rows = {row["id"]: row for row in db.all(sa.select(workflow.table).where(mine))}
    refused = {record: MISSING for record in records if record not in rows}
    for record, row in rows.items():
        refusal = workflow.refused(move, actor, row)
        if refusal is not None:
            refused[record] = refusal.text
    return refused


def _run(context: JobContext) -> dict[str, Any]:
    params = context.params
    ids = params["ids"]
    done = finished(context)
    context.progress(len(done), len(ids))
    left, workflow = [one for one in ids if one not in done], _workflow(known.named(params["list"]))
    for place in range(0, len(left), TOGETHER):
        records = _without_refused(context, workflow, left[place : place + TOGETHER])
        if not _move_all(context, workflow, records):
            for record in records:
                _move(context, workflow, record)
        context.progress(len(ids) - len(left) + min(place + TOGETHER, len(left)), len(ids))
    return summary(context)


def _without_refused(context: JobContext, workflow: Workflow, records: list[int]) -> list[int]:
    """Return the records that can be moved according to the rules; store the outcome of the others. The rules of a move
    do not apply to its undo."""
    if context.params.get("undo"):
        return records
    move = next(one for one in workflow.of_selections if one.name == context.params["move"])
    refused = _refused(context.db, workflow, move, context.actor, records)
    if refused:
        values = [{"job_id": context.id, "record_id": one, "refusal": text} for one, text in refused.items()]
        context.db.execute(insert(_outcome).values(values).on_conflict_do_nothing())
    return [record for record in records if record not in refused]


def _move_all(context: JobContext, workflow: Workflow, records: list[int]) -> bool:
    """Move the records in one transaction; return False, with nothing moved, if one is refused or already moved."""
    try:
        _move_together(context, workflow, records)
    except (NotFound, Conflict, Forbidden, Invalid):
        return False
    return True


def _move(context: JobContext, workflow: Workflow, record: int) -> None:
    """Move one record and store its outcome; a record that is moved already keeps its outcome."""
    outcome = insert(_outcome).on_conflict_do_nothing()
    values = {"job_id": context.id, "record_id": record}
    try:
        _move_together(context, workflow, [record])
    except NotFound:
        context.db.execute(outcome.values(**values, refusal=MISSING))
    except (Conflict, Forbidden, Invalid) as refusal:
        context.db.execute(outcome.values(**values, refusal=refusal.text))


def _move_together(context: JobContext, workflow: Workflow, records: list[int]) -> None:
    """Move the records in one transaction, or back. Raises the errors of `Workflow.run` and `undo`, and Conflict if one
    is moved already."""
    if not records:
        return
    values = [{"job_id": context.id, "record_id": record} for record in records]
    inserted = insert(_outcome).values(values).on_conflict_do_nothing().returning(_outcome.c.record_id)
    with context.db.transaction(context.actor) as tx:
        # Insert the rows first: a second worker that took over the job waits for them here, and finds them done.
        if len(tx.all(inserted)) < len(records):
            raise Conflict("Another worker has moved some of these")
        for record in records:
            if context.params.get("undo"):
                workflow.undo(tx, record)
            else:
                workflow.run(tx, record, context.params["move"], context.params["body"])


MOVES = Job("moves", _run)
