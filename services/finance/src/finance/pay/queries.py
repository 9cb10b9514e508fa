"""Data of the payment page, looked up by the uuid of its link, and the passcode tries that staff see."""

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
from finance.invoices.received import is_reversal
from finance.objects import json_object, utc
from finance.pay.accounts import account_of
from finance.pay.model import bank_account, pay_try
from finance.pay.rules import TRIES_WITHIN

_MAX_SHOWN_TRIES = 20
_columns = invoice.c
_PAGE_COLUMNS = (
    _columns.id, _columns.uuid, _columns.passcode, _columns.organisation_id, _columns.title, _columns.number,
    _columns.status, _columns.is_credit_note, _columns.date, _columns.due_date, _columns.currency, _columns.name,
    _columns.line1, _columns.line2, _columns.line3, _columns.postcode, _columns.nif, _columns.email_sent,
    _columns.link_expires, _columns.created, _columns.amount, _columns.discount, _columns.vat, _columns.paid,
    _columns.credited, _columns.written_off, _columns.total, _columns.outstanding,
)  # fmt: skip
"""Columns of the payment page: internal ones are never read."""


def by_uuid(  # allow queries-take-the-actor: the link is the right; payers have no account
    connection: sa.Connection, uuid: UUID
) -> dict[str, Any] | None:
    """The invoice with this link, or None."""
    row = connection.execute(sa.select(*_PAGE_COLUMNS).where(_columns.uuid == uuid)).mappings().first()
    return dict(row) if row is not None else None


@dataclass(frozen=True)
class PageData:
    """Rows that the page of an invoice shows, and the title of its organisation."""

    organisation: str
    items: list[dict[str, Any]]
    texts: list[dict[str, Any]]
    plan: list[dict[str, Any]]
    payments: list[dict[str, Any]]
    bank: dict[str, Any] | None


def page_data(  # allow queries-take-the-actor: the row was found by its link
    connection: sa.Connection, row: dict[str, Any]
) -> PageData:
    """Page data of the invoice `row`."""

    def rows_of(
        table: sa.Table, *order: str, where: sa.ColumnElement[bool] | None = None, **extra: sa.ColumnElement[Any]
    ) -> list[dict[str, Any]]:
        statement = sa.select(table, *(value.label(name) for name, value in extra.items()))
        statement = statement.where(table.c.invoice_id == row["id"], *([] if where is None else [where]))
        return [
            dict(entry) for entry in connection.execute(statement.order_by(*(table.c[o] for o in order))).mappings()
        ]

    bank = connection.execute(sa.select(bank_account).where(bank_account.c.id == account_of(row))).mappings().first()
    title = sa.select(organisation.c.title).where(organisation.c.id == row["organisation_id"])
    return PageData(
        organisation=connection.scalar(title) or "",
        items=rows_of(invoice_item, "display_order", "id"),
        texts=rows_of(invoice_footer_header, "display_order", "id"),
        plan=rows_of(instalment, "due_date", "id", left=amount_left()),
        payments=rows_of(payment, "date_paid", "id", where=~is_reversal()),
        bank=dict(bank) if bank is not None else None,
    )


def wrong_tries(  # allow queries-take-the-actor: the limit counts the tries of all callers
    connection: sa.Connection, uuid: UUID, address: str, now: dt.datetime
) -> tuple[int, int]:
    """Number of wrong passcodes within TRIES_WITHIN: on this link, and from this address."""
    recent = sa.and_(pay_try.c.outcome == "wrong", pay_try.c.at > now - TRIES_WITHIN)

    def count(condition: sa.ColumnElement[bool]) -> sa.ScalarSelect[int]:
        return sa.select(sa.func.count()).where(recent, condition).scalar_subquery()

    by_link, by_address = connection.execute(
        sa.select(count(pay_try.c.uuid == uuid), count(pay_try.c.address == address))
    ).one()
    return by_link, by_address


def tries_of(record: int) -> sa.ScalarSelect[Any]:
    """The latest tries on an invoice as a JSON array, newest first: a scalar subquery for a statement on invoices."""
    latest = (
        sa.select(pay_try.c.id, pay_try.c.at, pay_try.c.address, pay_try.c.outcome)
        .where(pay_try.c.invoice_id == record)
        .order_by(pay_try.c.id.desc())
        .limit(_MAX_SHOWN_TRIES)
        .subquery()
    )
    entry = json_object(date=utc(latest.c.at), address=latest.c.address, outcome=latest.c.outcome)
    rows = sa.func.jsonb_agg(aggregate_order_by(entry, latest.c.id.desc()))
    return sa.select(sa.func.coalesce(rows, sa.cast([], JSONB))).select_from(latest).scalar_subquery()
