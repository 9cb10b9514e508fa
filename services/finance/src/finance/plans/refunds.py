"""Entering money paid back: for a credit note, or for an invoice with a balance in the payer's favour after credit
notes or overpayment (`docs/finance.md`, Money in and out)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa

from finance.days import PastDate
from finance.invoices import actions, crediting
from finance.invoices import rules as invoices
from finance.invoices.commands import change_invoice, lock_invoice
from finance.invoices.happened import note_payment
from finance.invoices.model import invoice, payment
from finance.periods.closing import refuse_closed
from finance.plans import rules
from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Row
from kit.values import FieldType, Money, Select, Text
from kit.values.bodies import read

REFUND: Mapping[str, FieldType] = {
    "amount": Money(required=True, minimum=1),
    "type": Select(choices=invoices.PAYMENT_OPTIONS, required=True),
    "datePaid": PastDate(required=True),
    "note": Text(),
}


def pay_back(
    tx: Tx, row: Row, amount: int | None, payment_type: str, day: dt.date, *, note: str = "", field: str = "amount"
) -> int | None:
    """Enter a refund (None: all that is due back) on the locked invoice or credit note; returns its id, or None if
    nothing is due back. `amount` is positive as entered; the books have it negative.

    A refund of an invoice names the credit note whose credit it pays back. A refund of several is one entry each; the
    id is the first entry's. Raises Invalid about `field` above the amount due back.
    """
    due_back = max(0, -row["outstanding"])
    if amount is not None and amount > due_back:
        raise Invalid(rules.too_much_back(due_back, row["currency"]), field=field, title="Form errors")
    rest = due_back if amount is None else amount
    if rest:
        refuse_closed(tx, row["organisation_id"], day)
    same = {"invoice_id": row["id"], "type": payment_type, "date_paid": day, "note": note}
    entries = []
    for credit_note, share in _shares(tx, row, rest):
        values = {**same, "amount": -share, "credit_note_id": credit_note}
        entries.append(note_payment(tx, tx.insert(payment, values), values))
    return entries[0] if entries else None


def _shares(tx: Tx, row: Row, amount: int) -> Iterator[tuple[int | None, int]]:
    """Return the credit notes that `amount` pays back, with their shares; None stands for an overpayment, and for a
    credit note itself."""
    if not row["is_credit_note"]:
        for credit_note, use in _uses(tx, row).items():
            share = min(use.left, amount)
            amount -= share
            if share:
                yield credit_note, share
    if amount:
        yield None, amount


def _uses(tx: Tx, row: Row) -> dict[int, crediting.Use]:
    columns = invoice.c
    refunded = sa.select(sa.func.coalesce(-sa.func.sum(payment.c.amount), 0))
    refunded = refunded.where(payment.c.credit_note_id == columns.id)
    issued = sa.and_(columns.parent_id == row["id"], columns.status.not_in(invoices.NOT_ISSUED))
    notes = [
        crediting.Note(entry["id"], -entry["total"], int(entry["refunded"]))
        for entry in tx.all(
            sa.select(columns.id, columns.total, refunded.scalar_subquery().label("refunded"))
            .where(issued)
            .order_by(columns.id)
        )
    ]
    return crediting.uses(row["total"], row["paid"] + sum(one.refunded for one in notes), notes)


def add(tx: Tx, record: int, body: Mapping[str, Any]) -> dict[str, Any]:
    """Handle `POST /invoice/{id}/refund`: enter money paid back. Returns `{id, status}`."""
    values = read(REFUND, body)
    row = lock_invoice(tx, record, editable=False)
    actions.check("refund", tx.actor, row)
    refund_id = pay_back(tx, row, values["amount"], values["type"], values["datePaid"], note=values["note"])
    how = {"paid_meta": values["type"]} if row["is_credit_note"] else {}
    now = change_invoice(tx, row, **how)
    return {"id": refund_id, "status": now["status"]}


def check_withdrawal(tx: Tx, row: Row) -> None:
    """Raise Conflict if the locked credit note can be neither cancelled nor set back to draft: credit of it was paid
    back, and the refund would lose its credit note."""
    if row["parent_id"] is None:
        return
    # lock the invoice before reading the refunds, to wait for one that is being entered
    tx.execute(sa.select(invoice.c.id).where(invoice.c.id == row["parent_id"]).with_for_update())
    standing = sa.select(sa.func.coalesce(-sa.func.sum(payment.c.amount), 0))
    refunded = tx.scalar(standing.where(payment.c.credit_note_id == row["id"]))
    if refunded:
        raise Conflict(rules.refunded_already(int(refunded), row["currency"]), code="refunded")
