"""Changes made in Xero: new and deleted payments, and other changes that are not ours.

A payment made in Xero becomes a payment here, once. Any other difference from the last known content is a conflict that
a person resolves, unless we are about to send that same content.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from finance.books.model import sync_allocation, sync_document, sync_payment, sync_tenant
from finance.invoices.model import invoice
from finance.sync import money, outcomes
from finance.sync.documents import NOT_MIRRORED, LocalDocument, content_of, digest, load
from finance.sync.steps import key_of, resource_of
from finance.sync.xero import Xero, parse_time, pence
from kit.database import Tx, database

_document = sync_document.c
_PAGE = 1000
_SECOND = dt.timedelta(seconds=1)


def poll(xero: Xero) -> int:
    """Read and apply the changes since the last poll, and store the new position; returns the number of changed
    documents."""
    changed = 0
    for note, column in ((False, sync_tenant.c.invoices_until), (True, sync_tenant.c.notes_until)):
        condition = sync_tenant.c.chart == xero.chart
        since = database().scalar(sa.select(sa.func.coalesce(column, sync_tenant.c.connected)).where(condition))
        kind, page = resource_of(note)[0], 1
        while True:
            path = f"/{kind}?page={page}&pageSize={_PAGE}&order=UpdatedDateUTC%20ASC"
            rows = xero.call("GET", path, since=since)[kind]
            changed += apply(xero.chart, note, rows)
            last = max((parse_time(row["UpdatedDateUTC"]) for row in rows), default=since)
            database().execute(sa.update(sync_tenant).where(condition).values({column: last}))
            if len(rows) < _PAGE:
                break
            # Continue from the last change, not by page: concurrent changes would shift the pages.
            page = page + 1 if last - since < _SECOND else 1
            since = last
    return changed


def refresh(xero: Xero, documents: Sequence[LocalDocument]) -> None:
    """Read these documents before they are overwritten, so that no change made in Xero is lost."""
    for note, theirs in read_again(xero, documents):
        apply(xero.chart, note, theirs)


def read_again(xero: Xero, documents: Sequence[LocalDocument]) -> Iterator[tuple[bool, list[dict[str, Any]]]]:
    """Fetch these invoices and credit notes (True) from Xero."""
    for note in (False, True):
        external_ids = [ours.row["external_id"] for ours in documents if ours.note == note and ours.row["external_id"]]
        if external_ids:
            kind = resource_of(note)[0]
            yield note, xero.call("GET", f"/{kind}?IDs={','.join(external_ids)}")[kind]


def apply(chart: int, note: bool, theirs: Iterable[Mapping[str, Any]]) -> int:
    """Apply the changes in these documents from Xero; returns the number of changed documents."""
    key = resource_of(note)[1]
    by_id = {document[key]: document for document in theirs}
    changed = [by_id[external] for external in _changed_ids(note, by_id)]
    for document in changed:
        with database().transaction(outcomes.ACTOR) as tx:
            _apply_document(tx, chart, note, document)
    return len(changed)


def _linked_ids(note: bool, theirs: Mapping[str, Any]) -> set[str]:
    """Return the ids of a document's payments and, for a credit note, its allocations."""
    payments = {entry["PaymentID"] for entry in theirs.get("Payments") or []}
    return payments | {entry["AllocationID"] for entry in theirs["Allocations"]} if note else payments


