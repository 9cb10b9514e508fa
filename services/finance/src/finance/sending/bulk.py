"""Many invoices at once: a summary first, then a job with a result a row (`docs/finance.md`, Sending).

A print is one PDF, its invoices in the order they were chosen in: what comes out of it is a pile of paper.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import sqlalchemy as sa

from finance.days import today
from finance.invoices import issuing
from finance.invoices.policy import sends
from finance.sending import commands, pdfs, queries, rules
from finance.sending.delivery import deliver, packed
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
from kit.mail.queue import Packed
from kit.policy import Actor
from kit.records.pipeline import NOT_ALLOWED

MOST = 2_000
"""Invoices in one sending or print."""
SENT_TODAY = "It was sent today already"
UNDER_WAY = "It is being sent already"
NOT_SEEN = "It is not there any more"
_AT_ONCE = 50
_DRAWN_AHEAD = 3
"""Documents on their way to the renderer at a time: one is drawn while the next arrives and the last leaves."""


def chosen(
    db: Database,
    spec: ListSpec,
    actor: Actor,
    ids: Sequence[int] | None,
    left_out: Sequence[int] | None,
    asked: Mapping[str, Any],
) -> list[int]:
    """The ids meant: `ids`, or all that match `asked` but those left out, in the order of the list.

    Raises Invalid for none, for more than MOST, and for what is no query of the list.
    """
    if ids is None:
        plain = {name: str(value) for name, value in asked.items() if name not in {"page", "pageSize", "after"}}
        wanted = request.read(spec, plain, but=left_out)
        made, values = list_query.statement(spec, wanted, actor, request.Rows.WHOLE)
        ids = []
        for rows in db.stream(made.sql, values):
            ids = [*ids, *(row[0] for row in rows)]
            if len(ids) > MOST:
                break
    found = list(dict.fromkeys(ids))
    if not found:
        raise Invalid("Please choose at least one invoice", code="none_chosen")
    if len(found) > MOST:
        raise Invalid(f"At most {MOST:,} invoices go at once; please choose fewer", code="too_many")
    return found


def send_summary(connection: sa.Connection, actor: Actor, ids: Sequence[int], kind: str, again: bool) -> dict[str, Any]:
    """`{total, ready, drafts, skipped: [{id, number, name, reason}]}` of a sending."""
    found = {row["id"]: row for row in queries.rows(connection, actor, ids)}
    known = _sent_before(connection, ids, kind)
    facts = issuing.facts_of(connection, found.values())
    skipped, ready = [], []
    for record in ids:
        row = found.get(record)
        reason = _reason(actor, row, kind, again, known.get(record))
        if row is not None and kind != "receipt":
            reason = reason or issuing.refuse_sending(row, facts[record]) or ""
        if reason:
            skipped.append(_named(record, row) | {"reason": reason})
        else:
            ready.append(record)
    drafts = sum(found[record]["status"] == "draft" for record in ready)
    return {"total": len(ids), "ready": len(ready), "drafts": drafts, "ids": ready, "skipped": skipped}


def print_summary(connection: sa.Connection, actor: Actor, ids: Sequence[int]) -> dict[str, Any]:
    """The same of a print."""
    found = {row["id"]: row for row in queries.rows(connection, actor, ids)}
    skipped = [
        _named(record, found.get(record)) | {"reason": reason}
        for record in ids
        if (reason := _unprintable(found.get(record)))
    ]
    drafts = sum(row["status"] == "draft" for row in found.values() if not _unprintable(row))
    return {"total": len(ids), "ready": len(ids) - len(skipped), "drafts": drafts, "skipped": skipped}


def start_sending(
    tx: Tx, ids: Sequence[int], kind: str, again: bool, mails: Mapping[int, Mapping[str, Any]]
) -> dict[str, Any]:
    """The job; what a person edited is checked now, the rest a row at a time."""
    batch = uuid.uuid4().hex
    params = {
        "ids": list(ids),
        "kind": kind,
        "again": again,
        "batch": batch,
        "mails": {str(record): commands.checked(mail) for record, mail in mails.items() if record in set(ids)},
    }
    return {"id": jobs.public_id(SEND_MANY.enqueue(tx, batch, params, len(ids)))}


def start_printing(tx: Tx, ids: Sequence[int]) -> dict[str, Any]:
    """The job."""
    job = PRINT_MANY.enqueue(tx, uuid.uuid4().hex, {"ids": list(ids)}, len(ids))
    return {"id": jobs.public_id(job)}


def _reason(actor: Actor, row: Row | None, kind: str, again: bool, before: str | None) -> str:
    """Why an invoice is left out of a sending, or nothing."""
    if row is None:
        return NOT_SEEN
    if not sends(actor, row):
        return NOT_ALLOWED
    refusal = rules.refuse(kind, row) or rules.nowhere_to_pay(kind, row, row["account"])
    if refusal is not None:
        return refusal.text
    if before == "under way":
        return UNDER_WAY
    return SENT_TODAY if before == "today" and not again else ""


def _unprintable(row: Row | None) -> str:
    if row is None:
        return NOT_SEEN
    refusal = rules.missing_due_date(row)
    return refusal.text if refusal else ""


def _sent_before(
    connection: sa.Connection, ids: Sequence[int], kind: str, but: uuid.UUID | None = None
) -> dict[int, str]:
    """'today' or 'under way' for the invoices that a mail of this kind went to or is going to."""
    columns = invoice_email.c
    day = sa.func.date(sa.func.timezone("Europe/London", columns.sent))
    rows = connection.execute(
        sa.select(columns.invoice_id, columns.state).where(
            queries.any_of(columns.invoice_id, ids),
            columns.kind == kind,
            sa.or_(columns.state.in_(["queued", "sending"]), day == today()),
            *([columns.batch.is_distinct_from(but)] if but else []),
        )
    )
    found: dict[int, str] = {}
    for record, state in rows:
        if found.get(record) != "under way":
            found[record] = "today" if state == "sent" else "under way"
    return found


def _named(record: int, row: Row | None) -> dict[str, Any]:
    return {"id": record, "number": row["number"] if row else None, "name": row["name"] if row else ""}


def _send(context: JobContext) -> dict[str, Any]:
    """Part after part: its mails are queued, packed a few ahead, and sent one after the other. A run that has to be
    repeated finds by its batch what the one before has done."""
    ids = context.params["ids"]
    results: list[dict[str, Any]] = []
    with Mailer() as mailer, ThreadPoolExecutor(_DRAWN_AHEAD, thread_name_prefix="pack") as pool:
        for start in range(0, len(ids), _AT_ONCE):
            part = _queued_part(context, ids[start : start + _AT_ONCE])
            for (row, email, reason), ready in _packed_ahead(context, pool, part):
                told = {"state": "skipped", "reason": reason}
                if email is not None:
                    sent = deliver(context.db, context.actor, email, mailer, ready, context.id)
                    told = {"state": sent["state"], "reason": sent["error"]}
                results.append(row | told)
                context.progress(len(results), len(ids))
    return _counted(results)


_Queued = tuple[dict[str, Any], int | None, str]
"""An invoice by name, its mail, or why it has none."""


def _queued_part(context: JobContext, part: Sequence[int]) -> list[_Queued]:
    """Every invoice of the part with its mail in the queue."""
    params, batch = context.params, uuid.UUID(context.params["batch"])
    with context.db.read() as connection:
        found = {row["id"]: row for row in queries.rows(connection, context.actor, part)}
        before = _sent_before(connection, part, params["kind"], but=batch)
        mine = queries.batch(connection, batch, part)
    queued: list[_Queued] = []
    for record in part:
        email, reason = mine.get(record), ""
        if email is None:
            reason = _reason(context.actor, found.get(record), params["kind"], params["again"], before.get(record))
            if not reason:
                email, reason = _queued(context, record, batch)
        queued.append((_named(record, found.get(record)), email, reason))
    return queued


def _packed_ahead(
    context: JobContext, pool: ThreadPoolExecutor, part: list[_Queued]
) -> Iterator[tuple[_Queued, Callable[[], Packed] | None]]:
    """Each mail of the part with what packs it: drawn and stored a few ahead of the one that is being sent."""
    with context.db.read() as connection:
        mails = queries.mails(connection, [email for _, email, _ in part if email is not None])
        open_ = [mail["invoice_id"] for mail in mails.values() if mail["state"] == "queued"]
        found = {sheet.invoice["id"]: sheet for sheet in queries.sheets(connection, context.actor, open_)}
    waiting: list[tuple[_Queued, Callable[[], Packed] | None]] = []
    for one in part:
        mail = mails.get(one[1]) if one[1] is not None else None
        sheet = found.get(mail["invoice_id"]) if mail is not None else None
        ready = None
        if mail is not None and sheet is not None:
            ready = pool.submit(copy_context().run, packed, context.db, context.actor, mail, sheet).result
        waiting.append((one, ready))
        if len(waiting) > _DRAWN_AHEAD:
            yield waiting.pop(0)
    yield from waiting


def _queued(context: JobContext, record: int, batch: uuid.UUID) -> tuple[int | None, str]:
    """The id of the mail that now waits, or why there is none."""
    edited = context.params["mails"].get(str(record), {})
    try:
        with context.db.transaction(context.actor) as tx:
            return commands.queue(tx, record, context.params["kind"], edited, batch, context.id)["id"], ""
    except Unavailable:
        raise
    except Refused as refusal:
        return None, refusal.text


def _counted(results: list[dict[str, Any]]) -> dict[str, Any]:
    counts = {
        state: sum(row["state"] == state for row in results) for state in ("sent", "skipped", "failed", "unknown")
    }
    return {"rows": results, **counts}


def _print(context: JobContext) -> dict[str, Any]:
    ids = context.params["ids"]
    results: list[dict[str, Any]] = []

    def parts() -> Iterator[bytes]:
        for record, sheet, drawn in _drawn(context, ids):
            row = sheet.invoice if sheet else None
            reason = _unprintable(row)
            if drawn is not None:
                try:
                    yield drawn.result()
                except Unavailable:
                    raise
                except Refused as refusal:
                    reason = refusal.text
            results.append(_named(record, row) | {"state": "skipped" if reason else "printed", "reason": reason})
            context.progress(len(results), len(ids))

    whole = pdfs.merged(parts())
    printed = sum(row["state"] == "printed" for row in results)
    skipped = len(results) - printed
    if not printed:
        return {"rows": results, "printed": 0, "skipped": skipped, "fileId": None, "name": ""}
    name = f"Invoices {today():%Y-%m-%d}.pdf"
    file_id = store.put(whole, name, pdfs.MEDIA_TYPE, context.actor)
    return {"rows": results, "printed": printed, "skipped": skipped, "fileId": file_id, "name": name}


def _drawn(context: JobContext, ids: Sequence[int]) -> Iterator[tuple[int, Sheet | None, Future[bytes] | None]]:
    """Each invoice with its PDF under way, a few ahead of the one that is asked for."""
    waiting: list[tuple[int, Sheet | None, Future[bytes] | None]] = []
    with ThreadPoolExecutor(_DRAWN_AHEAD, thread_name_prefix="draw") as pool:
        for start in range(0, len(ids), _AT_ONCE):
            part = ids[start : start + _AT_ONCE]
            with context.db.read() as connection:
                found = {sheet.invoice["id"]: sheet for sheet in queries.sheets(connection, context.actor, part)}
            for record in part:
                sheet = found.get(record)
                drawn = None
                if sheet is not None and not _unprintable(sheet.invoice):
                    drawn = pool.submit(copy_context().run, _draw, sheet)
                waiting.append((record, sheet, drawn))
                if len(waiting) > _DRAWN_AHEAD:
                    yield waiting.pop(0)
        yield from waiting


def _draw(sheet: Sheet) -> bytes:
    return pdfs.paper(sheet).drawn()


SEND_MANY = Job("sendInvoices", _send)
PRINT_MANY = Job("printInvoices", _print)
