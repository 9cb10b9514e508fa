"""Entering money received, and reversing payments and refunds. Triggers derive the status from them (migration
0004)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from finance.days import PastDate
from finance.invoices import actions, bookings
from finance.invoices import rules as invoices
from finance.invoices.commands import as_server, change_invoice, lock_invoice
from finance.invoices.happened import note_payment
from finance.invoices.model import instalment, payment
from finance.periods.closing import refuse_closed
from finance.plans import rules
from kit.database import Tx
from kit.database.reading import row_or_404
from kit.database.tables import version_values
from kit.errors import Conflict, Invalid, conflict_if
from kit.policy import Row
from kit.values import FieldType, Money, Select, Text
from kit.values.bodies import read
from kit.values.days import today

PAYMENT: Mapping[str, FieldType] = {
    "amount": Money(required=True, minimum=1),
    "type": Select(choices=invoices.PAYMENT_OPTIONS, required=True),
    "datePaid": PastDate(required=True),
    "note": Text(),
}
_columns = payment.c


def receive(
    tx: Tx, row: Row, amount: int | None, payment_type: str, day: dt.date, *, note: str = "", field: str = "amount"
) -> int | None:
    """Enter money received (None: the outstanding amount) on the locked invoice; returns the payment id, or None if
    nothing is outstanding. Raises Invalid about `field` above the outstanding amount."""
    outstanding = max(0, row["outstanding"])
    if amount is not None and amount > outstanding:
        raise Invalid(rules.too_much(outstanding, row["currency"]), field=field, title="Form errors")
    received = outstanding if amount is None else amount
    if not received:
        return None
    refuse_closed(tx, row["organisation_id"], day)
    values = {"invoice_id": row["id"], "type": payment_type, "amount": received, "date_paid": day, "note": note}
    return note_payment(tx, tx.insert(payment, values), values)


def add(tx: Tx, record: int, body: Mapping[str, Any]) -> dict[str, Any]:
    """Handle `POST /invoice/{id}/payment`: enter money received that the accounting system does not know. Returns `{id,
    status}`."""
    values = read(PAYMENT, body)
    row = lock_invoice(tx, record, editable=False)
    actions.check("pay", tx.actor, row)
    payment_id = receive(tx, row, values["amount"], values["type"], values["datePaid"], note=values["note"])
    now = change_invoice(tx, row, paid_meta=values["type"])
    return {"id": payment_id, "status": now["status"]}


def reverse(tx: Tx, payment_id: int) -> dict[str, Any]:
    """Handle `DELETE /invoice/payment/{id}`: reverse a payment or refund that was entered by mistake; the books keep
    both entries. Idempotent. Raises NotFound, and Conflict for payments of instalments and of the accounting system."""
    # read before the lock: no call changes or deletes a manual payment
    original = row_or_404(tx.connection, sa.select(payment).where(_columns.id == payment_id))
    row = lock_invoice(tx, original["invoice_id"], editable=False)
    actions.check("reverse", tx.actor, row)
    if original["source"] != "manual":
        raise Conflict(rules.TAKE_BACK_THERE if original["source"] == "accounting" else rules.UNMARK_INSTEAD)
    if original["reverses_id"] is not None:
        raise Conflict(rules.TAKEN_BACK)
    reversal_id = tx.scalar(sa.select(_columns.id).where(_columns.reverses_id == payment_id))
    if reversal_id is not None:
        return {"id": reversal_id, "status": row["status"]}
    conflict_if(bookings.refuse_bookings(row))  # drafts and cancelled invoices neither take nor return money
    refuse_closed(tx, row["organisation_id"], today())
    reversal_id = insert_reversal(tx, original, today(), "Reversed")
    return {"id": reversal_id, "status": change_invoice(tx, row)["status"]}


def insert_reversal(tx: Tx, row: Row, day: dt.date, note: str, source: str = "manual") -> int:
    """Enter the reversal of the payment `row`; returns its id."""
    values = {name: row[name] for name in ("invoice_id", "type", "credit_note_id")}
    values |= {"amount": -row["amount"], "date_paid": day, "source": source, "reverses_id": row["id"], "note": note}
    return note_payment(tx, tx.insert(payment, values), values)


def reverse_all(tx: Tx, row: Row, note: str) -> None:
    """Reverse all payments of the locked invoice: enter a reversal of each manual payment, and mark the instalments
    unpaid. A trigger removes the write-off too (migration 0004). Raises Conflict if the accounting system has a
    payment."""
    record = row["id"]
    if not row["paid"]:
        return
    rows = tx.all(sa.select(payment).where(_columns.invoice_id == record).order_by(_columns.id))
    ours = {entry["id"] for entry in rows if entry["source"] != "accounting"}
    external = [entry for entry in rows if entry["source"] == "accounting" and entry["reverses_id"] not in ours]
    if sum(entry["amount"] for entry in external):
        raise Conflict(rules.TAKE_BACK_THERE)
    reversed_already = {entry["reverses_id"] for entry in rows}
    refuse_closed(tx, row["organisation_id"], today(), *_days_of_ticks(rows))
    manual = [entry for entry in rows if entry["source"] == "manual" and entry["reverses_id"] is None]
    mark_unpaid(tx, instalment.c.invoice_id == record)
    for entry in manual:
        if entry["id"] not in reversed_already:
            insert_reversal(tx, entry, today(), note)


def _days_of_ticks(rows: Sequence[Row]) -> list[dt.date]:
    """Return the days of the instalments' payments: removing the tick deletes them, so their days must be open."""
    return [row["date_paid"] for row in rows if row["source"] == "instalment"]


def mark_unpaid(tx: Tx, condition: sa.ColumnElement[bool]) -> None:
    """Mark these instalments as unpaid and delete their payments."""
    instalment_ids = sa.select(instalment.c.id).where(condition)
    values = {"is_paid": False, "paid_date": None, "payment_type": None} | version_values(instalment)
    with as_server(tx):
        tx.execute(sa.delete(payment).where(_columns.instalment_id.in_(instalment_ids)))
        tx.execute(sa.update(instalment).where(condition, instalment.c.is_paid).values(values))
