"""Jobs over a selection of a list: its rows, the job that an undo names, and the summary of the outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit import jobs
from kit.database import Tx, tables
from kit.errors import Conflict, Invalid, Malformed
from kit.jobs import JobContext
from kit.lists import request
from kit.lists.formulas import with_computed
from kit.lists.request import choosing, query
from kit.lists.spec import ListSpec
from kit.policy import Actor

MOST = 20_000
"""Maximum records of one selection."""
TOGETHER = 25
"""Number of records whose outcomes are written in one transaction."""
MISSING = "This record no longer exists"
_outcome = tables.move_outcome


def rows_of(spec: ListSpec, actor: Actor, body: Mapping[str, Any], path: Mapping[str, str]) -> request.ListRequest:
    """Read the rows of a body `{query?, ids? | except?}`: `ids` for only these, `except` for all matching rows but
    these. Raises Invalid, Malformed."""
    asked = body.get("query", {})
    if not isinstance(asked, dict) or any(not isinstance(value, str) for value in asked.values()):
        raise Malformed("query is an object of texts")
    ids, left_out = choosing.chosen(body)
    if ids == []:
        raise Invalid("Please choose at least one record", fields={"ids": "Please choose at least one record"})
    return request.read(with_computed(spec, asked, actor), asked, path, only=ids, but=left_out)


def keys_of(connection: sa.Connection, rows: request.ListRequest, actor: Actor) -> list[int]:
    """Return the keys of the selected rows, in their order. Raises Invalid for more than MOST."""
    spec = rows.spec
    chosen = sa.select(spec.key).select_from(spec.source).where(query.where(rows, actor))
    keys = list(connection.execute(chosen.order_by(spec.key).limit(MOST + 1)).scalars())
    if len(keys) > MOST:
        text = f"At most {MOST:,} records are changed at a time; please narrow the list"
        raise Invalid(text, code="too_many_records")
    return keys


def job_of(tx: Tx, spec: ListSpec, body: Mapping[str, Any], kind: str, text: str) -> tuple[int, dict[str, Any], str]:
    """Find the job of a body `{job}` and return its number, parameters and state; an undo does not qualify. Raises
    Invalid with `text`, NotFound for the job of somebody else."""
    public = body.get("job")
    if set(body) != {"job"} or not isinstance(public, str) or not public.rpartition("-")[2].isdecimal():
        raise Invalid("The body is {job}", fields={"job": text})
    number = int(public.rpartition("-")[2])
    job = jobs.find(tx.connection, tx.actor, number)
    params = tx.scalar(sa.select(tables.job.c.params).where(tables.job.c.id == number))
    if job["id"] != public or job["kind"] != kind or params["list"] != spec.name or params.get("undo"):
        raise Invalid("The body is {job}", fields={"job": text})
    return number, params, job["state"]


def check_ended(state: str) -> None:
    """Refuse to undo a job that has not ended. Raises Conflict."""
    if state in ("queued", "running"):
        raise Conflict("This is still running; please stop it first", code="still_running")


def written(tx: Tx, number: int) -> list[int]:
    """Return the records without a refusal in the job, in their order."""
    accepted = sa.select(_outcome.c.record_id).where(_outcome.c.job_id == number, _outcome.c.refusal.is_(None))
    return [row["record_id"] for row in tx.all(accepted.order_by(_outcome.c.record_id))]


def finished(context: JobContext) -> set[int]:
    """Return the records that already have an outcome, for a run that resumes after it lost its worker."""
    own = sa.select(_outcome.c.record_id).where(_outcome.c.job_id == context.id)
    return {row["record_id"] for row in context.db.all(own)}


def summary(context: JobContext, most: int | None = None) -> dict[str, Any]:
    """Count `{moved, refusals: [{text, count}]}` of a job's outcomes, the `most` frequent refusals first."""
    own, count = _outcome.c.job_id == context.id, sa.func.count().label("count")
    refused = sa.select(_outcome.c.refusal.label("text"), count).where(own, _outcome.c.refusal.is_not(None))
    refusals = context.db.all(refused.group_by(_outcome.c.refusal).order_by(sa.desc("count"), "text"))
    total = context.db.all(sa.select(count).where(own))[0]["count"]
    return {"moved": total - sum(one["count"] for one in refusals), "refusals": refusals[:most]}
