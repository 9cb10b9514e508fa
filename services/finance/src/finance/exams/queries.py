"""Invoice lines of an exam, in the form that POST /invoice/{id}/item takes."""

from __future__ import annotations

import html
from typing import Any

import sqlalchemy as sa

from finance.accounts.model import account, sub_account
from finance.accounts.queries import BOOKING_COLUMNS, booking_answer
from finance.accounts.rules import vat_on
from finance.copies.model import exam
from finance.exams import rules
from finance.exams.model import exam_fee
from kit.database.reading import all_rows, row_or_404
from kit.policy import Actor, Row


def extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Title, board, code and number of papers of a fee's exam."""
    c = exam.c
    result = connection.execute(sa.select(c.title, c.board, c.code, c.papers).where(c.id == row["exam_id"]))
    return dict(result.mappings().one())


def lines(connection: sa.Connection, actor: Actor, exam_id: int) -> list[dict[str, Any]]:
    """Return the lines of this exam at the current VAT rates of their sub accounts. Raises NotFound for an exam without
    fees."""
    del actor  # fees are the same for everybody who may read them
    statement = sa.select(exam_fee, exam.c.title, exam.c.board, exam.c.papers).join(exam).where(exam.c.id == exam_id)
    row = row_or_404(connection, statement, "There are no fees for this exam")
    fees = rules.fees(row)
    sub_accounts = _sub_accounts(connection, {fee.sub_account_id for fee in fees})
    name = html.escape(f"{row['board']} {row['title']}", quote=False)
    return [_line(fee, sub_accounts[fee.sub_account_id], name, exam_id) for fee in fees]


def _sub_accounts(connection: sa.Connection, ids: set[int]) -> dict[int, dict[str, Any]]:
    """Return the sub accounts by id, each with the account of exams."""
    columns = (account.c.id.label("account_id"), sub_account.c.id.label("sub_account_id"), sub_account.c.vat_rate)
    source = sub_account.outerjoin(account, account.c.id == rules.EXAM_ACCOUNT)
    statement = sa.select(*columns, *BOOKING_COLUMNS).select_from(source).where(sub_account.c.id.in_(ids))
    return {entry["sub_account_id"]: entry for entry in all_rows(connection, statement)}


def _line(fee: rules.Fee, sub_account_row: dict[str, Any], name: str, exam_id: int) -> dict[str, Any]:
    vat = vat_on(fee.amount, sub_account_row["vat_rate"])
    return {
        "metaType": "standalone",
        "type": "exams",
        "accountId": rules.EXAM_ACCOUNT,
        "subAccountId": fee.sub_account_id,
        **booking_answer(sub_account_row),
        "description": f"<p>{name}: {fee.label}</p>",
        "amount": fee.amount,
        "discountType": "none",
        "discount": 0,
        "VAT": vat,
        "total": fee.amount + vat,
        "currency": "GBP",
        "examId": exam_id,
    }
