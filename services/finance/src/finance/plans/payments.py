"""Payments: entered, settled, taken back. The status follows them by itself (migration 0004)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.days import PastDate, today
from finance.invoices import actions
from finance.invoices import rules as invoices
from finance.invoices.commands import as_server, changed, locked
from finance.invoices.model import instalment, payment
from finance.plans import rules
from kit.database import Tx
from kit.errors import Conflict, Invalid, NotFound
from kit.policy import Row
from kit.values import FieldType, Money, Select, Text
from kit.values.bodies import read

PAYMENT: Mapping[str, FieldType] = {
    "amount": Money(required=True, minimum=1),
    "type": Select(choices=invoices.PAYMENT_OPTIONS, required=True),
    "datePaid": PastDate(required=True),
    "note": Text(),
}
_columns = payment.c


def settle(tx: Tx, row: Row, amount: int | None, kind: str, day: dt.date, *, said: str = "") -> int | None:
    """Enter a manual payment of `amount` (None: all that is outstanding) on the locked invoice; its id, or None where
    nothing is owed. The refund of a credit note is negative. Raises Invalid for more than is outstanding."""
    owed = row["outstanding"]
    if amount is not None and amount > abs(owed):
        text = rules.too_much(owed, row["currency"])
        raise Invalid(text, fields={"paidAmount": text}, title="Form errors")
    paid = abs(owed) if amount is None else amount
    if not paid:
        return None
    values = {"type": kind, "amount": paid if owed > 0 else -paid, "date_paid": day, "note": said}
    return tx.insert(payment, {"invoice_id": row["id"], **values})


def add(tx: Tx, record: int, body: Mapping[str, Any]) -> dict[str, Any]:
    """`POST /invoice/{id}/payment`: money that came outside of the accounting system. Answers `{id, status}`."""
    given = read(PAYMENT, body)
    row = locked(tx, record, editable=False)
    actions.check("pay", tx.actor, row)
    made = settle(tx, row, given["amount"], given["type"], given["datePaid"], said=given["note"])
    now = changed(tx, row, paid_meta=given["type"])
    return {"id": made, "status": now["status"]}


def reverse(tx: Tx, payment_id: int) -> dict[str, Any]:
    """`DELETE /invoice/payment/{id}`: takes a manual payment back by one that reverses it; the books keep both. Said
    again it changes nothing. Raises Conflict for payments of instalments and of the accounting system."""
    owner = tx.scalar(sa.select(_columns.invoice_id).where(_columns.id == payment_id))
    if owner is None:
        raise NotFound()
    row = locked(tx, owner, editable=False)
    found = tx.one(sa.select(payment).where(_columns.id == payment_id))
    assert found is not None  # no call deletes a manual payment
    if found["source"] != "manual":
        raise Conflict(rules.TAKE_BACK_THERE if found["source"] == "accounting" else rules.UNMARK_INSTEAD)
    if found["reverses_id"] is not None:
        raise Conflict(rules.TAKEN_BACK)
    done = tx.scalar(sa.select(_columns.id).where(_columns.reverses_id == payment_id))
    if done is not None:
        return {"id": done, "status": row["status"]}
    made = _reversing(tx, [found], "Taken back")[0]
    return {"id": made, "status": changed(tx, row)["status"]}


def _reversing(tx: Tx, rows: list[dict[str, Any]], said: str) -> list[int]:
    return [
        tx.insert(
            payment,
            {
                "invoice_id": row["invoice_id"],
                "type": row["type"],
                "amount": -row["amount"],
                "date_paid": today(),
                "reverses_id": row["id"],
                "note": said,
            },
        )
        for row in rows
    ]


def take_back(tx: Tx, row: Row, said: str) -> None:
    """Everything paid on the locked invoice, so that nothing is: manual payments by one that reverses each, instalments
    by marking them unpaid; a write-off goes with them (migration 0004). Raises Conflict where the accounting system has
    the money."""
    record = row["id"]
    if not row["paid"]:
        return
    rows = tx.all(sa.select(payment).where(_columns.invoice_id == record).order_by(_columns.id))
    ours = {entry["id"] for entry in rows if entry["source"] != "accounting"}
    there = [entry for entry in rows if entry["source"] == "accounting" and entry["reverses_id"] not in ours]
    if sum(entry["amount"] for entry in there):
        raise Conflict(rules.TAKE_BACK_THERE)
    reversed_already = {entry["reverses_id"] for entry in rows}
    manual = [entry for entry in rows if entry["source"] == "manual" and entry["reverses_id"] is None]
    unmark(tx, instalment.c.invoice_id == record)
    _reversing(tx, [entry for entry in manual if entry["id"] not in reversed_already], said)


def unmark(tx: Tx, which: sa.ColumnElement[bool]) -> None:
    """These instalments are not paid any more, and their payments go."""
    theirs = sa.select(instalment.c.id).where(which)
    unmarked = {"is_paid": False, "paid_date": None, "payment_type": None, "version": instalment.c.version + 1}
    with as_server(tx):
        tx.execute(sa.delete(payment).where(_columns.instalment_id.in_(theirs)))
        tx.execute(sa.update(instalment).where(which, instalment.c.is_paid).values(unmarked))
