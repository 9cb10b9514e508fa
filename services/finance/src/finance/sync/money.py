"""Payments that come from the accounting system. The status follows them by itself (migration 0004)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.invoices.commands import changed, locked
from finance.invoices.model import instalment, payment
from finance.plans.payments import unmark
from kit.database import Tx


def came_in(tx: Tx, invoice: Mapping[str, Any], external: str, amount: int, date: dt.date) -> int:
    """A payment that was made over there, towards the locked invoice; the id of its row here."""
    values = {
        "invoice_id": invoice["id"], "type": "bankTransfer", "amount": amount, "date_paid": date,
        "source": "accounting", "external_id": external,
    }  # fmt: skip
    number = tx.insert(payment, values)
    changed(tx, invoice)
    return number


def taken_back(tx: Tx, number: int, note: str) -> None:
    """A payment that is gone over there is taken back by another one here, so that it is seen what was; that of an
    instalment by marking this as not paid, as everywhere."""
    row = tx.one(sa.select(payment).where(payment.c.id == number))
    if row is None or tx.scalar(sa.select(payment.c.id).where(payment.c.reverses_id == number)) is not None:
        return
    before = locked(tx, row["invoice_id"], editable=False)
    if row["source"] == "instalment":
        unmark(tx, instalment.c.id == row["instalment_id"])
        changed(tx, before, paid_meta="")
        return
    values = {
        "invoice_id": row["invoice_id"], "type": row["type"], "amount": -row["amount"], "date_paid": row["date_paid"],
        "source": "accounting", "reverses_id": number, "note": note,
    }  # fmt: skip
    tx.insert(payment, values)
    changed(tx, before)
