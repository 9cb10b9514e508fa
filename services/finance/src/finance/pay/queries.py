"""Data of the payment page, always found by the uuid of its link, and the tries that staff see."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB, aggregate_order_by

from finance.copies.model import organisation
from finance.invoices.model import instalment, invoice, invoice_footer_header, invoice_item, payment
from finance.invoices.overdue import amount_left
from finance.invoices.received import taken_back
from finance.pay.accounts import account_of
from finance.pay.model import bank_account, pay_try
from finance.pay.rules import TRIES_WITHIN

_SHOWN_TRIES = 20
_columns = invoice.c
_NEEDED = (
    _columns.id, _columns.uuid, _columns.passcode, _columns.organisation_id, _columns.title, _columns.number,
    _columns.status, _columns.is_credit_note, _columns.date, _columns.due_date, _columns.currency, _columns.name,
    _columns.line1, _columns.line2, _columns.line3, _columns.postcode, _columns.nif, _columns.email_sent,
    _columns.link_expires, _columns.created, _columns.amount, _columns.discount, _columns.vat, _columns.paid,
    _columns.credited, _columns.written_off, _columns.total, _columns.outstanding,
)  # fmt: skip
"""The columns the page works with: nothing internal is ever read."""


def by_uuid(  # allow queries-take-the-actor: whoever has the link asks, without an account
    connection: sa.Connection, uuid: UUID
) -> dict[str, Any] | None:
    """The invoice with this link."""
    found = connection.execute(sa.select(*_NEEDED).where(_columns.uuid == uuid)).mappings().first()
    return dict(found) if found is not None else None


@dataclass(frozen=True)
class Parts:
    """The parts of an invoice, as rows."""

    organisation: str
    items: list[dict[str, Any]]
    texts: list[dict[str, Any]]
    plan: list[dict[str, Any]]
    payments: list[dict[str, Any]]
    bank: dict[str, Any] | None


def parts(  # allow queries-take-the-actor: the row was found by its link
    connection: sa.Connection, row: dict[str, Any]
) -> Parts:
    """The parts of the invoice `row`."""

    def all_of(
        table: sa.Table, *order: str, where: sa.ColumnElement[bool] | None = None, **more: sa.ColumnElement[Any]
    ) -> list[dict[str, Any]]:
        mine = sa.select(table, *(value.label(name) for name, value in more.items()))
        mine = mine.where(table.c.invoice_id == row["id"], *([] if where is None else [where]))
        return [dict(found) for found in connection.execute(mine.order_by(*(table.c[o] for o in order))).mappings()]

    bank = connection.execute(sa.select(bank_account).where(bank_account.c.id == account_of(row))).mappings().first()
    title = sa.select(organisation.c.title).where(organisation.c.id == row["organisation_id"])
    return Parts(
        organisation=connection.scalar(title) or "",
        items=all_of(invoice_item, "display_order", "id"),
        texts=all_of(invoice_footer_header, "display_order", "id"),
        plan=all_of(instalment, "due_date", "id", left=amount_left()),
        payments=all_of(payment, "date_paid", "id", where=~taken_back()),
        bank=dict(bank) if bank is not None else None,
    )


def wrong_tries(  # allow queries-take-the-actor: counts for the limit, whoever asks
    connection: sa.Connection, uuid: UUID, address: str, now: dt.datetime
) -> tuple[int, int]:
    """Wrong passcodes of late: on this link, from this address."""
    recent = sa.and_(pay_try.c.outcome == "wrong", pay_try.c.at > now - TRIES_WITHIN)

    def count(condition: sa.ColumnElement[bool]) -> sa.ScalarSelect[int]:
        return sa.select(sa.func.count()).where(recent, condition).scalar_subquery()

    link, place = connection.execute(
        sa.select(count(pay_try.c.uuid == uuid), count(pay_try.c.address == address))
    ).one()
    return link, place


def tries_of(record: int) -> sa.ScalarSelect[Any]:
    """The latest tries on an invoice as one JSON value, newest first, for a statement that reads the invoice anyhow."""
    latest = (
        sa.select(pay_try.c.id, pay_try.c.at, pay_try.c.address, pay_try.c.outcome)
        .where(pay_try.c.invoice_id == record)
        .order_by(pay_try.c.id.desc())
        .limit(_SHOWN_TRIES)
        .subquery()
    )
    utc = sa.func.to_char(sa.func.timezone("UTC", latest.c.at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    one = sa.func.jsonb_build_object("date", utc, "address", latest.c.address, "outcome", latest.c.outcome)
    rows = sa.func.jsonb_agg(aggregate_order_by(one, latest.c.id.desc()))
    return sa.select(sa.func.coalesce(rows, sa.cast([], JSONB))).select_from(latest).scalar_subquery()
