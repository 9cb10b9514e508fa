"""Refusals of the accounting system are anticipated here before anything is sent; voided documents do not come back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from finance.invoices.model import invoice, invoice_item
from finance.sync.commands import VOIDED_THERE
from finance.sync.xero import pence
from kit.database import Database
from sandbox import documents
from services.finance.tests.builders import make_invoice, make_item, row_of, taken_back
from services.finance.tests.sync.test_limits import ask
from services.finance.tests.sync.test_pushing import IN_STEP, proved, sent, update
from staffroom_testing import actor

ANN = actor("staff", "accounting", name="Ann")
SENT = {"date": "2026-11-20T09:30:00Z"}
NO_LINES = "One or more line items must be specified"
NEGATIVE = "The total of a document cannot be negative"
NOT_MODIFIED = "Invoice not of valid status for modification"


def credit(database: Database, parent: int, amount: int, **values: Any) -> int:
    """Create a credit note over `amount`, issued without our own rules."""
    return sent(database, -amount, is_credit_note=True, title="Credit", parent_id=parent, **values)


def document(over: Any, record: int) -> dict[str, Any]:
    """Return the invoice or credit note in Xero."""
    external = over.row(record)["external_id"]
    kinds = (("Invoices", "InvoiceID"), ("CreditNotes", "CreditNoteID"))
    return next(one for kind, key in kinds for one in over.books.all(over.tenant, kind) if one[key] == external)


def void_there(over: Any, record: int) -> None:
    """Void the document in Xero."""
    there = document(over, record)
    kind = "Invoices" if "InvoiceID" in there else "CreditNotes"
    key = "InvoiceID" if "InvoiceID" in there else "CreditNoteID"
    with over.books.transaction():
        documents.save(over.books, over.tenant, kind, {key: there[key], "Status": "VOIDED"}, create=False)


def no_lines(database: Database) -> int:
    return sent(database)


def below_zero(database: Database) -> int:
    return sent(database, 100, -350)


def credit_that_charges(database: Database) -> int:
    return sent(database, 400, is_credit_note=True, title="Credit")


def add_a_line(database: Database, record: int) -> None:
    make_item(database, record, 500)


def make_it_a_credit(database: Database, record: int) -> None:
    with taken_back(database, record) as tx:
        tx.execute(sa.update(invoice_item).where(invoice_item.c.invoice_id == record).values(amount=-400))


@pytest.mark.parametrize(
    ("make", "text", "mend"),
    [
        (no_lines, NO_LINES, add_a_line),
        (below_zero, NEGATIVE, add_a_line),
        (credit_that_charges, NEGATIVE, make_it_a_credit),
    ],
)
def test_content_that_xero_refuses_is_reported_and_sent_once_corrected(
    over: Any,
    database: Database,
    make: Callable[[Database], int],
    text: str,
    mend: Callable[[Database, int], None],
) -> None:
    record = make(database)
    over.drain()
    row = over.row(record)
    assert (row["state"], row["error"], row["external_id"]) == ("failed", text, None)
    assert over.invoices() + over.notes() == []
    mend(database, record)
    over.drain()
    assert (over.row(record)["state"], over.row(record)["error"]) == ("inStep", "")
    assert pence(document(over, record)["Total"]) == abs(row_of(database, record)["total"])
    assert proved() == IN_STEP


def test_document_revived_after_voiding_is_refused_in_xero(over: Any, database: Database) -> None:
    record = sent(database, 10_000)
    over.drain()
    update(database, record, status="cancelled")
    over.drain()
    assert document(over, record)["Status"] == "VOIDED"
    update(database, record, status="proposed")  # bypasses `refuse_return`
    over.drain()
    assert (over.row(record)["state"], over.row(record)["error"]) == ("failed", NOT_MODIFIED)
    assert document(over, record)["Status"] == "VOIDED"
    update(database, record, status="cancelled")
    over.drain()
    assert over.row(record)["state"] == "inStep" and proved() == IN_STEP


def test_credit_above_the_amount_due_is_refused_in_xero(over: Any, database: Database) -> None:
    record = sent(database, 10_000)
    over.drain()
    due = document(over, record)
    note = sent(database, -10_001, is_credit_note=True, title="Credit")  # not allocated
    over.drain()
    left = document(over, note)
    path = f"/CreditNotes/{left['CreditNoteID']}/Allocations"
    for amount, text in (
        (100.01, "The allocation amount exceeds the amount outstanding on the document"),
        (100.02, "The allocation amount exceeds the remaining credit"),
        (0, "Allocation amount must be greater than zero"),
    ):
        body = {"Amount": amount, "Invoice": {"InvoiceID": due["InvoiceID"]}, "Date": "2026-11-20"}
        answer = ask(over, "PUT", path, {"Allocations": [body]})
        assert answer.status_code == 400 and text in answer.text, (amount, answer.text)
    assert pence(document(over, record)["AmountDue"]) == 10_000


def test_invoice_below_a_credit_note_is_not_voided_in_xero(over: Any, database: Database) -> None:
    record = sent(database, 10_000)
    credit(database, record, 2_500)
    over.drain()
    there = document(over, record)
    answer = ask(over, "POST", f"/Invoices/{there['InvoiceID']}", {"Invoices": [{"Status": "VOIDED"}]})
    assert answer.status_code == 400 and "payment or credit note allocated" in answer.text
    assert document(over, record)["Status"] == "AUTHORISED"


@pytest.mark.parametrize("make", ["empty", "below", "ceiling", "revived", "withdrawn"])
def test_documents_that_xero_would_refuse_are_not_sent(over: Any, database: Database, client: Any, make: str) -> None:
    parent = sent(database, 10_000)
    over.drain()
    caller, kept = client(ANN), (over.invoices(), over.notes())
    path, body = f"/api/v1/invoice/{parent}", {}
    if make in {"empty", "below"}:
        record = make_invoice(database)
        for amount in (100, -350) if make == "below" else ():
            make_item(database, record, amount)
        path, body = f"/api/v1/invoice/{record}/mark/sent", SENT
    elif make == "ceiling":
        record = make_invoice(database, is_credit_note=True, title="Credit", parent_id=parent)
        make_item(database, record, -10_001, meta_type="credit")
        path, body = f"/api/v1/invoice/{record}/mark/sent", SENT
    elif make == "revived":
        update(database, parent, status="cancelled")
        over.drain()
        kept = (over.invoices(), over.notes())
        caller, path = client(actor("sysAdmin", "staff")), f"{path}/mark/proposed"
    else:
        credit(database, parent, 2_500)
        over.drain()
        kept = (over.invoices(), over.notes())
        path = f"{path}/mark/cancelled"
    answer = caller.post(path, json=body)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_issuable"), answer.text
    over.drain()
    assert (over.invoices(), over.notes()) == kept
    assert proved() == IN_STEP


@pytest.mark.parametrize("kind", ["invoice", "credit note"])
def test_keeping_ours_of_a_voided_document_is_refused_until_cancelled_here(
    over: Any, database: Database, client: Any, kind: str
) -> None:
    record = sent(database, 10_000)
    if kind == "credit note":
        record = sent(database, -2_500, is_credit_note=True, title="Credit")
    over.drain()
    void_there(over, record)
    over.poll()
    row = over.row(record)
    assert (row["state"], row["theirs"]["state"]) == ("conflict", "void")
    caller, path = client(ANN), f"/api/v1/invoice/{record}/sync/resolve"
    refused = caller.post(path, json={"keep": "ours"})
    assert (refused.status_code, refused.json()["error"]) == (422, VOIDED_THERE)
    taken = caller.post(path, json={"keep": "theirs"})
    assert (taken.status_code, taken.json()["error"][:31]) == (422, "Only payments are taken over; p")
    over.drain()
    assert over.row(record)["state"] == "conflict" and document(over, record)["Status"] == "VOIDED"
    assert caller.post(f"/api/v1/invoice/{record}/mark/cancelled", json={}).status_code == 200
    if over.row(record)["state"] == "conflict":
        assert caller.post(path, json={"keep": "ours"}).status_code == 200
    over.drain()
    assert over.row(record)["state"] == "inStep" and proved() == IN_STEP
    back = client(actor("sysAdmin", "staff")).post(f"/api/v1/invoice/{record}/mark/proposed", json={})
    assert (back.status_code, "Please make a new" in back.text) == (409, True)
    with database.read() as connection:
        assert connection.scalar(sa.select(invoice.c.status).where(invoice.c.id == record)) == "cancelled"
