"""Changes made over there: payments that were made or taken back, and changes that are not ours.

A payment made there becomes a payment here, once. Whatever else differs from what we last knew is a conflict that a
person decides, unless it is what we are about to send anyway.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from finance.books.model import sync_allocation, sync_document, sync_payment, sync_tenant
from finance.invoices.model import invoice
from finance.sync import money, outcomes
from finance.sync.documents import NOT_THERE, Ours, content_of, digest, load
from finance.sync.steps import key_of, kind_of
from finance.sync.xero import Xero, moment, pence
from kit.database import Tx, database

_document = sync_document.c
_PAGE = 1000
_SECOND = dt.timedelta(seconds=1)


def poll(xero: Xero) -> int:
    """Read what changed since the last time, apply it, and remember how far we read; how many documents changed."""
    changed = 0
    for note, column in ((False, sync_tenant.c.invoices_until), (True, sync_tenant.c.notes_until)):
        mine = sync_tenant.c.chart == xero.chart
        with database().read() as connection:
            since = connection.scalar(sa.select(sa.func.coalesce(column, sync_tenant.c.connected)).where(mine))
        kind, page = kind_of(note)[0], 1
        while True:
            path = f"/{kind}?page={page}&pageSize={_PAGE}&order=UpdatedDateUTC%20ASC"
            rows = xero.call("GET", path, since=since)[kind]
            changed += apply(xero.chart, note, rows)
            last = max((moment(row["UpdatedDateUTC"]) for row in rows), default=since)
            with database().read() as connection:
                connection.execute(sa.update(sync_tenant).where(mine).values({column: last}))
            if len(rows) < _PAGE:
                break
            # Read on from the last change, not by page: documents that change meanwhile would shift the pages.
            page = page + 1 if last - since < _SECOND else 1
            since = last
    return changed


def look(xero: Xero, documents: Sequence[Ours]) -> None:
    """Read these documents before they are written over: what was changed there meanwhile must not be lost."""
    for note in (False, True):
        wanted = [ours.row["external_id"] for ours in documents if ours.note == note]
        if wanted:
            kind = kind_of(note)[0]
            apply(xero.chart, note, xero.call("GET", f"/{kind}?IDs={','.join(wanted)}")[kind])


def apply(chart: int, note: bool, theirs: Iterable[Mapping[str, Any]]) -> int:
    """Take over what is new in these documents of theirs; how many had anything new."""
    key = kind_of(note)[1]
    by_id = {one[key]: one for one in theirs}
    news = [by_id[external] for external in _changed(note, by_id)]
    for one in news:
        with database().transaction(outcomes.ACTOR) as tx:
            _apply(tx, chart, note, one)
    return len(news)


def _parts(note: bool, theirs: Mapping[str, Any]) -> set[str]:
    """Ids of what is set against a document: its payments and, of a note, its allocations."""
    found = {one["PaymentID"] for one in theirs.get("Payments") or []}
    return found | {one["AllocationID"] for one in theirs["Allocations"]} if note else found


def _changed(note: bool, theirs: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Ids of documents of ours that are not as we know them. Most are: we read back what we wrote ourselves."""
    with database().read() as connection:
        rows = connection.execute(
            sa.select(_document.invoice_id, _document.external_id, _document.known)
            .where(_document.external_id.in_(list(theirs)))
        ).all()  # fmt: skip
        ids = [row.invoice_id for row in rows]
        known: dict[int, set[str]] = {}
        for record, external in connection.execute(
            sa.union_all(
                sa.select(sync_payment.c.invoice_id, sync_payment.c.external_id)
                .where(sync_payment.c.invoice_id.in_(ids)),
                sa.select(sync_allocation.c.note_id, sync_allocation.c.external_id)
                .where(sync_allocation.c.note_id.in_(ids)),
            )
        ):  # fmt: skip
            known.setdefault(record, set()).add(external)
    return [
        row.external_id
        for row in rows
        if content_of(theirs[row.external_id]) != row.known
        or _parts(note, theirs[row.external_id]) != known.get(row.invoice_id, set())
    ]


def _apply(tx: Tx, chart: int, note: bool, theirs: Mapping[str, Any]) -> None:
    external = theirs[kind_of(note)[1]]
    found = tx.scalar(sa.select(_document.invoice_id).where(_document.external_id == external))
    # The invoice first, as every command does; then its row here.
    tx.execute(sa.select(invoice.c.id).where(invoice.c.id == found).with_for_update())
    row = tx.one(sa.select(sync_document).where(_document.external_id == external).with_for_update())
    if row is None:
        return
    tax_types = tx.scalar(sa.select(sync_tenant.c.tax_types).where(sync_tenant.c.chart == chart))
    ours = load(tx.connection, [row], tax_types or {})[0]
    _content(tx, ours, theirs)
    _payments(tx, ours, theirs)
    if note:
        _allocations(tx, ours, theirs)


