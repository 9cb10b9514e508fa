"""Bulk sending and printing: first a summary, then a job with one result a row (`docs/finance.md`, Sending).

A print is one PDF with the invoices in the order in which they were selected.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import sqlalchemy as sa

from finance.invoices import issuing
from finance.invoices.policy import sends
from finance.sending import commands, pdfs, queries, rules
from finance.sending.delivery import deliver, pack_mail
from finance.sending.model import invoice_email
from finance.sending.queries import Row, Sheet
from kit import jobs
from kit.database import Database, Tx
from kit.documents import store
from kit.errors import Invalid, Refused, Unavailable
from kit.jobs import Job, JobContext
from kit.lists import query as list_query
from kit.lists import request
from kit.lists.spec import ListSpec
from kit.mail import Mailer
from kit.mail.queue import ComposedMail
from kit.policy import Actor
from kit.records.pipeline import NOT_ALLOWED
from kit.values.days import today

MAX_INVOICES = 2_000
"""Invoices in one sending or print."""
SENT_TODAY = "It was sent today already"
UNDER_WAY = "It is being sent already"
NOT_FOUND = "It is not there any more"
_CHUNK = 50
_RENDER_AHEAD = 3
"""Documents to render ahead, so that the renderer always has the next one."""


def select_ids(
    db: Database,
    spec: ListSpec,
    actor: Actor,
    ids: Sequence[int] | None,
    excluded: Sequence[int] | None,
    query: Mapping[str, Any],
) -> list[int]:
    """The selected ids: `ids`, or all that match `query` except `excluded`, in the order of the list.

    Raises Invalid for none, for more than MAX_INVOICES, and for an invalid query.
    """
    if ids is None:
        filters = {name: str(value) for name, value in query.items() if name not in {"page", "pageSize", "after"}}
        parsed = request.read(spec, filters, but=excluded)
        statement, values = list_query.statement(spec, parsed, actor, request.Rows.WHOLE)
        ids = []
        for rows in db.stream(statement.sql, values):
            ids = [*ids, *(row[0] for row in rows)]
            if len(ids) > MAX_INVOICES:
                break
    unique = list(dict.fromkeys(ids))
    if not unique:
        raise Invalid("Please choose at least one invoice", code="none_chosen")
    if len(unique) > MAX_INVOICES:
        raise Invalid(f"At most {MAX_INVOICES:,} invoices go at once; please choose fewer", code="too_many")
    return unique


def send_summary(connection: sa.Connection, actor: Actor, ids: Sequence[int], kind: str, again: bool) -> dict[str, Any]:
    """`{total, ready, drafts, ids, skipped: [{id, number, name, reason}]}` of a sending."""
    by_id = {row["id"]: row for row in queries.rows(connection, actor, ids)}
    previous = _previous_states(connection, ids, kind)
    facts = issuing.facts_of(connection, by_id.values())
    skipped, ready = [], []
    for record in ids:
        row = by_id.get(record)
        reason = _skip_reason(actor, row, kind, again, previous.get(record))
        if row is not None and kind != "receipt":
            reason = reason or issuing.refuse_sending(row, facts[record]) or ""
        if reason:
            skipped.append(_entry(record, row) | {"reason": reason})
        else:
            ready.append(record)
    drafts = sum(by_id[record]["status"] == "draft" for record in ready)
    return {"total": len(ids), "ready": len(ready), "drafts": drafts, "ids": ready, "skipped": skipped}


def print_summary(connection: sa.Connection, actor: Actor, ids: Sequence[int]) -> dict[str, Any]:
    """`{total, ready, drafts, skipped: [{id, number, name, reason}]}` of a print."""
    by_id = {row["id"]: row for row in queries.rows(connection, actor, ids)}
    skipped = [
        _entry(record, by_id.get(record)) | {"reason": reason}
        for record in ids
        if (reason := _unprintable(by_id.get(record)))
    ]
    drafts = sum(row["status"] == "draft" for row in by_id.values() if not _unprintable(row))
    return {"total": len(ids), "ready": len(ids) - len(skipped), "drafts": drafts, "skipped": skipped}


def start_sending(
    tx: Tx, ids: Sequence[int], kind: str, again: bool, mails: Mapping[int, Mapping[str, Any]]
) -> dict[str, Any]:
    """Start the job; `{id}`. Check edited mails now, everything else row by row in the job. Raises Invalid."""
    batch = uuid.uuid4().hex
    params = {
        "ids": list(ids),
        "kind": kind,
        "again": again,
        "batch": batch,
        "mails": {str(record): commands.check_edited(mail) for record, mail in mails.items() if record in set(ids)},
    }
    return {"id": jobs.public_id(SEND_MANY.enqueue(tx, batch, params, len(ids)))}


def start_printing(tx: Tx, ids: Sequence[int]) -> dict[str, Any]:
    """Start the job; `{id}`."""
    job = PRINT_MANY.enqueue(tx, uuid.uuid4().hex, {"ids": list(ids)}, len(ids))
    return {"id": jobs.public_id(job)}


def _skip_reason(actor: Actor, row: Row | None, kind: str, again: bool, previous: str | None) -> str:
    """Why a sending skips the invoice, or ''."""
    if row is None:
        return NOT_FOUND
    if not sends(actor, row):
        return NOT_ALLOWED
    refusal = rules.refuse(kind, row) or rules.refuse_without_account(kind, row, row["account"])
    if refusal is not None:
        return refusal.text
    if previous == "under way":
        return UNDER_WAY
    return SENT_TODAY if previous == "today" and not again else ""


def _unprintable(row: Row | None) -> str:
    if row is None:
        return NOT_FOUND
    refusal = rules.missing_due_date(row)
    return refusal.text if refusal else ""


def _previous_states(
    connection: sa.Connection, ids: Sequence[int], kind: str, except_batch: uuid.UUID | None = None
) -> dict[int, str]:
    """'today' or 'under way' by invoice id, for invoices with a mail of this kind sent today or in the queue."""
    columns = invoice_email.c
    day = sa.func.date(sa.func.timezone("Europe/London", columns.sent))
    rows = connection.execute(
        sa.select(columns.invoice_id, columns.state).where(
            queries.any_of(columns.invoice_id, ids),
            columns.kind == kind,
            sa.or_(columns.state.in_(["queued", "sending"]), day == today()),
            *([columns.batch.is_distinct_from(except_batch)] if except_batch else []),
        )
    )
    states: dict[int, str] = {}
    for record, state in rows:
        if states.get(record) != "under way":
            states[record] = "today" if state == "sent" else "under way"
    return states


def _entry(record: int, row: Row | None) -> dict[str, Any]:
    return {"id": record, "number": row["number"] if row else None, "name": row["name"] if row else ""}


def _send(context: JobContext) -> dict[str, Any]:
    """Queue the mails of a chunk, pack a few ahead, and send them one by one; then the next chunk. A retry of the job
    finds the mails of the earlier run by their batch."""
    ids = context.params["ids"]
    results: list[dict[str, Any]] = []
    with Mailer() as mailer, ThreadPoolExecutor(_RENDER_AHEAD, thread_name_prefix="pack") as pool:
        for start in range(0, len(ids), _CHUNK):
            chunk = _queue_chunk(context, ids[start : start + _CHUNK])
            for (row, email, reason), packed in _pack_ahead(context, pool, chunk):
                outcome = {"state": "skipped", "reason": reason}
                if email is not None:
                    sent = deliver(context.db, context.actor, email, mailer, packed, context.id)
                    outcome = {"state": sent["state"], "reason": sent["error"]}
                results.append(row | outcome)
                context.progress(len(results), len(ids))
    return _with_counts(results)


_QueuedMail = tuple[dict[str, Any], int | None, str]
"""The entry of an invoice, the id of its mail or None, and why it has none."""


def _queue_chunk(context: JobContext, chunk: Sequence[int]) -> list[_QueuedMail]:
    """Queue a mail for every invoice of the chunk."""
    params, batch = context.params, uuid.UUID(context.params["batch"])
    with context.db.read() as connection:
        by_id = {row["id"]: row for row in queries.rows(connection, context.actor, chunk)}
        previous = _previous_states(connection, chunk, params["kind"], except_batch=batch)
        mail_ids = queries.batch(connection, batch, chunk)
    queued: list[_QueuedMail] = []
    for record in chunk:
        email, reason = mail_ids.get(record), ""
        if email is None:
            reason = _skip_reason(
                context.actor, by_id.get(record), params["kind"], params["again"], previous.get(record)
            )
            if not reason:
                email, reason = _queue(context, record, batch)
        queued.append((_entry(record, by_id.get(record)), email, reason))
    return queued


def _pack_ahead(
    context: JobContext, pool: ThreadPoolExecutor, chunk: list[_QueuedMail]
) -> Iterator[tuple[_QueuedMail, Callable[[], ComposedMail] | None]]:
    """Each mail of the chunk with a function that returns it packed. PDFs are rendered and stored a few mails ahead."""
    with context.db.read() as connection:
        mails = queries.mails(connection, [email for _, email, _ in chunk if email is not None])
        queued_ids = [mail["invoice_id"] for mail in mails.values() if mail["state"] == "queued"]
        sheets = {sheet.invoice["id"]: sheet for sheet in queries.sheets(connection, context.actor, queued_ids)}
    waiting: list[tuple[_QueuedMail, Callable[[], ComposedMail] | None]] = []
    for entry in chunk:
        mail = mails.get(entry[1]) if entry[1] is not None else None
        sheet = sheets.get(mail["invoice_id"]) if mail is not None else None
        packed = None
        if mail is not None and sheet is not None:
            packed = pool.submit(copy_context().run, pack_mail, context.db, context.actor, mail, sheet).result
        waiting.append((entry, packed))
        if len(waiting) > _RENDER_AHEAD:
            yield waiting.pop(0)
    yield from waiting


def _queue(context: JobContext, record: int, batch: uuid.UUID) -> tuple[int | None, str]:
    """Queue the mail: its id, or None and the refusal. Raises Unavailable."""
    edited = context.params["mails"].get(str(record), {})
    try:
        with context.db.transaction(context.actor) as tx:
            return commands.queue(tx, record, context.params["kind"], edited, batch, context.id)["id"], ""
    except Unavailable:
        raise
    except Refused as refusal:
        return None, refusal.text


def _with_counts(results: list[dict[str, Any]]) -> dict[str, Any]:
    counts = {
        state: sum(row["state"] == state for row in results) for state in ("sent", "skipped", "failed", "unknown")
    }
    return {"rows": results, **counts}


def _print(context: JobContext) -> dict[str, Any]:
    ids = context.params["ids"]
    results: list[dict[str, Any]] = []

    def pages() -> Iterator[bytes]:
        for record, sheet, pdf in _render_ahead(context, ids):
            row = sheet.invoice if sheet else None
            reason = _unprintable(row)
            if pdf is not None:
                try:
                    yield pdf.result()
                except Unavailable:
                    raise
                except Refused as refusal:
                    reason = refusal.text
            results.append(_entry(record, row) | {"state": "skipped" if reason else "printed", "reason": reason})
            context.progress(len(results), len(ids))

    content = pdfs.merge(pages())
    printed = sum(row["state"] == "printed" for row in results)
    skipped = len(results) - printed
    if not printed:
        return {"rows": results, "printed": 0, "skipped": skipped, "fileId": None, "name": ""}
    name = f"Invoices {today():%Y-%m-%d}.pdf"
    file_id = store.put(content, name, pdfs.MEDIA_TYPE, context.actor)
    return {"rows": results, "printed": printed, "skipped": skipped, "fileId": file_id, "name": name}


def _render_ahead(context: JobContext, ids: Sequence[int]) -> Iterator[tuple[int, Sheet | None, Future[bytes] | None]]:
    """Each invoice with the future of its PDF, rendered a few ahead."""
    waiting: list[tuple[int, Sheet | None, Future[bytes] | None]] = []
    with ThreadPoolExecutor(_RENDER_AHEAD, thread_name_prefix="draw") as pool:
        for start in range(0, len(ids), _CHUNK):
            chunk = ids[start : start + _CHUNK]
            with context.db.read() as connection:
                sheets = {sheet.invoice["id"]: sheet for sheet in queries.sheets(connection, context.actor, chunk)}
            for record in chunk:
                sheet = sheets.get(record)
                pdf = None
                if sheet is not None and not _unprintable(sheet.invoice):
                    pdf = pool.submit(copy_context().run, _render, sheet)
                waiting.append((record, sheet, pdf))
                if len(waiting) > _RENDER_AHEAD:
                    yield waiting.pop(0)
        yield from waiting


def _render(sheet: Sheet) -> bytes:
    return pdfs.paper_of(sheet).render()


SEND_MANY = Job("sendInvoices", _send)
PRINT_MANY = Job("printInvoices", _print)
