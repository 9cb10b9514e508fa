"""The lines to add for an exam, in the form in which POST /invoice/{id}/item takes them."""

from __future__ import annotations

import html
from typing import Any

import sqlalchemy as sa

from finance.accounts.model import account, sub_account
from finance.accounts.rules import vat_on
from finance.copies.model import exam
from finance.exams import rules
from finance.exams.model import exam_fee
from kit.errors import NotFound
from kit.policy import Actor, Row


def extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """The name of a fee's exam, its board and its number of papers."""
    c = exam.c
    found = connection.execute(sa.select(c.title, c.board, c.code, c.papers).where(c.id == row["exam_id"]))
    return dict(found.mappings().one())


def lines(  # allow queries-take-the-actor: fees are the same for everybody who may ask
    connection: sa.Connection, exam_id: int
) -> list[dict[str, Any]]:
    """The lines of this exam with the VAT that its sub accounts have now. Raises NotFound where no fees are known."""
    known = sa.select(exam_fee, exam.c.title, exam.c.board, exam.c.papers).join(exam).where(exam.c.id == exam_id)
    fee = connection.execute(known).mappings().first()
    if fee is None:
        raise NotFound("There are no fees for this exam")
    parts = rules.parts(dict(fee))
    wanted = {part.sub_account_id for part in parts}
    found = connection.execute(sa.select(sub_account).where(sub_account.c.id.in_(wanted))).mappings()
    subs = {row["id"]: dict(row) for row in found}
    nominal = connection.execute(sa.select(account).where(account.c.id == rules.EXAM_ACCOUNT)).mappings().first()
    shown = {"id": rules.EXAM_ACCOUNT, "code": nominal["code"], "name": nominal["name"]} if nominal else None
    name = html.escape(f"{fee['board']} {fee['title']}", quote=False)
    return [_line(part, subs[part.sub_account_id], name, exam_id) | {"account": shown} for part in parts]


def _line(part: rules.Part, sub: dict[str, Any], name: str, exam_id: int) -> dict[str, Any]:
    vat = vat_on(part.amount, sub["vat_rate"])
    return {
        "metaType": "standalone",
        "type": "exams",
        "accountId": rules.EXAM_ACCOUNT,
        "subAccountId": sub["id"],
        "subAccount": {"id": sub["id"], "code": sub["code"], "name": sub["name"], "VATRate": sub["vat_rate"]},
        "description": f"<p>{name}: {part.words}</p>",
        "amount": part.amount,
        "discountType": "none",
        "discount": 0,
        "VAT": vat,
        "total": part.amount + vat,
        "currency": "GBP",
        "examId": exam_id,
    }