def _content(tx: Tx, ours: Ours, theirs: Mapping[str, Any]) -> None:
    there = content_of(theirs)
    if there == ours.row["known"]:
        return
    wanted = ours.content()
    if there == wanted:
        values = {"known": there, "sent_digest": digest(wanted)}
        tx.execute(sa.update(sync_document).where(_document.invoice_id == ours.id).values(**values))
        return
    outcomes.conflict(tx, ours.id, "This document was changed in the accounting system", wanted, there)


def _payments(tx: Tx, ours: Ours, theirs: Mapping[str, Any]) -> None:
    listed = {one["PaymentID"]: one for one in theirs["Payments"]}
    known = {row["external_id"]: row for row in ours.sent_payments}
    wanted = {one.key for one in ours.wanted_payments()}
    keys = {row["key"] for row in ours.sent_payments}
    for external, row in known.items():
        if external in listed:
            continue
        if row["made_there"]:
            _taken_back(tx, ours, row)
        elif row["key"] not in wanted:
            tx.execute(sa.delete(sync_payment).where(sync_payment.c.external_id == external))
        else:
            said = {"payment": external, "key": row["key"], "amount": row["amount"], "date": row["date"].isoformat()}
            outcomes.conflict(tx, ours.id, "A payment made here was deleted in the accounting system", said, {})
    for external, one in listed.items():
        if external in known:
            continue
        key, date = key_of(one.get("Reference") or ""), moment(one["Date"]).date()
        if key is not None and key not in keys:  # ours, from a call whose answer was lost
            outcomes.paid(tx, ours.id, key, external, pence(one["Amount"]), date)
            outcomes.touch(tx, ours.id)
        else:
            _came_in(tx, ours, external, pence(one["Amount"]), date, key)


def _came_in(tx: Tx, ours: Ours, external: str, amount: int, date: dt.date, key: str | None) -> None:
    said = {"payment": external, "amount": amount, "date": date.isoformat()}
    if key is not None:
        outcomes.conflict(tx, ours.id, "A payment is in the accounting system twice", {"key": key}, said)
        return
    if ours.invoice is None or ours.invoice["status"] in NOT_THERE:
        text = "A payment was made in the accounting system to an invoice that is cancelled here"
        outcomes.conflict(tx, ours.id, text, {"state": "void"}, said)
        return
    number = money.came_in(tx, ours.invoice, external, ours.sign * amount, date)
    outcomes.paid(tx, ours.id, f"payment-{number}", external, amount, date, there=True)
    outcomes.touch(tx, ours.id)


def _taken_back(tx: Tx, ours: Ours, row: Mapping[str, Any]) -> None:
    tx.execute(sa.delete(sync_payment).where(sync_payment.c.external_id == row["external_id"]))
    money.taken_back(tx, int(row["key"].removeprefix("payment-")), "deleted in the accounting system")
    outcomes.touch(tx, ours.id)


def _allocations(tx: Tx, ours: Ours, theirs: Mapping[str, Any]) -> None:
    listed = {one["AllocationID"]: one for one in theirs["Allocations"]}
    known = {row["external_id"]: row for row in ours.allocations}
    for external, row in known.items():
        if external not in listed:
            tx.execute(sa.delete(sync_allocation).where(sync_allocation.c.external_id == external))
            if row["amount"] == ours.credit and ours.parent is not None:
                said = {"credited": row["amount"], "invoice": ours.parent["id"]}
                text = "A credit note was taken off its invoice in the accounting system"
                outcomes.conflict(tx, ours.id, text, said, {})
    parent = ours.parent
    for external, one in listed.items():
        if external in known:
            continue
        amount = pence(one["Amount"])
        if parent is not None and one["Invoice"]["InvoiceID"] == parent["external_id"] and amount == ours.credit:
            values = {"external_id": external, "note_id": ours.id, "invoice_id": parent["id"], "amount": amount}
            tx.execute(sa.insert(sync_allocation).values(**values))
            outcomes.touch(tx, ours.id)
        else:
            text = "A credit note was set against an invoice in the accounting system"
            there = {"credited": amount, "invoice": one["Invoice"]["InvoiceID"]}
            outcomes.conflict(tx, ours.id, text, {"credited": ours.credit}, there)
