"""Bulk sending: first a summary, then a job with one result per row (`docs/finance.md`, Sending)."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import sqlalchemy as sa

from finance.invoices import issuing
from finance.invoices.policy import sends
from finance.sending import commands, queries, rules
from finance.sending.delivery import deliver, pack_mail
from finance.sending.model import invoice_email
from finance.sending.queries import Row
from kit import jobs
from kit.database import Tx
from kit.errors import NOT_ALLOWED, Refused, Unavailable
from kit.jobs import Job, JobContext
from kit.jobs.ahead import AHEAD, ahead
from kit.lists import ListSpec, request
from kit.lists.exports.printing import NOT_FOUND
from kit.lists.request import choosing
from kit.mail import Mailer
from kit.mail.queue import ComposedMail
from kit.policy import Actor
from kit.values.days import today

MAX_INVOICES = 2_000
"""Maximum number of invoices in one sending."""
SENT_TODAY = "It has already been sent today"
UNDER_WAY = "It is already being sent"
_CHUNK = 50


def select_ids(
    connection: sa.Connection,
    actor: Actor,
    spec: ListSpec,
    ids: Sequence[int] | None,
    excluded: Sequence[int] | None,
    query: Mapping[str, Any],
) -> list[int]:
    """Return the selected ids: `ids`, or all that match `query` except `excluded`, in list order.

    Raises Invalid for none, for more than MAX_INVOICES, and for an invalid query.
    """
    asked = choosing.asked(spec, {"query": query}, {}, own=frozenset({"query"}), text="")
    rows = request.read(spec, asked, but=excluded)
    return choosing.keys(connection, rows, actor, ids, noun="invoice", most=MAX_INVOICES)


def send_summary(connection: sa.Connection, actor: Actor, ids: Sequence[int], kind: str, again: bool) -> dict[str, Any]:
    """Return `{total, ready, drafts, ids, skipped: [{id, number, name, reason}]}` of a sending."""
    by_id = queries.rows(connection, actor, ids)
    previous = _previous_states(connection, ids, kind)
    facts = issuing.facts_of(connection, by_id.values())

    def reason(record: int) -> str:
        row = by_id.get(record)
        skip_reason = _skip_reason(actor, row, kind, again, previous.get(record))
        if skip_reason or row is None or kind == "receipt":
            return skip_reason
        return issuing.refuse_sending(row, facts[record]) or ""

    reasons = {record: reason(record) for record in ids}
    ready = [record for record in ids if not reasons[record]]
    return {
        "total": len(ids),
        "ready": len(ready),
        "drafts": sum(by_id[record]["status"] == "draft" for record in ready),
        "ids": ready,
        "skipped": [_entry(record, by_id.get(record)) | {"reason": text} for record, text in reasons.items() if text],
    }


def start_sending(
    tx: Tx, ids: Sequence[int], kind: str, again: bool, mails: Mapping[int, Mapping[str, Any]]
) -> dict[str, Any]:
    """Start the job; returns `{id}`. Edited mails are checked now, everything else row by row in the job. Raises
    Invalid."""
    batch = uuid.uuid4().hex
    params = {
        "ids": list(ids),
        "kind": kind,
        "again": again,
        "batch": batch,
        "mails": {str(record): commands.check_edited(mail) for record, mail in mails.items() if record in set(ids)},
    }
    return {"id": jobs.public_id(SEND_MANY.enqueue(tx, batch, params, len(ids)))}


def _skip_reason(actor: Actor, row: Row | None, kind: str, again: bool, previous: str | None) -> str:
    """Return why the sending skips the invoice, or ''."""
    if row is None:
        return NOT_FOUND
    if not sends(actor, row):
        return NOT_ALLOWED
    refusal = rules.refuse(kind, row) or rules.refuse_without_account(kind, row)
    if refusal is not None:
        return refusal.text
    if previous == "under way":
        return UNDER_WAY
    return SENT_TODAY if previous == "today" and not again else ""


def _previous_states(
    connection: sa.Connection, ids: Sequence[int], kind: str, except_batch: uuid.UUID | None = None
) -> dict[int, str]:
    """Return 'today' or 'under way' by invoice id, for invoices with a mail of this kind sent today or in the queue."""
    columns = invoice_email.c
    day = sa.func.date(sa.func.timezone("Europe/London", columns.sent))
    was_sent = columns.state == "sent"
    rows = connection.execute(
        sa.select(columns.invoice_id, was_sent)
        .where(
            queries.any_of(columns.invoice_id, ids),
            columns.kind == kind,
            sa.or_(columns.state.in_(["queued", "sending"]), day == today()),
            *([columns.batch.is_distinct_from(except_batch)] if except_batch else []),
        )
        .order_by(was_sent.desc())  # a queued mail takes precedence over a sent one
    )
    return {record: "today" if sent else "under way" for record, sent in rows}


def _entry(record: int, row: Row | None) -> dict[str, Any]:
    return {"id": record, "number": row["number"] if row else None, "name": row["name"] if row else ""}


def _send(context: JobContext) -> dict[str, Any]:
    """Queue the mails of a chunk, pack a few ahead, and send them one by one; then the next chunk. A retry of the job
    finds the mails of the earlier run by their batch."""
    ids = context.params["ids"]
    results: list[dict[str, Any]] = []
    with Mailer() as mailer, ThreadPoolExecutor(AHEAD, thread_name_prefix="pack") as pool:
        for start in range(0, len(ids), _CHUNK):
            chunk = _queue_chunk(context, ids[start : start + _CHUNK])
            for (row, email, reason), packed in ahead(pool, _packing(context, chunk)):
                outcome = {"state": "skipped", "reason": reason}
                if email is not None:
                    mail = packed.result if packed else None
                    sent = deliver(context.db, context.actor, email, mailer, mail, context.id)
                    outcome = {"state": sent["state"], "reason": sent["error"]}
                results.append(row | outcome)
                context.progress(len(results), len(ids))
    states = Counter(row["state"] for row in results)
    return {"rows": results} | {state: states[state] for state in ("sent", "skipped", "failed", "unknown")}


_QueuedMail = tuple[dict[str, Any], int | None, str]
"""The entry of an invoice, the id of its mail or None, and the refusal."""


def _queue_chunk(context: JobContext, chunk: Sequence[int]) -> list[_QueuedMail]:
    """Queue a mail for every invoice of the chunk."""
    params, batch = context.params, uuid.UUID(context.params["batch"])
    with context.db.read() as connection:
        by_id = queries.rows(connection, context.actor, chunk)
        previous = _previous_states(connection, chunk, params["kind"], except_batch=batch)
        mail_ids = queries.batch(connection, batch, chunk)
    queued: list[_QueuedMail] = []
    for record in chunk:
        row, email, reason = by_id.get(record), mail_ids.get(record), ""
        if email is None:
            reason = _skip_reason(context.actor, row, params["kind"], params["again"], previous.get(record))
            if not reason:
                email, reason = _queue(context, record, batch)
        queued.append((_entry(record, row), email, reason))
    return queued


def _packing(
    context: JobContext, chunk: list[_QueuedMail]
) -> Iterator[tuple[_QueuedMail, Callable[[], ComposedMail] | None]]:
    """Return each mail of the chunk with the work that packs it; None if it must not be sent."""
    with context.db.read() as connection:
        mails = queries.mails(connection, [email for _, email, _ in chunk if email is not None])
        queued_ids = [mail["invoice_id"] for mail in mails.values() if mail["state"] == "queued"]
        sheets = {sheet.invoice["id"]: sheet for sheet in queries.sheets(connection, context.actor, queued_ids)}
    for entry in chunk:
        mail = mails.get(entry[1] or 0)
        sheet = sheets.get(mail["invoice_id"]) if mail else None
        yield entry, partial(pack_mail, context.db, context.actor, mail, sheet) if mail and sheet else None


def _queue(context: JobContext, record: int, batch: uuid.UUID) -> tuple[int | None, str]:
    """Queue the mail; returns its id, or None and the refusal. Raises Unavailable."""
    edited = context.params["mails"].get(str(record), {})
    try:
        with context.db.transaction(context.actor) as tx:
            return commands.queue(tx, record, context.params["kind"], edited, batch, context.id)["id"], ""
    except Unavailable:
        raise
    except Refused as refusal:
        return None, refusal.text


SEND_MANY = Job("sendInvoices", _send)
