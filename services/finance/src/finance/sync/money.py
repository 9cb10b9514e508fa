"""Payments made or deleted in the accounting system. Triggers derive the status from them (migration 0004)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.invoices.commands import change_invoice, lock_invoice
from finance.invoices.model import instalment, payment
from finance.plans.payments import insert_reversal, mark_unpaid
from kit.database import Tx


def record_payment(tx: Tx, invoice: Mapping[str, Any], external: str, amount: int, date: dt.date) -> int:
    """Enter a payment that was made in Xero on the locked invoice; its id."""
    values = {
        "invoice_id": invoice["id"], "type": "bankTransfer", "amount": amount, "date_paid": date,
        "source": "accounting", "external_id": external,
    }  # fmt: skip
    payment_id = tx.insert(payment, values)
    change_invoice(tx, invoice)
    return payment_id


def reverse_payment(tx: Tx, key: str) -> None:
    """Reverse the payment of this key (`payment-12`) that was deleted in Xero: enter a reversal, so that both stay
    visible, or mark its instalment as not paid. Idempotent."""
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
