"""Documents that the accounting system must refuse are not issued (`docs/finance.md`, Issuing)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from finance.books.model import sync_document
from finance.pay.model import bank_account
from kit.database import Database
from kit.policy import as_service
from services.finance.tests.builders import make_copies, make_instalment, make_invoice, make_item, row_of
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

ADMIN, ACCOUNTS = actor("sysAdmin", "staff"), actor("accounting", "staff")
DUE = dt.date(2026, 12, 1)
_WAYS: dict[str, tuple[str, dict[str, Any]]] = {
    "sent": ("mark/sent", {"date": "2026-11-20T09:30:00Z"}),
    "mailed": ("send/email", {}),
    "proposed": ("mark/proposed", {}),
    "paid": ("markaspaid/send/info", {"paidMeta": "other", "paidDate": "2026-11-20"}),
}


def draft(database: Database, *amounts: int, **values: Any) -> int:
    invoice_id = make_invoice(database, due_date=DUE, email="ada@example.org", **values)
    for amount in amounts:
        make_item(database, invoice_id, amount)
    return invoice_id


@pytest.fixture(autouse=True)
def bank(database: Database) -> None:
    """Insert bank details: mails that ask for money need them."""
    values = {"organisation_id": 1, "currency": "GBP", "holder": "Staffroom Oxford Ltd", "account_number": "12345678"}
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.insert(bank_account).values(**values))


def note_of(database: Database, parent: int, amount: int, status: str = "draft") -> int:
    invoice_id = make_invoice(
        database, title="Credit", is_credit_note=True, parent_id=parent, email="a@b.org", status=status
    )
    make_item(database, invoice_id, -amount, meta_type="credit")
    return invoice_id


def post(client: ClientFor, record: int, way: str, who: Any = ADMIN) -> Any:
    path, body = _WAYS.get(way, (way, {"reason": "The date was wrong"} if way == "mark/draft" else {}))
    return client(who).post(f"/api/v1/invoice/{record}/{path}", json=body)


@pytest.mark.parametrize("way", _WAYS)
@pytest.mark.parametrize(
    ("amounts", "text"),
    [
        ((), "The invoice needs a line that charges something: please add one first"),
        (
            (100, -350),
            "The total of an invoice cannot be below £0.00; this one comes to -£2.50. "
            "Please correct its lines, or issue a credit note instead",
        ),
    ],
)
def test_incomplete_invoice_stays_a_draft(
    client: ClientFor, database: Database, way: str, amounts: tuple[int, ...], text: str
) -> None:
    make_copies(database)
    invoice_id = draft(database, *amounts)
    if not amounts:
        make_item(database, invoice_id, 0, meta_type="title")
    answer = post(client, invoice_id, way)
    assert (answer.status_code, answer.json()["error"]) == (409, text)
    assert (row_of(database, invoice_id)["status"], row_of(database, invoice_id)["number"]) == ("draft", None)


def test_bulk_sending_skips_incomplete_invoices_with_the_reason(client: ClientFor, database: Database) -> None:
    make_copies(database)
    invoice_ids = [draft(database), draft(database, 500)]
    data = client(ACCOUNTS).post("/api/v1/invoices/send/summary", json={"ids": invoice_ids}).json()["data"]
    assert (data["ready"], [(row["id"], row["reason"]) for row in data["skipped"]]) == (
        1,
        [(invoice_ids[0], "The invoice needs a line that charges something: please add one first")],
    )


@pytest.mark.parametrize("way", ["sent", "mailed", "send/email/preview"])
def test_plan_that_does_not_add_up_is_not_sent(client: ClientFor, database: Database, way: str) -> None:
    make_copies(database)
    invoice_id = draft(database, 10_000)
    make_instalment(database, invoice_id, 6_000, DUE)
    answer = post(client, invoice_id, way)
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        "The instalment plans add up to £60.00 which doesn't match the invoice total of £100.00, "
        "there is £40.00 outstanding",
    )
    make_instalment(database, invoice_id, 4_000, DUE)
    assert post(client, invoice_id, way).status_code < 300


@pytest.mark.parametrize("way", ["sent", "mailed", "proposed"])
def test_credit_is_at_most_the_rest(client: ClientFor, database: Database, way: str) -> None:
    make_copies(database)
    invoice_id = draft(database, 313_100, status="proposed")
    first = note_of(database, invoice_id, 100_000)
    assert post(client, first, way).status_code < 300
    number = row_of(database, invoice_id)["number"]
    second = note_of(database, invoice_id, 9_000_000)
    answer = post(client, second, way)
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        f"This credit note is over £90,000.00, but only £2,131.00 of invoice {number} is left to credit. "
        "Please lower its lines",
    )
    assert row_of(database, invoice_id)["credited"] == 100_000


def test_credit_note_within_its_invoice_is_issued_and_then_stays(client: ClientFor, database: Database) -> None:
    invoice_id = draft(database, 10_000, status="proposed")
    note = note_of(database, invoice_id, 4_000)
    line = client(ADMIN).get(f"/api/v1/invoice/{note}").json()["data"]["items"][0]["id"]
    for amount, status in ((10_001, 409), (10_000, 200)):
        body = {"field": "amount", "newValue": -amount}
        assert client(ACCOUNTS).put(f"/api/v1/invoice/item/{line}", json=body).status_code == 200
        assert post(client, note, "sent").status_code == status
    assert row_of(database, invoice_id)["credited"] == 10_000
    own = client(ADMIN).get(f"/api/v1/invoice/{invoice_id}").json()["data"]["items"][0]["id"]
    for each in (line, own):
        answer = client(ACCOUNTS).put(f"/api/v1/invoice/item/{each}", json={"field": "amount", "newValue": -9_999})
        assert (answer.status_code, "has been issued" in answer.text or "status is" in answer.text) == (409, True)
    assert row_of(database, invoice_id)["credited"] == 10_000


def test_issued_invoice_keeps_a_line(client: ClientFor, database: Database) -> None:
    invoice_id = draft(database, 10_000, status="proposed")
    line = client(ADMIN).get(f"/api/v1/invoice/{invoice_id}").json()["data"]["items"][0]["id"]
    assert client(ACCOUNTS).delete(f"/api/v1/invoice/item/{line}").status_code == 409
    below = client(ACCOUNTS).put(f"/api/v1/invoice/item/{line}", json={"field": "amount", "newValue": -1})
    assert (below.status_code, row_of(database, invoice_id)["total"]) == (409, 10_000)


def test_invoice_with_an_issued_credit_note_stays(client: ClientFor, database: Database) -> None:
    invoice_id = draft(database, 10_000, status="proposed")
    notes = [note_of(database, invoice_id, amount) for amount in (2_000, 500)]
    for note in notes:
        assert post(client, note, "proposed").status_code == 200
    first, second = (row_of(database, note)["number"] for note in notes)
    text = f"Credit notes {first} over £20.00 and {second} over £5.00 stand against this invoice."
    for way in ("mark/cancelled", "mark/draft"):
        answer = post(client, invoice_id, way)
        assert (answer.status_code, answer.json()["error"]) == (409, f"{text} Please cancel them first")
    assert client(ACCOUNTS).delete(f"/api/v1/invoice/{invoice_id}").status_code == 409
    assert post(client, notes[0], "mark/cancelled").status_code == 200
    answer = post(client, invoice_id, "mark/cancelled")
    assert answer.json()["error"] == (
        f"Credit note {second} over £5.00 stands against this invoice. Please cancel it first"
    )
    assert post(client, notes[1], "mark/cancelled").status_code == 200
    assert post(client, invoice_id, "mark/cancelled").status_code == 200
    again = post(client, notes[1], "mark/proposed")
    assert (again.status_code, "is cancelled: there is nothing left to credit" in again.text) == (409, True)


@pytest.mark.parametrize("way", ["mark/proposed", "mark/draft", "paid"])
@pytest.mark.parametrize("there", [True, False])
def test_voided_document_is_not_reopened(client: ClientFor, database: Database, way: str, there: bool) -> None:
    invoice_id = draft(database, 10_000, status="cancelled")
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.delete(sync_document).where(sync_document.c.invoice_id == invoice_id))
        if there:
            tx.execute(sa.insert(sync_document).values(invoice_id=invoice_id, chart=1, external_id=f"x-{invoice_id}"))
    answer = post(client, invoice_id, way)
    assert answer.status_code == (409 if there else 200), answer.text
    assert ("Please make a new invoice instead" in answer.text) == there
