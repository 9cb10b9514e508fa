"""Payments as the payer sees them, and `payment` and `meta` of an invoice (`money.md 3`)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.invoices.model import invoice, payment
from kit.database.nested import json_array, json_object

_columns, _invoice = payment.c, invoice.c


def is_reversal() -> sa.ColumnElement[bool]:
    """Condition: the payment is reversed, or reverses another. The two cancel out, so clients see neither."""
    later = payment.alias("later")
    return sa.or_(_columns.reverses_id.is_not(None), sa.exists().where(later.c.reverses_id == _columns.id))


def _latest(value: sa.ColumnElement[Any]) -> sa.ScalarSelect[Any]:
    own_kind = _columns.kind == sa.case((_invoice.is_credit_note, "refund"), else_="payment")
    standing = sa.select(value).where(_columns.invoice_id == _invoice.id, own_kind, ~is_reversal())
    newest = standing.order_by(_columns.date_paid.desc(), _columns.id.desc()).limit(1)
    return newest.correlate(invoice).scalar_subquery()


def payments_made() -> sa.ColumnElement[Any]:
    """Return `payments` of an invoice by day, a column of a statement on `invoice`; `is_reversal` marks the `reversed`
    ones. For a credit note, include the refunds of its credit that were entered on its invoice."""
    reversible = sa.and_(_columns.source == "manual", ~is_reversal())
    kind = sa.case((_columns.reverses_id.is_not(None), "reversal"), else_=_columns.kind)
    entry = json_object(
        id=_columns.id,
        type=_columns.type,
        amount=_columns.amount,
        currency=_invoice.currency,
        datePaid=json_object(date=_columns.date_paid),
        source=_columns.source,
        note=_columns.note,
        reversed=is_reversal(),
        kind=kind,
        reversible=reversible,
    )
    mine = sa.or_(_columns.invoice_id == _invoice.id, _columns.credit_note_id == _invoice.id)
    rows = sa.select(json_array(entry, _columns.date_paid, _columns.id)).where(mine)
    return rows.correlate(invoice).scalar_subquery()


def latest_payment() -> sa.ColumnElement[Any]:
    """Return `payment` of an invoice, a column of a statement on `invoice`: `{type, amount, currency, datePaid{date}}`
    of the latest payment that is not reversed, or null."""
    day = json_object(date=_columns.date_paid)
    answer = json_object(type=_columns.type, amount=_columns.amount, currency=_invoice.currency, datePaid=day)
    # Most open invoices have no payment: skip the lookup for them.
    return sa.case((_invoice.paid != 0, _latest(answer)))


def payment_meta() -> sa.ColumnElement[Any]:
    """Return `meta` of an invoice under the names of the call that marks it paid (`money.md 7`): `{paidMeta,
    paidAmount, paidDate}`."""
    day = sa.case((_invoice.paid != 0, _latest(json_object(date=_columns.date_paid))))
    return json_object(paidMeta=_invoice.paid_meta, paidAmount=_invoice.paid, paidDate=day)
