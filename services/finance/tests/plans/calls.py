"""Invoices that are owed, and calls on their instalments, for the tests of plans, payments and write-offs."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from finance.invoices.model import payment
from kit.database import Database
from services.finance.tests.builders import make_invoice, make_item
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff")
ACCOUNTS = actor("accounting", "staff")
MAY, JUNE, JULY = dt.date(2026, 5, 1), dt.date(2026, 6, 1), dt.date(2026, 7, 1)


def owing(database: Database, amount: int = 10_000, **values: Any) -> int:
    invoice_id = make_invoice(database, **({"status": "proposed"} | values))
    make_item(database, invoice_id, amount)
    return invoice_id


def put(client: ClientFor, part: int, who: Any = ACCOUNTS, **fields: Any) -> Any:
    answer: Any = None
    for field, value in fields.items():
        answer = client(who).put(f"/api/v1/invoiceInstallment/{part}", json={"field": field, "newValue": value})
        if answer.status_code != 200:
            return answer
    return answer


def pay(client: ClientFor, part: int, day: str = "2026-05-01", who: Any = ACCOUNTS) -> Any:
    return put(client, part, who, paidDate=day, paymentType="bankTransfer", isPaid=True)


def detail(client: ClientFor, invoice_id: int, who: Any = OFFICE) -> dict[str, Any]:
    data: dict[str, Any] = client(who).get(f"/api/v1/invoice/{invoice_id}").json()["data"]
    return data


def payments(database: Database, invoice_id: int) -> list[int]:
    with database.read() as connection:
        rows = connection.execute(
            sa.select(payment.c.amount).where(payment.c.invoice_id == invoice_id).order_by(payment.c.id)
        )
        return [row.amount for row in rows]