def _changed_ids(note: bool, theirs: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return external ids of our documents that differ from their known content. Most do not, since we read back our
    own writes."""
    with database().read() as connection:
        rows = connection.execute(
            sa.select(_document.invoice_id, _document.external_id, _document.known).where(
                _document.external_id.in_(list(theirs))
            )
        ).all()
        ids = [row.invoice_id for row in rows]
        known: dict[int, set[str]] = {}
        for record, external in connection.execute(
            sa.union_all(
                sa.select(sync_payment.c.invoice_id, sync_payment.c.external_id).where(
                    sync_payment.c.invoice_id.in_(ids)
                ),
                sa.select(sync_allocation.c.note_id, sync_allocation.c.external_id).where(
                    sync_allocation.c.note_id.in_(ids)
                ),
            )
        ):
            known.setdefault(record, set()).add(external)
    return [
        row.external_id
        for row in rows
        if content_of(theirs[row.external_id]) != row.known
        or _linked_ids(note, theirs[row.external_id]) != known.get(row.invoice_id, set())
    ]


def _apply_document(tx: Tx, chart: int, note: bool, theirs: Mapping[str, Any]) -> None:
    external = theirs[resource_of(note)[1]]
    invoice_id = tx.scalar(sa.select(_document.invoice_id).where(_document.external_id == external))
    # Lock the invoice first, as every command does (a credit note before the invoice it credits), then its sync row:
    # one lock order prevents deadlocks.
    parent_id = tx.scalar(sa.select(invoice.c.parent_id).where(invoice.c.id == invoice_id).with_for_update())
    if note and parent_id is not None:
        tx.execute(sa.select(invoice.c.id).where(invoice.c.id == parent_id).with_for_update())
    row = tx.one(sa.select(sync_document).where(_document.external_id == external).with_for_update())
    if row is None:
        return
    tax_types = tx.scalar(sa.select(sync_tenant.c.tax_types).where(sync_tenant.c.chart == chart))
    ours = load(tx.connection, [row], tax_types or {})[0]
    _apply_content(tx, ours, theirs)
    _apply_payments(tx, ours, theirs)
    if note:
        _apply_allocations(tx, ours, theirs)


def _apply_content(tx: Tx, ours: LocalDocument, theirs: Mapping[str, Any]) -> None:
    content = content_of(theirs)
    if content == ours.row["known"]:
        return
    expected = ours.content()
    if content == expected:
        outcomes.update(tx, ours.id, known=content, sent_digest=digest(expected))
        return
    outcomes.record_conflict(tx, ours.id, "This document was changed in the accounting system", expected, content)


def _apply_payments(tx: Tx, ours: LocalDocument, theirs: Mapping[str, Any]) -> None:
    listed = {entry["PaymentID"]: entry for entry in theirs["Payments"]}
    known = {row["external_id"]: row for row in ours.sent_payments}
    expected = {entry.key for entry in ours.expected_payments()}
    keys = {row["key"] for row in ours.sent_payments}
    for external, row in known.items():
        if external in listed:
            continue
        if not row["made_there"] and row["key"] in expected:
            summary = {"payment": external, "key": row["key"], "amount": row["amount"], "date": row["date"].isoformat()}
            text = "A payment made here was deleted in the accounting system"
            outcomes.record_conflict(tx, ours.id, text, summary, {})
            continue
        tx.execute(sa.delete(sync_payment).where(sync_payment.c.external_id == external))
        if row["made_there"]:
            money.reverse_payment(tx, row["key"])
            outcomes.touch(tx, ours.id)
    for external, entry in listed.items():
        if external in known:
            continue
        key, date = key_of(entry.get("Reference") or ""), parse_time(entry["Date"]).date()
        if key is not None and key not in keys:  # ours, from a call whose answer was lost
            outcomes.record_payment(tx, ours.id, key, external, pence(entry["Amount"]), date)
            outcomes.touch(tx, ours.id)
        else:
            _apply_new_payment(tx, ours, external, pence(entry["Amount"]), date, key)


def _apply_new_payment(tx: Tx, ours: LocalDocument, external: str, amount: int, date: dt.date, key: str | None) -> None:
    summary = {"payment": external, "amount": amount, "date": date.isoformat()}
    if key is not None:
        outcomes.record_conflict(tx, ours.id, "A payment is in the accounting system twice", {"key": key}, summary)
        return
    if ours.invoice is None or ours.invoice["status"] in NOT_MIRRORED:
        text = "A payment was made in the accounting system to an invoice that is cancelled here"
        outcomes.record_conflict(tx, ours.id, text, {"state": "void"}, summary)
        return
    payment_id = money.record_payment(tx, ours.invoice, external, ours.sign * amount, date)
    outcomes.record_payment(tx, ours.id, f"payment-{payment_id}", external, amount, date, there=True)
    outcomes.touch(tx, ours.id)


def _apply_allocations(tx: Tx, ours: LocalDocument, theirs: Mapping[str, Any]) -> None:
    listed = {entry["AllocationID"]: entry for entry in theirs["Allocations"]}
    known = {row["external_id"]: row for row in ours.allocations}
    for external, row in known.items():
        if external not in listed:
            tx.execute(sa.delete(sync_allocation).where(sync_allocation.c.external_id == external))
            if row["amount"] == ours.credit and ours.parent is not None:
                summary = {"credited": row["amount"], "invoice": ours.parent["id"]}
                text = "A credit note was taken off its invoice in the accounting system"
                outcomes.record_conflict(tx, ours.id, text, summary, {})
    parent = ours.parent
    for external, entry in listed.items():
        if external in known:
            continue
        amount = pence(entry["Amount"])
        if parent is not None and entry["Invoice"]["InvoiceID"] == parent["external_id"] and amount == ours.credit:
            values = {"external_id": external, "note_id": ours.id, "invoice_id": parent["id"], "amount": amount}
            tx.execute(sa.insert(sync_allocation).values(**values))
            outcomes.touch(tx, ours.id)
        else:
            text = "A credit note was set against an invoice in the accounting system"
            summary_there = {"credited": amount, "invoice": entry["Invoice"]["InvoiceID"]}
            outcomes.record_conflict(tx, ours.id, text, {"credited": ours.credit}, summary_there)
