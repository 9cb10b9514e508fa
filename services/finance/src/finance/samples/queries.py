"""Samples on offer, in the shape that POST takes."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.accounts.model import account, sub_account
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
    subs = sub_account.c
    rows = connection.execute(
        sa.select(
            invoice_sample, account.c.code.label("account_code"), account.c.name.label("account_name"),
            subs.code.label("sub_code"), subs.name.label("sub_name"), subs.vat_rate,
        )
        .select_from(
            invoice_sample.outerjoin(account, account.c.id == _columns.account_id).outerjoin(
                sub_account, subs.id == _columns.sub_account_id
            )
        )
        .where(_of_kind("item", organisation_id))
        .order_by(_columns.title, _columns.id)
    ).mappings()  # fmt: skip
    return [_item(dict(row)) for row in rows]


def _item(row: dict[str, Any]) -> dict[str, Any]:
    account_id, sub_account_id = row["account_id"], row["sub_account_id"]
    answer = {
        "id": row["id"],
        "title": row["title"],
        "metaType": row["meta_type"],
        "type": row["type"],
        "description": row["description"],
    }
    if row["meta_type"] == "title":
        return answer
    return answer | {
        "accountId": account_id,
        "account": {"id": account_id, "code": row["account_code"], "name": row["account_name"]} if account_id else None,
        "subAccountId": sub_account_id,
        "subAccount": {
            "id": sub_account_id,
            "code": row["sub_code"],
            "name": row["sub_name"],
            "VATRate": row["vat_rate"],
        }
        if sub_account_id
        else None,
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
