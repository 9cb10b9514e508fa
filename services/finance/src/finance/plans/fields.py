"""The instalments of an invoice, one field at a time (`money.md 3`, `4`, `5`, `7`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.invoices import bookings, happened
from finance.invoices import part_attributes as attributes
from finance.invoices import rules as invoices
from finance.invoices.commands import note_derived
from finance.invoices.model import instalment, invoice, payment
from finance.invoices.parts import part_of_invoice
from finance.invoices.policy import books_payments
from finance.periods.closing import refuse_closed
from finance.plans import rules
from finance.policy import for_staff
from kit.database import Tx
from kit.database.reading import row_or_404
from kit.database.tables import version_values
from kit.errors import Conflict, Invalid, conflict_if
from kit.policy import Row, staff
from kit.records import Acts, Change, Create, Delete, FieldSet
from kit.values.types import REQUIRED

_columns = instalment.c
_NOT_YET = 0
"""Placeholder id of an instalment that is being created."""
_OF_PAYMENT = {"paid_date": "date_paid", "payment_type": "type"}


def _cancelled(row: Row) -> str | None:
    """Allow the paid tick on a paid invoice too, but not on a cancelled one."""
    return invoices.refuse_read_only(row) if row["status"] == "cancelled" else None


def _invoice(tx: Tx, record: int) -> dict[str, Any]:
    return row_or_404(tx.connection, sa.select(invoice).where(invoice.c.id == record))


def _planned(tx: Tx, row: Row) -> None:
    """Refuse changes of amounts and days on a read-only invoice: they are the plan, which it keeps."""
    conflict_if(invoices.refuse_read_only(_invoice(tx, row["invoice_id"])))


def _of_the_plan(tx: Tx, change: Change) -> Mapping[str, Any]:
    _planned(tx, change.row)
    return {}


def _needs(values: Mapping[str, Any]) -> None:
    """Require paid date and payment type with Paid (`money.md 5`)."""
    names = {"paidDate": "paid_date", "paymentType": "payment_type"}
    missing = {name: REQUIRED for name, column in names.items() if values.get(column) is None}
    if missing:
        raise Invalid(REQUIRED, fields=missing, title="Form errors")


def _tick(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Require date and type when Paid is set; clear both when it is removed."""
    whole = _invoice(tx, change.row["invoice_id"])
    if change.new:
        if whole["status"] == "draft":
            raise Conflict(bookings.DRAFT_UNPAID)
        _needs(change.row)
        _check_tick(tx, whole, change.row)
        return {}
    return {"paidDate": None, "paymentType": None}


def _check_tick(tx: Tx, whole: Row, part: Row) -> None:
    """Raise Conflict if money received already covers the instalment, or the booking would exceed the amount owed."""
    others = sa.and_(_columns.invoice_id == whole["id"], _columns.id != part["id"])
    plan = [*tx.all(sa.select(instalment).where(others)), part]
    left = next(left for entry, left in rules.amounts_left(plan, whole["paid"]) if entry is part)
    conflict_if(rules.refuse_tick(part["amount"], left, whole["outstanding"], whole["currency"]))


def _kept(tx: Tx, change: Change) -> Mapping[str, Any]:
    if change.row["is_paid"] and change.new is None:
        raise Invalid(REQUIRED, field=change.field.name)
    return {}


def _ticked(tx: Tx, change: Change) -> None:
    """Enter or remove its payment with the tick."""
    row, before = change.row, _invoice(tx, change.row["invoice_id"])
    refuse_closed(tx, before["organisation_id"], row["paid_date"])
    if change.new:
        _enter(tx, row)
    else:
        tx.execute(sa.delete(payment).where(payment.c.instalment_id == row["id"]))
    _settled(tx, before)


