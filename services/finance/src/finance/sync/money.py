"""Payments made or deleted in the accounting system. Triggers derive the status from them (migration 0004)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.books.model import sync_payment
from finance.invoices.commands import change_invoice, lock_invoice
from finance.invoices.model import instalment, payment
from finance.plans.payments import insert_reversal, mark_unpaid
from kit.database import Tx

RECONCILED = "matched with a bank statement; to give it back, enter a refund"
"""Note on a payment that was reversed here and stays in the accounting system."""


def record_payment(
    tx: Tx, invoice: Mapping[str, Any], external: str, amount: int, date: dt.date, note: str = ""
) -> int:
    """Enter a payment made in Xero on the locked invoice; returns its id. The refund of an allocated credit note is
    entered on its invoice, whose balance it changes."""
    of_note = {"credit_note_id": invoice["id"]} if invoice["parent_id"] is not None and amount < 0 else {}
    row = lock_invoice(tx, invoice["parent_id"], editable=False) if of_note else invoice
    values = {
        "invoice_id": row["id"],
        "type": "bankTransfer",
        "amount": amount,
        "date_paid": date,
        "source": "accounting",
        "external_id": external,
        "note": note,
        **of_note,
    }
    payment_id = tx.insert(payment, values)
    change_invoice(tx, row)
    return payment_id


def reverse_payment(tx: Tx, key: str) -> None:
    """Reverse the payment of this key (`payment-12`) that was deleted in Xero: enter a reversal, so that both stay
    visible, or mark its instalment as unpaid. Idempotent."""
    payment_id = int(key.removeprefix("payment-"))
    row = tx.one(sa.select(payment).where(payment.c.id == payment_id))
    if row is None or tx.scalar(sa.select(payment.c.id).where(payment.c.reverses_id == payment_id)) is not None:
        return
    before = lock_invoice(tx, row["invoice_id"], editable=False)
    if row["source"] == "instalment":
        mark_unpaid(tx, instalment.c.id == row["instalment_id"])
        change_invoice(tx, before, paid_meta="")
        return
    insert_reversal(tx, row, row["date_paid"], "deleted in the accounting system", source="accounting")
    change_invoice(tx, before)


def restore_payment(tx: Tx, external: str) -> None:
    """Enter a payment again that was reversed here and that Xero does not delete because a bank statement has it: the
    money was received. To return it, the office enters a refund. Idempotent."""
    entry = sync_payment.c
    there = tx.one(sa.select(sync_payment).where(entry.external_id == external))
    if there is None or there["made_there"]:
        return
    invoice = lock_invoice(tx, there["invoice_id"], editable=False)
    amount = -there["amount"] if invoice["is_credit_note"] else there["amount"]
    payment_id = record_payment(tx, invoice, external, amount, there["date"], RECONCILED)
    values = {"key": f"payment-{payment_id}", "made_there": True}
    tx.execute(sa.update(sync_payment).where(entry.external_id == external).values(**values))
    tx.execute(sa.select(sa.func.sync_touch(there["invoice_id"])))
