"""Samples on offer, in the form that POST takes."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.accounts.model import account, sub_account
from finance.accounts.queries import BOOKING_COLUMNS, booking_answer
from finance.samples.attributes import SAMPLE
from finance.samples.model import invoice_sample
from kit.database.reading import all_rows
from kit.policy import Actor

_columns = invoice_sample.c


def _offered(statement: sa.Select[Any], kind: str, organisation_id: int | None) -> sa.Select[Any]:
    offered = statement.where(_columns.kind == kind, ~_columns.archived).order_by(_columns.title, _columns.id)
    if organisation_id is None:
        return offered
    return offered.where(sa.or_(_columns.organisation_id.is_(None), _columns.organisation_id == organisation_id))


def items(connection: sa.Connection, actor: Actor, organisation_id: int | None) -> list[dict[str, Any]]:
    """Return samples of lines: this organisation's and common ones; all without an organisation (`GET
    /invoice/item/samples`)."""
    del actor  # samples are the same for everybody who may read them
    source = invoice_sample.outerjoin(account).outerjoin(sub_account, sub_account.c.id == _columns.sub_account_id)
    statement = sa.select(invoice_sample, sub_account.c.vat_rate, *BOOKING_COLUMNS).select_from(source)
    return [_item(row) for row in all_rows(connection, _offered(statement, "item", organisation_id))]


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


def texts(connection: sa.Connection, actor: Actor, kind: str, organisation_id: int | None) -> list[dict[str, Any]]:
    """Return samples of header or footer items (`GET /invoice/footerHeader/{kind}/samples`)."""
    del actor  # samples are the same for everybody who may read them
    statement = sa.select(_columns.id, *SAMPLE.select("title", "description"), sa.literal("sample").label("tag"))
    return all_rows(connection, _offered(statement, kind, organisation_id))