def _correct(tx: Tx, change: Change) -> None:
    """Keep the payment of a paid instalment consistent with it."""
    row = change.row
    if row["is_paid"]:
        before = _invoice(tx, row["invoice_id"])
        days = (change.old, change.new) if change.field.column is _columns.paid_date else ()
        refuse_closed(tx, before["organisation_id"], row["paid_date"], *days)
        named = {_OF_PAYMENT[change.field.column.name]: change.new} | version_values(payment)
        tx.execute(sa.update(payment).where(payment.c.instalment_id == row["id"]).values(named))
        _settled(tx, before)


def _enter(tx: Tx, row: Row) -> None:
    values = {"type": row["payment_type"], "amount": row["amount"], "date_paid": row["paid_date"]}
    tx.insert(payment, {"invoice_id": row["invoice_id"], "instalment_id": row["id"], "source": "instalment", **values})


def _settled(tx: Tx, before: Row) -> None:
    """Apply the effects of an instalment's payment on the invoice that was `before` (`money.md 4`, Instalment plan).
    Status and due date follow it. If all are paid and the plan covers the invoice, it is paid by the plan."""
    record = before["id"]
    now = _invoice(tx, record)
    note_derived(tx, before, now)
    parts = tx.all(sa.select(_columns.amount, _columns.is_paid).where(_columns.invoice_id == record))
    whole = all(part["is_paid"] for part in parts) and sum(part["amount"] for part in parts) == now["total"]
    by_plan = now["status"] == "paid" and whole
    if by_plan or now["paid_meta"] == invoices.INSTALMENT_PLAN:
        how = invoices.INSTALMENT_PLAN if by_plan else ""
        tx.execute(sa.update(invoice).where(invoice.c.id == record).values(paid_meta=how))


def _complete(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    whole = _invoice(tx, values["invoice_id"])
    refusal = invoices.refuse_read_only(whole) or (bookings.NO_PLAN if whole["is_credit_note"] else None)
    if values.get("is_paid"):
        books_payments.require(tx.actor, whole)
        refusal = refusal or (bookings.DRAFT_UNPAID if whole["status"] == "draft" else None)
        _needs(values)
    conflict_if(refusal)
    if values.get("is_paid"):
        _check_tick(tx, whole, {**values, "id": _NOT_YET, "is_paid": False})
    return {}


def _after_creation(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    before = _invoice(tx, values["invoice_id"])
    tx.execute(sa.update(invoice).where(invoice.c.id == before["id"]).values(has_instalment_plan=True))
    if values.get("is_paid"):
        refuse_closed(tx, before["organisation_id"], values["paid_date"])
        _enter(tx, {"id": record, **values})
        _settled(tx, before)


def _not_paid(row: Row) -> str | None:
    return rules.PAID_INSTALMENT_STAYS if row["is_paid"] else None


def _leave(tx: Tx, row: Row) -> None:
    _planned(tx, row)
    others = sa.exists().where(_columns.invoice_id == row["invoice_id"], _columns.id != row["id"])
    still = {"has_instalment_plan": tx.scalar(sa.select(others))}
    tx.execute(sa.update(invoice).where(invoice.c.id == row["invoice_id"]).values(still))


INSTALMENT = FieldSet(
    name="invoiceInstallment",
    table=instalment,
    path="/invoiceInstallment/{id}",
    scope=for_staff,
    read=staff,
    may=staff,
    parent=part_of_invoice(_columns.invoice_id, happened.INSTALMENT, _cancelled),
    sections=attributes.INSTALMENT.sections(
        {"instalment": "Instalment"},
        {
            "amount": Acts(dependents=_of_the_plan, when=_not_paid),
            "dueDate": Acts(dependents=_of_the_plan),
            **dict.fromkeys(("paidDate", "paymentType"), Acts(may=books_payments, dependents=_kept, after=_correct)),
            "isPaid": Acts(may=books_payments, dependents=_tick, after=_ticked),
        },
    ),
    create=Create(
        path="/invoice/{id}/invoiceInstallment",
        fields=("amount", "dueDate", "isPaid", "paidDate", "paymentType"),
        complete=_complete,
        after=_after_creation,
    ),
    delete=Delete(when=_not_paid, after=_leave, undo=True),
)
