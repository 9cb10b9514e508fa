"""One definition of outstanding: every place shows the same amount for one family."""

from __future__ import annotations

import datetime as dt
from typing import Any

from finance.pay.rules import next_due
from finance.sending import queries as sending
from kit.database import Database
from kit.policy import as_service
from services.finance.tests.builders import make_copies, make_invoice, make_item, make_payment
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

ACCOUNTS = actor("accounting", "staff")
PAYER = actor("client", persons={"client": 1})
DUE = dt.date(2026, 1, 31)


def document(database: Database, status: str, amount: int, **values: Any) -> int:
    invoice_id = make_invoice(database, status=status, student_id=1, due_date=DUE, email="ada@example.org", **values)
    make_item(database, invoice_id, amount)
    return invoice_id


def family(database: Database) -> list[int]:
    """Invoices of each kind to client 1 for student 1; £600 less £50 of a separate credit note is outstanding."""
    make_copies(database)
    document(database, "draft", 70_000)
    document(database, "cancelled", 80_000)
    owed = [document(database, "proposed", 40_000), document(database, "proposed", 50_000)]
    make_payment(database, owed[1], 20_000)
    credited = document(database, "proposed", 30_000)
    document(database, "proposed", -30_000, title="Credit", is_credit_note=True, parent_id=credited)
    overpaid = document(database, "proposed", 20_000)
    make_payment(database, overpaid, 20_000)
    document(database, "proposed", -10_000, title="Credit", is_credit_note=True, parent_id=overpaid)
    document(database, "proposed", -5_000, title="Credit", is_credit_note=True)
    document(database, "draft", -9_000, title="Credit", is_credit_note=True)
    return owed


def test_every_place_shows_the_same_balance_of_a_family(client: ClientFor, database: Database) -> None:
    owed = family(database)
    office, payer = client(ACCOUNTS), client(PAYER)

    def total(path: str, **query: str) -> int:
        rows = office.get(f"/api/v1{path}", params=query).json()["data"]
        return sum(row["outstanding"] for row in rows)

    everything = 40_000 + 30_000 - 10_000 - 5_000
    same = {
        "profile of the student": total("/invoices/totals", studentId="1", unpaid="true"),
        "profile of the client": total("/invoices/totals", clientId="1", unpaid="true"),
        "tab All": total("/invoices/totals"),
        "rows of the list": total("/invoices", pageSize="50"),
        "statistics": total_of(office.get("/api/v1/invoices/statistics").json()["data"]["byCurrency"]),
        "statistics by age": total_of(office.get("/api/v1/invoices/statistics").json()["data"]["byAge"]),
        "figures of today": figure(office.get("/api/v1/invoices/figures?by=orgId&sum=outstanding").json()["data"]),
        "client application": total_of(payer.get("/api/v1/invoices/my?pageSize=50").json()["data"]),
        "what waits for the client": total_of(payer.get("/api/v1/invoices/my?unpaid=true&page=1").json()["data"]),
        "totals of the client": total_of(payer.get("/api/v1/invoices/my/totals").json()["data"]),
    }
    assert same == dict.fromkeys(same, everything)
    # places that only ask for money show what is owed, without what is due back
    rungs = office.get("/api/v1/invoices/reminders/ladder").json()["data"]
    waiting = office.get(f"/api/v1/invoices/reminders/ladder/{rungs[-1]['id']}/waiting").json()["data"]
    with database.read() as connection:
        sheets = sending.sheets(connection, as_service("finance"), owed)
        dues = [next_due(sheet.invoice["outstanding"], sheet.invoice["due_date"], sheet.plan, DUE) for sheet in sheets]
    asked = {
        "unpaid list and home": total("/invoices/unpaid", pageSize="50"),
        "reminders": total_of(waiting),
        "payment pages": sum(due.amount for due in dues if due is not None),
    }
    assert asked == dict.fromkeys(asked, 70_000)


def total_of(rows: list[dict[str, Any]]) -> int:
    return sum(row["outstanding"] for row in rows)


def figure(answer: dict[str, Any]) -> int:
    return sum(group["values"][-1] for group in answer["groups"])


def test_credit_row_of_the_statistics_counts_issued_notes(client: ClientFor, database: Database) -> None:
    family(database)
    rows = client(ACCOUNTS).get("/api/v1/invoices/statistics").json()["data"]["byStatus"]
    assert [(row["count"], row["total"]) for row in rows if row["status"] == "credit"] == [(3, -45_000)]
    listed = client(ACCOUNTS).get("/api/v1/invoices?status=credit&issued=true&page=1").json()
    assert listed["total"] == 3
