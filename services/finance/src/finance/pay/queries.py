"""The invoice of a payment link, and the passcode attempts that staff see."""

from __future__ import annotations

import datetime as dt
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.invoices.policy import PAYERS
from finance.pay.model import pay_try
from finance.pay.rules import TRIES_WITHIN
from kit.database import first_row, row_or_404
from kit.database.nested import json_array, json_object, utc
from kit.policy import Actor

_MAX_SHOWN_TRIES = 20
_ACCESS_COLUMNS = [
    invoice.c[name] for name in ("id", "uuid", "passcode", "status", "email_sent", "link_expires", "created")
]
"""Columns that decide who may open the payment page of an invoice."""


def by_uuid(  # allow queries-take-the-actor: the link is the right; payers have no account
    connection: sa.Connection, uuid: UUID
) -> dict[str, Any] | None:
    """Return these columns of the invoice with this link, or None."""
    return first_row(connection, sa.select(*_ACCESS_COLUMNS).where(invoice.c.uuid == uuid))


def own_link(connection: sa.Connection, actor: Actor, record: int) -> dict[str, Any]:
    """Return the same columns of an invoice that the actor pays. Raises NotFound."""
    return row_or_404(connection, sa.select(*_ACCESS_COLUMNS).where(invoice.c.id == record, PAYERS.where(actor)))


def wrong_tries(  # allow queries-take-the-actor: the limit counts the attempts of all callers
    connection: sa.Connection, uuid: UUID, address: str, now: dt.datetime
) -> tuple[int, int]:
    """Return the number of wrong passcodes within TRIES_WITHIN: on this link, and from this address."""
    recent = sa.and_(pay_try.c.outcome == "wrong", pay_try.c.at > now - TRIES_WITHIN)

    def count(condition: sa.ColumnElement[bool]) -> sa.ScalarSelect[int]:
        return sa.select(sa.func.count()).where(recent, condition).scalar_subquery()

    by_link, by_address = connection.execute(
        sa.select(count(pay_try.c.uuid == uuid), count(pay_try.c.address == address))
    ).one()
    return by_link, by_address


def tries_of(record: int) -> sa.ScalarSelect[Any]:
    """Return the latest attempts on an invoice as a JSON array, newest first: a scalar subquery for a statement on
    invoices."""
    latest = (
        sa.select(pay_try.c.id, pay_try.c.at, pay_try.c.address, pay_try.c.outcome)
        .where(pay_try.c.invoice_id == record)
        .order_by(pay_try.c.id.desc())
        .limit(_MAX_SHOWN_TRIES)
        .subquery()
    )
    entry = json_object(date=utc(latest.c.at), address=latest.c.address, outcome=latest.c.outcome)
    return sa.select(json_array(entry, latest.c.id.desc())).select_from(latest).scalar_subquery()
