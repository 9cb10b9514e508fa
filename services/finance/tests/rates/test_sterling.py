"""VAT in sterling on a UK invoice in euros (`docs/finance.md`, VAT in sterling)."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.paypage.page import invoice_page
from finance.sending import pdfs, queries
from kit.database import Database
from kit.errors import Conflict
from kit.policy import as_service
from services.finance.tests.builders import make_copies, make_invoice, make_item, row_of
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE, ACCOUNTS = actor("staff"), actor("accounting", "staff")
SENT = {"date": "2026-11-20T09:30:00Z"}
DATE = dt.date(2026, 3, 20)
TEXT = "£1 = €1.1534, HMRC monthly rate for March 2026"


@pytest.fixture(autouse=True)
def _copies(database: Database) -> None:
    make_copies(database)


def enter_rate(client: ClientFor, rate: Any = "1.1534", month: str = "2026-03-17") -> Any:
    body = {"currency": "EUR", "month": month, "rate": rate}
    return client(ACCOUNTS).post("/api/v1/invoices/exchangerates", json=body)


def euro(database: Database, status: str = "draft", **values: Any) -> int:
    """Create an invoice over €1,000.00 and €200.00 VAT."""
    given: dict[str, Any] = {"currency": "EUR", "date": DATE, "due_date": dt.date(2026, 12, 3)}
    record = make_invoice(database, status=status, **given | values)
    make_item(database, record, 100_000, vat_rate=2_000)
    return record


def issue(client: ClientFor, record: int) -> Any:
    return client(ACCOUNTS).post(f"/api/v1/invoice/{record}/mark/sent", json=SENT)


def sterling(client: ClientFor, record: int) -> Any:
    return client(OFFICE).get(f"/api/v1/invoice/{record}").json()["data"]["sterling"]


def papers(database: Database, record: int) -> tuple[str, str]:
    """Return the pages of the PDF and of the payment page."""
    with database.read() as connection:
        sheet = queries.sheet(connection, OFFICE, record)
    return pdfs.paper(sheet).html, invoice_page(sheet)


def test_rate_is_kept_when_the_invoice_is_issued(client: ClientFor, database: Database) -> None:
    record = euro(database)
    number = enter_rate(client).json()["data"]["id"]
    shown = {"VAT": 17_340, "rate": 1.1534, "month": "2026-03-01", "source": "hmrc", "text": TEXT}
    assert sterling(client, record) == shown
    assert row_of(database, record)["vat_sterling"] is None
    assert issue(client, record).status_code == 200
    before = papers(database, record)
    for page in before:
        assert "VAT in sterling" in page and "£173.40" in page and TEXT in page
    changed = client(ACCOUNTS).put(
        f"/api/v1/invoices/exchangerates/{number}", json={"field": "rate", "newValue": "1.2"}
    )
    assert changed.json()["data"]["value"] == 1.2
    assert client(ACCOUNTS).delete(f"/api/v1/invoices/exchangerates/{number}").status_code == 200
    assert sterling(client, record) == shown
    assert papers(database, record) == before
    row = client(OFFICE).get("/api/v1/invoices?page=1").json()["data"][0]
    assert (row["VATSterling"], row["sterlingRate"]) == (17_340, "1.1534")


def test_missing_rate_is_refused_with_the_next_step(client: ClientFor, database: Database) -> None:
    record = euro(database)
    answer = issue(client, record)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_issuable")
    assert "no exchange rate for March 2026" in answer.json()["error"]
    assert "Setup, Exchange rates" in answer.json()["error"]
    path = f"/api/v1/invoice/{record}/send/email/preview"
    assert client(ACCOUNTS).post(path, json={}).status_code in (409, 422)
    summary = client(ACCOUNTS).post("/api/v1/invoices/send/summary", json={"ids": [record]}).json()["data"]
    assert summary["ready"] == 0
    assert enter_rate(client).status_code == 201
    assert enter_rate(client).status_code in (409, 422)
    assert issue(client, record).status_code == 200


@pytest.mark.parametrize(
    "values",
    [{"currency": "GBP"}, {"organisation_id": 3}],
    ids=["in sterling", "of Portugal"],
)
def test_other_invoices_need_no_rate(client: ClientFor, database: Database, values: dict[str, Any]) -> None:
    record = euro(database, **values)
    assert issue(client, record).status_code == 200
    assert sterling(client, record) is None
    assert all("in sterling" not in page for page in papers(database, record))


def test_invoice_without_vat_needs_no_rate(client: ClientFor, database: Database) -> None:
    record = make_invoice(database, currency="EUR", date=DATE)
    make_item(database, record, 100_000)
    assert issue(client, record).status_code == 200


def test_credit_note_has_the_rate_of_its_invoice(client: ClientFor, database: Database) -> None:
    enter_rate(client)
    enter_rate(client, "1.3", "2026-05-01")
    invoice_id = euro(database)
    issue(client, invoice_id)
    note = euro(database, title="Credit", is_credit_note=True, parent_id=invoice_id, date=dt.date(2026, 5, 2))
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.text("UPDATE invoice_item SET amount = -100000 WHERE invoice_id = :id"), {"id": note})
    assert issue(client, note).status_code == 200
    assert (sterling(client, note)["VAT"], sterling(client, note)["text"]) == (-17_340, TEXT)


def test_invoice_taken_back_gets_the_rate_of_its_new_date(client: ClientFor, database: Database) -> None:
    enter_rate(client)
    enter_rate(client, "1.25", "2026-04-30")
    record = euro(database)
    issue(client, record)
    office = client(ACCOUNTS)
    assert office.post(f"/api/v1/invoice/{record}/takeback", json={"reason": "Wrong date"}).status_code == 200
    office.put(f"/api/v1/invoice/{record}", json={"field": "date", "newValue": "2026-04-01"})
    assert sterling(client, record)["VAT"] == 16_000
    issue(client, record)
    assert row_of(database, record)["vat_sterling"] == 16_000


def test_late_rate_goes_to_invoices_issued_without_one(client: ClientFor, database: Database) -> None:
    """Invoices from before migration 0034."""
    record, draft = euro(database, "proposed"), euro(database)
    elsewhere = euro(database, "proposed", organisation_id=3)
    assert sterling(client, record) is None
    enter_rate(client)
    assert row_of(database, record)["sterling_rate"] == Decimal("1.1534")
    assert sterling(client, record)["VAT"] == 17_340
    assert [row_of(database, one)["sterling_rate"] for one in (draft, elsewhere)] == [None, None]


def test_database_keeps_the_rate_of_an_issued_invoice(client: ClientFor, database: Database) -> None:
    enter_rate(client)
    record = euro(database)
    issue(client, record)
    with pytest.raises(Conflict), database.transaction(as_service("finance")) as tx:
        tx.execute(sa.update(invoice).where(invoice.c.id == record).values(sterling_rate=2))


def test_only_accounting_edits_the_rates(client: ClientFor) -> None:
    body = {"currency": "EUR", "month": "2026-03-01", "rate": 1.1}
    assert client(OFFICE).post("/api/v1/invoices/exchangerates", json=body).status_code == 403
    assert enter_rate(client).status_code == 201
    assert client(OFFICE).get("/api/v1/invoices/exchangerates").status_code == 200
