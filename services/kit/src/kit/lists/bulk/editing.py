"""Bulk edits: one value of a field for selected rows of a list, or for all that match.

The rows are selected once, when the job is started. Each record is changed like a single change of the field
(`kit.records.pipeline`): with its rights, checks, history and event. Its outcome is written to table `move_outcome`, so
a run that loses its worker can resume. The undo writes the old values of the history back, unless somebody has changed
them since.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, insert

from kit import jobs
from kit.database import Database, Tx, tables
from kit.errors import Invalid, NotFound, Refused, Unavailable
from kit.jobs import Job, JobContext
from kit.lists import known, request
from kit.lists.bulk.selected import MISSING, TOGETHER, check_ended, finished, job_of, keys_of, rows_of, summary, written
from kit.lists.spec import ListSpec
from kit.policy import Actor
from kit.records import Field, FieldSet
from kit.records.pipeline import checked, parsed, update
from kit.values.labels import UNSET

_BODY = "The body is {field, value, query?, ids? | except?}"
NO_JOB = "Please name the job of a change"
MOST_REFUSALS = 50
"""Texts of refusals in the summary of a job."""
_outcome = tables.move_outcome
_history = tables.field_history


@dataclass(frozen=True)
class Wanted:
    """A checked request: the field, its new value as it was sent, and the rows."""

    entry: Field
    raw: Any
    query: Mapping[str, str]
    rows: request.ListRequest


def fields(spec: ListSpec) -> list[Field]:
    """Return the fields that can be changed on a selection of the list. States are changed by moves, and files on the
    page of the record."""
    fieldset = spec.edit
    if fieldset is None or spec.key is not fieldset.table.c.id or fieldset.asks:
        return []
    alone = (entry for entry in fieldset.fields.values() if not entry.read_only and entry.workflow is None)
    return [entry for entry in alone if not entry.type.remote]


def offered(spec: ListSpec, actor: Actor) -> list[dict[str, Any]]:
    """Describe for the page the fields that the caller may change."""
    return [_fieldset(spec).field_meta(one) for one in changeable(spec, actor)]


def changeable(spec: ListSpec, actor: Actor) -> list[Field]:
    """Return the fields that the caller may change on some record."""
    return [one for one in fields(spec) if _fieldset(spec).rule(one)(actor) and one.seen(actor)]


def read(spec: ListSpec, actor: Actor, body: Mapping[str, Any], path: Mapping[str, str]) -> Wanted:
    """Check a request: `{field, value, query?, ids? | except?}`. Raises Invalid, Malformed, Forbidden."""
    spec.may.require(actor)
    if unknown := sorted(set(body) - {"field", "value", "query", "ids", "except"}):
        raise Invalid(_BODY, fields=dict.fromkeys(unknown, "Unknown field"))
    by_name = {entry.name: entry for entry in fields(spec)}
    name = body.get("field")
    if not isinstance(name, str) or name not in by_name:
        raise Invalid(f"Unknown field; allowed are: {', '.join(by_name)}", fields={"field": "Unknown field"})
    rows = rows_of(spec, actor, body, path)
    try:
        parsed(by_name[name], body.get("value"))
    except Invalid as refusal:
        raise Invalid(refusal.text, fields={"value": refusal.text}) from None
    return Wanted(by_name[name], body.get("value"), body.get("query", {}), rows)


def preview(db: Database, spec: ListSpec, asking: Actor, actor: Actor, wanted: Wanted) -> dict[str, Any]:
    """Count the records that would change, those that already have the value, and those that refuse it: `{count,
    possible, unchanged, refusals: [{text, count}]}`. Raises Invalid for more than MOST records."""
    fieldset = _fieldset(spec)
    ids = db.query(keys_of, wanted.rows, asking)
    rows = {row["id"]: row for row in db.all(_records(fieldset, actor, ids))}
    texts: Counter[str] = Counter()
    unchanged = 0
    for record in ids:
        text = MISSING
        if record in rows:
            try:
                unchanged += checked(fieldset, wanted.entry, actor, rows[record], wanted.raw, UNSET) is None
                continue
            except Refused as refusal:
                text = refusal.text
        texts[text] += 1
    refusals = [{"text": text, "count": count} for text, count in texts.most_common()]
    refused = sum(texts.values())
    return {
        "count": len(ids),
        "possible": len(ids) - refused - unchanged,
        "unchanged": unchanged,
        "refusals": refusals,
    }


def start(tx: Tx, spec: ListSpec, asking: Actor, wanted: Wanted) -> str:
    """Select the rows and enqueue the job; return its public id. Raises Invalid for more than MOST records."""
    ids = keys_of(tx.connection, wanted.rows, asking)
    params = {"list": spec.name, "field": wanted.entry.name, "value": wanted.raw, "ids": ids}
    return jobs.public_id(EDITS.enqueue(tx, uuid.uuid4().hex, params, total=len(ids)))


def start_undo(tx: Tx, spec: ListSpec, body: Mapping[str, Any]) -> str:
    """Enqueue the job that writes the old values back, once even if requested repeatedly; return its public id. Raises
    Invalid, NotFound for the job of somebody else, Conflict."""
    number, params, state = job_of(tx, spec, body, EDITS.name, NO_JOB)
    check_ended(state)
    ids = written(tx, number)
    again = {"list": spec.name, "field": params["field"], "ids": ids, "undo": number}
    return jobs.public_id(EDITS.enqueue(tx, f"undo-{number}", again, total=len(ids)))


def _fieldset(spec: ListSpec) -> FieldSet:
    assert spec.edit is not None, f"the rows of list {spec.name} are not edited"
    return spec.edit


def _records(fieldset: FieldSet, actor: Actor, ids: Sequence[int]) -> sa.Select[Any]:
    keys = sa.bindparam("records", list(ids), type_=ARRAY(sa.BigInteger))
    return sa.select(fieldset.table).where(fieldset.table.c.id == sa.func.any(keys), fieldset.scope.where(actor))


def _run(context: JobContext) -> dict[str, Any]:
    params = context.params
    ids = params["ids"]
    fieldset = _fieldset(known.named(params["list"]))
    done = finished(context)
    left = [one for one in ids if one not in done]
    before = _changes(context, fieldset) if params.get("undo") else {}
    context.progress(len(done), len(ids))
    for place in range(0, len(left), TOGETHER):
        values = [
            {"job_id": context.id, "record_id": record, "refusal": _change(context, fieldset, record, before)}
            for record in left[place : place + TOGETHER]
        ]
        context.db.execute(insert(_outcome).values(values).on_conflict_do_nothing())
        context.progress(len(ids) - len(left) + min(place + TOGETHER, len(left)), len(ids))
    return summary(context, MOST_REFUSALS)


def _change(context: JobContext, fieldset: FieldSet, record: int, before: Mapping[int, tuple[Any, Any]]) -> str | None:
    """Change one record, or write its old value back; return the text of the refusal, or None."""
    params, name = context.params, context.params["field"]
    try:
        if not params.get("undo"):
            update(context.db, fieldset, context.actor, record, name, params["value"])
        elif record in before:
            old, new = before[record]
            update(context.db, fieldset, context.actor, record, name, old, new)
    except NotFound:
        return MISSING
    except Unavailable:
        raise
    except Refused as refusal:
        return refusal.text
    return None


def _changes(context: JobContext, fieldset: FieldSet) -> dict[int, tuple[Any, Any]]:
    """Return the old and the new value of each record that the job to undo has changed, from the history of its
    request."""
    job = tables.job.c
    started = context.db.all(
        sa.select(job.request_id, job.created, job.owner_id).where(job.id == context.params["undo"])
    )
    c = _history.c
    rows = sa.select(c.entity_id, c.old_value, c.new_value).where(
        c.entity == fieldset.name,
        c.field == context.params["field"],
        c.entity_id == sa.func.any(sa.bindparam("ids", context.params["ids"], type_=ARRAY(sa.BigInteger))),
        c.request_id == started[0]["request_id"],
        c.user_id == started[0]["owner_id"],
        c.changed >= started[0]["created"],
    )
    return {row["entity_id"]: (row["old_value"], row["new_value"]) for row in context.db.all(rows.order_by(c.id))}


EDITS = Job("edits", _run)
