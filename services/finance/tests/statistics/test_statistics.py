"""`GET /invoices/statistics`, and overdue amounts."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from finance.invoices.model import invoice_item
from finance.statistics.model import invoice_line_total
from kit.database import Database
from kit.policy import as_service
from services.finance.tests.builders import make_copies, make_invoice, make_item, make_payment
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff")
TODAY = dt.datetime.now(dt.UTC).date()


def figures(client: ClientFor, **query: str) -> dict[str, Any]:
    answer = client(OFFICE).get("/api/v1/invoices/statistics", params=query)
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def pence(rows: list[dict[str, Any]], *names: str) -> dict[Any, Any]:
    """Return `{(currency, key): (values of names)}`."""
    return {
        tuple(value for name, value in row.items() if name not in {"count", "total", "outstanding"}): tuple(
            row[name] for name in names
        )
        for row in rows
    }


def some(database: Database) -> None:
    make_copies(database)
    for total, values in (
        (10_000, {"status": "proposed", "date": dt.date(2026, 3, 1), "due_date": TODAY - dt.timedelta(days=31)}),
        (20_000, {"status": "proposed", "date": dt.date(2026, 3, 31), "due_date": TODAY}),
        (40_000, {"status": "final", "date": dt.date(2026, 4, 1), "organisation_id": 3, "currency": "EUR"}),
        (80_000, {"status": "draft", "date": dt.date(2026, 4, 1)}),
        (160_000, {"status": "cancelled", "date": dt.date(2026, 4, 2), "due_date": dt.date(2020, 1, 1)}),
    ):
        invoice_id = make_invoice(database, **values)
        make_item(database, invoice_id, total // 2, type="asp")
        make_item(database, invoice_id, total // 2, type="exams" if total == 10_000 else "asp")


def test_every_grouping_separates_the_currencies(client: ClientFor, database: Database) -> None:
    some(database)
    data = figures(client)
    assert pence(data["byCurrency"], "count", "total", "outstanding") == {
        ("EUR",): (1, 40_000, 40_000),
        ("GBP",): (2, 30_000, 30_000),
    }
    assert pence(data["byMonth"], "total") == {("EUR", "2026-04"): (40_000,), ("GBP", "2026-03"): (30_000,)}
    assert pence(data["byStatus"], "total") == {
        ("EUR", "final"): (40_000,),
        ("GBP", "cancelled"): (160_000,),
        ("GBP", "draft"): (80_000,),
        ("GBP", "proposed"): (30_000,),
    }
    assert pence(data["byOrganisation"], "count") == {("EUR", 3): (1,), ("GBP", 1): (2,)}
    assert pence(data["byAge"], "outstanding") == {
        ("EUR", "noDate"): (40_000,),
        ("GBP", "31-60"): (10_000,),
        ("GBP", "notDue"): (20_000,),
    }
    assert pence(data["byType"], "count", "total") == {
        ("EUR", "asp"): (1, 40_000),
        ("GBP", "asp"): (2, 25_000),
        ("GBP", "exams"): (1, 5_000),
    }
    assert data["organisations"] == [{"id": 1, "title": "Oxford"}, {"id": 3, "title": "Portugal"}]


def test_filters_narrow_all_groupings(client: ClientFor, database: Database) -> None:
    some(database)
    assert figures(client, currency="EUR")["byCurrency"][0]["total"] == 40_000
    assert figures(client, orgId="1,3")["byCurrency"][1]["count"] == 2
    narrow = figures(client, **{"from": "2026-03-02", "to": "2026-03-31"})
    assert [row["total"] for row in narrow["byCurrency"]] == [20_000]
    assert figures(client, billingYear="0")["byCurrency"] == []
    for wrong in ({"orgId": "x"}, {"currency": "USD"}, {"from": "soon"}, {"status": "paid"}):
        assert client(OFFICE).get("/api/v1/invoices/statistics", params=wrong).status_code == 422
    assert client(actor("client", persons={"client": 1})).get("/api/v1/invoices/statistics").status_code == 403


def test_list_has_the_rows_of_a_figure(client: ClientFor, database: Database) -> None:
    some(database)
    data = figures(client)
    office = client(OFFICE)
    for row in data["byType"]:
        query = {"currency": row["currency"], "lineType": row["type"], "issued": "true"}
        assert office.get("/api/v1/invoices/count", params=query).json()["data"]["total"] == row["count"]
    query = {"currency": "GBP", "date": "2026-03-01..2026-03-31", "issued": "true"}
    assert office.get("/api/v1/invoices/count", params=query).json()["data"]["total"] == 2
    undated = [row["count"] for row in data["byAge"] if row["age"] == "noDate"]
    query = {"currency": "EUR", "issued": "true", "unpaid": "true", "noDueDate": "true"}
    assert [office.get("/api/v1/invoices/count", params=query).json()["data"]["total"]] == undated


def test_line_totals_follow_the_lines(database: Database) -> None:
    invoice_id = make_invoice(database)
    first = make_item(database, invoice_id, 500, type="asp")
    make_item(database, invoice_id, 300, type="exams")

    def kept() -> tuple[Any, ...]:
        with database.read() as connection:
            row = connection.execute(
                sa.select(invoice_line_total).where(invoice_line_total.c.invoice_id == invoice_id)
            ).one()
        return tuple(row)[1:]

    assert kept() == (None, 500, None, 300, None)
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.update(invoice_item).where(invoice_item.c.id == first).values(type="other", amount=700))
    assert kept() == (None, None, None, 300, 700)
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.delete(invoice_item).where(invoice_item.c.invoice_id == invoice_id))
    assert kept() == (None,) * 5


def test_overdue_invoices_are_balances_past_their_due_date(client: ClientFor, database: Database) -> None:
    some(database)
    late = make_invoice(database, status="booked", due_date=TODAY - dt.timedelta(days=91), name="Late Payer")
    make_item(database, late, 5_000)
    make_payment(database, late, 2_000)
    office = client(OFFICE)
    rows = office.get("/api/v1/invoices/unpaid", params={"page": "1"}).json()["data"]
    assert [(row["daysLate"], row["age"], row["outstanding"]) for row in rows] == [
        (91, "over90", 3_000),
        (31, "31-60", 10_000),
    ]
    only = office.get("/api/v1/invoices/unpaid", params={"age": "31-60"}).json()["data"]
    assert len(only) == 1
    totals = office.get("/api/v1/invoices/unpaid/totals").json()["data"]
    assert totals == [{"currency": "GBP", "count": 2, "net": 15_000, "VAT": 0, "total": 15_000, "outstanding": 13_000}]
