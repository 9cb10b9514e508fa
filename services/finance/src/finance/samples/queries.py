"""Samples on offer, in the shape that POST takes."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.accounts.model import account, sub_account
from finance.accounts.queries import BOOKING_COLUMNS, booking_answer
from finance.samples.attributes import SAMPLE
from finance.samples.model import invoice_sample

_columns = invoice_sample.c


def _of_kind(kind: str, organisation_id: int | None) -> sa.ColumnElement[bool]:
    condition = sa.and_(_columns.kind == kind, ~_columns.archived)
    if organisation_id is None:
        return condition
    return condition & sa.or_(_columns.organisation_id.is_(None), _columns.organisation_id == organisation_id)


def items(  # allow queries-take-the-actor: samples are the same for everybody who may ask
    connection: sa.Connection, organisation_id: int | None
) -> list[dict[str, Any]]:
    """Samples of lines: this organisation's and common ones; all without one (`GET /invoice/item/samples`)."""
    source = invoice_sample.outerjoin(account, account.c.id == _columns.account_id).outerjoin(
        sub_account, sub_account.c.id == _columns.sub_account_id
    )
    statement = sa.select(invoice_sample, sub_account.c.vat_rate, *BOOKING_COLUMNS).select_from(source)
    rows = connection.execute(statement.where(_of_kind("item", organisation_id)).order_by(_columns.title, _columns.id))
    return [_item(dict(row)) for row in rows.mappings()]


def _item(row: dict[str, Any]) -> dict[str, Any]:
    answer = {"id": row["id"], **SAMPLE.shown(row)}
    if row["meta_type"] == "title":
        return answer
    return answer | {
        "accountId": row["account_id"],
        "subAccountId": row["sub_account_id"],
        **booking_answer(row),
        "amount": row["amount"],
        "discountType": "none",
        "discount": 0,
    }


def texts(  # allow queries-take-the-actor: samples are the same for everybody who may ask
    connection: sa.Connection, kind: str, organisation_id: int | None
) -> list[dict[str, Any]]:
    """Samples of header or footer items (`GET /invoice/footerHeader/{kind}/samples`)."""
    statement = sa.select(_columns.id, _columns.title, _columns.description).where(_of_kind(kind, organisation_id))
    rows = connection.execute(statement.order_by(_columns.title, _columns.id))
    return [{"id": row.id, "title": row.title, "tag": "sample", "description": row.description} for row in rows]
