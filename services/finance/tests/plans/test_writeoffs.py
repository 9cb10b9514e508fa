"""The write-off, and guards of the database around plans and payments (`money.md 4`)."""

from __future__ import annotations

import datetime as dt

import pytest
import sqlalchemy as sa

from finance.invoices.model import instalment, invoice_item
from kit.database import Database
from kit.errors import Conflict
from kit.values.days import today
from services.finance.tests.builders import make_instalment, make_payment, make_text, row_of
from services.finance.tests.plans.calls import ACCOUNTS, OFFICE, detail, owing, pay
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

MAY, JUNE, JULY = dt.date(2026, 5, 1), dt.date(2026, 6, 1), dt.date(2026, 7, 1)


@pytest.mark.parametrize(
    ("paid", "allowed"), [(9_001, True), (9_000, False), (9_999, True), (8_999, False), (10_000, False), (0, False)]
)
def test_write_off(client: ClientFor, database: Database, paid: int, allowed: bool) -> None:
    invoice_id = owing(database)
    settled, open_part = (
        make_instalment(database, invoice_id, paid or 1, MAY),
        make_instalment(database, invoice_id, 500, JUNE),
    )
    if paid:
        pay(client, settled)
    assert ("writeOff" in detail(client, invoice_id, ACCOUNTS)["actions"]) is allowed
    assert client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/writeoff").status_code == 403
    answer = client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/writeoff")
    if not allowed:
        assert answer.status_code == 409, answer.text
        return
    assert answer.json()["data"]["status"] == "paid", answer.text
    row = row_of(database, invoice_id)
    assert (row["written_off"], row["outstanding"], row["total"], row["paid"]) == (10_000 - paid, 0, paid, paid)
    with database.read() as connection:
        line = connection.execute(sa.select(invoice_item).where(invoice_item.c.write_off)).mappings().one()
        parts = (
            connection.execute(sa.select(instalment.c.id).where(instalment.c.invoice_id == invoice_id)).scalars().all()
        )
    assert (line["description"], line["meta_type"], line["type"]) == ("Small balance write-off", "credit", "other")
    assert (line["amount"], list(parts)) == (paid - 10_000, [settled])
    assert open_part not in parts
    assert client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/writeoff").status_code == 409  # sent again
    client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/mark/proposed", json={})
    row = row_of(database, invoice_id)
    assert (row["written_off"], row["total"], row["outstanding"]) == (0, 10_000, 10_000)


@pytest.mark.parametrize("status", ["paid", "partPaid", "cancelled"])
@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO invoice_item (invoice_id, meta_type, type, description) VALUES (%(id)s, 'title', 'other', 'x')",
        "UPDATE invoice_item SET amount = 1 WHERE invoice_id = %(id)s",
        "DELETE FROM invoice_item WHERE invoice_id = %(id)s",
        "UPDATE invoice_footer_header SET description = 'y' WHERE invoice_id = %(id)s",
        "DELETE FROM invoice_footer_header WHERE invoice_id = %(id)s",
        "INSERT INTO instalment (invoice_id, amount, due_date) VALUES (%(id)s, 1, '2026-01-01')",
        "UPDATE instalment SET amount = 1 WHERE invoice_id = %(id)s",
        "UPDATE instalment SET due_date = '2026-01-01' WHERE invoice_id = %(id)s",
        "DELETE FROM instalment WHERE invoice_id = %(id)s",
    ],
)
def test_database_guards_what_a_command_omits(database: Database, status: str, statement: str) -> None:
    invoice_id = owing(database)
    make_text(database, invoice_id, "footer", "x")
    make_instalment(database, invoice_id, 500, MAY)
    if status != "cancelled":
        make_payment(database, invoice_id, 10_000 if status == "paid" else 1)
    with database.read() as connection:
        connection.exec_driver_sql("UPDATE invoice SET status = %s WHERE id = %s", (status, invoice_id))
    label = {"paid": "Paid", "partPaid": "Part paid", "cancelled": "Cancelled"}[status]
    with pytest.raises(Conflict, match=f"cannot be changed while its status is {label}"), database.read() as connection:
        connection.exec_driver_sql(statement, {"id": invoice_id})


def test_nobody_writes_off_an_invoice_they_created_or_changed(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database, status="draft")
    with database.read() as connection:
        line = connection.scalar(sa.select(invoice_item.c.id).where(invoice_item.c.invoice_id == invoice_id))
    put = {"field": "description", "newValue": "<p>Two terms</p>"}
    assert client(ACCOUNTS).put(f"/api/v1/invoice/item/{line}", json=put).status_code == 200
    client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/mark/sent", json={"date": "2026-11-20T09:30:00Z"})
    pay(client, make_instalment(database, invoice_id, 9_500, MAY))
    assert "writeOff" not in detail(client, invoice_id, ACCOUNTS)["actions"]
    answer = client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/writeoff")
    text = f"You changed the lines of this invoice on {today():%d/%m/%y}, so somebody else writes its balance off"
    assert (answer.status_code, answer.json()["error"]) == (409, text)
    answer = client(actor("accounting", "staff", user_id=1)).post(f"/api/v1/invoice/{invoice_id}/writeoff")
    assert answer.json()["error"] == "You made this invoice, so somebody else writes its balance off"
    assert client(actor("accounting", "staff")).post(f"/api/v1/invoice/{invoice_id}/writeoff").status_code in {200, 201}
