"""Outgoing documents: exact to the penny, sent once, in batches, with the changes that Xero allows."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from finance.books.model import sync_call, sync_document
from finance.invoices.model import invoice, invoice_item, payment
from finance.sync import calls, outcomes, proof
from finance.sync.xero import Bucket, Unreachable, Xero, pence
from kit.database import Database
from kit.policy import as_service
from services.finance.tests.builders import make_invoice, make_item, make_payment, taken_back


def sent(database: Database, *amounts: int, status: str = "proposed", **values: Any) -> int:
    """Create an invoice that was a draft while its lines were written."""
    record = make_invoice(database, number=values.pop("number", None), **values)
    for amount in amounts:
        make_item(database, record, amount)
    number = f"INV-{record:05d}"
    update(database, record, status=status, number=number)
    return record


def update(database: Database, record: int, **values: Any) -> None:
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.update(invoice).where(invoice.c.id == record).values(**values))


def proved() -> dict[str, Any]:
    report = proof.prove()
    return {name: report[name] for name in ("difference", "missing", "duplicates", "waiting")}


IN_STEP = {"difference": 0, "missing": 0, "duplicates": 0, "waiting": 0}


def test_invoice_with_vat_and_discount_is_exact_to_the_penny(over, database):
    record = make_invoice(database)
    make_item(database, record, 1_999, discount_type="percentage", discount=1_250, vat_rate=2000)
    make_item(database, record, 333, vat_rate=500)
    make_item(database, record, -50, meta_type="credit")
    make_item(database, record, 0, meta_type="title", description="<p>Autumn &amp; <b>spring</b></p>")
    update(database, record, status="proposed", number="INV-1")
    over.drain()
    there = over.invoice("INV-1")
    with database.read() as connection:
        mine = connection.execute(sa.select(invoice).where(invoice.c.id == record)).mappings().one()
    assert pence(there["Total"]) == mine["total"] and pence(there["TotalTax"]) == mine["vat"]
    assert there["Status"] == "AUTHORISED" and there["LineItems"][3]["Description"] == "Autumn & spring"
    assert over.row(record)["state"] == "inStep" and over.row(record)["external_id"] == there["InvoiceID"]
    assert proved() == IN_STEP


def test_zero_rated_exempt_and_outside_the_scope_are_three_tax_types(over, database):
    record = make_invoice(database)
    for treatment in ("exempt", "zeroRated", "outside"):
        make_item(database, record, 1_000, vat_treatment=treatment)
    make_item(database, record, 1_000, vat_rate=2000, vat_treatment="exempt")  # a rate is enough
    update(database, record, status="proposed", number="INV-1")
    over.drain()
    types = [line["TaxType"] for line in over.invoice("INV-1")["LineItems"]]
    assert types == ["EXEMPTOUTPUT", "ZERORATEDOUTPUT", "NONE", "OUTPUT2"]
    assert proved() == IN_STEP


def test_draft_is_not_sent(over, database):
    record = make_invoice(database)
    make_item(database, record, 100)
    over.drain()
    assert over.rows() == [] and over.invoices() == []


def test_fifty_documents_go_in_one_call(over, database):
    for _ in range(60):
        sent(database, 1_000)
    over.drain()
    calls_made = sum(len(queue) for queue in over.meter._calls.values())
    assert len(over.invoices()) == 60
    assert calls_made <= 12  # chart 2, poll 2, account 1, contact 1, documents 2, polls
    assert proved() == IN_STEP


def test_payments_refund_and_write_off_are_sent(over, database):
    record = sent(database, 10_000)
    first = make_payment(database, record, 6_000)
    over.drain()
    assert pence(over.invoice(f"INV-{record:05d}")["AmountPaid"]) == 6_000
    with database.transaction(as_service("finance")) as tx:
        back = {"invoice_id": record, "type": "other", "amount": -6_000, "date_paid": dt.date(2026, 5, 1)}
        tx.insert(payment, back | {"reverses_id": first})
        tx.insert(payment, back | {"amount": 9_500})
    over.drain()
    assert [pence(one["Amount"]) for one in over.invoice(f"INV-{record:05d}")["Payments"]] == [9_500]
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.text("SET LOCAL staffroom.system = 'on'"))
        line = {"meta_type": "credit", "type": "other", "description": "Small balance write-off", "amount": -500}
        tx.insert(invoice_item, line | {"invoice_id": record, "write_off": True})
    over.drain()
    there = over.invoice(f"INV-{record:05d}")
    assert there["Status"] == "PAID" and pence(there["Total"]) == 10_000 and over.row(record)["state"] == "inStep"
    assert proved() == IN_STEP


def test_credit_note_is_allocated_to_its_invoice(over, database):
    record = sent(database, 10_000)
    note = sent(database, -2_500, is_credit_note=True, title="Credit", parent_id=record)
    over.drain()
    assert pence(over.invoice(f"INV-{record:05d}")["AmountDue"]) == 7_500
    assert over.notes()[0]["Status"] == "PAID"
    update(database, note, status="cancelled")
    over.drain()
    assert pence(over.invoice(f"INV-{record:05d}")["AmountDue"]) == 10_000
    assert over.notes()[0]["Status"] == "VOIDED"
    assert proved() == IN_STEP


def test_lines_change_below_a_credit(over, database):
    record = sent(database, 10_000)
    sent(database, -2_500, is_credit_note=True, title="Credit", parent_id=record)
    over.drain()
    make_item(database, record, 777)
    over.drain()
    there = over.invoice(f"INV-{record:05d}")
    assert pence(there["Total"]) == 10_777 and pence(there["AmountDue"]) == 8_277
    assert proved() == IN_STEP


def test_credit_on_a_paid_invoice_stays_with_the_note(over, database):
    record = sent(database, 10_000)
    make_payment(database, record, 10_000)
    sent(database, -2_500, is_credit_note=True, title="Credit", parent_id=record)
    over.drain()
    assert pence(over.notes()[0]["RemainingCredit"]) == 2_500
    assert proved() == IN_STEP


def test_cancelled_invoice_is_voided_and_deleted_one_forgotten(over, database):
    first, second = sent(database, 100), sent(database, 200)
    over.drain()
    update(database, first, status="cancelled")
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.delete(invoice).where(invoice.c.id == second))
    over.drain()
    assert {one["Status"] for one in over.invoices()} == {"VOIDED"}
    assert [row["invoice_id"] for row in over.rows()] == [first]
    assert proved() == IN_STEP


def test_refusal_is_shown_and_retried(over, database):
    record = sent(database, 100, -500)  # negative, and not a credit note
    over.drain()
    row = over.row(record)
    assert (row["state"], row["error"]) == ("failed", "The total of a document cannot be negative")
    assert row["next_try"] > dt.datetime.now(dt.UTC) + dt.timedelta(minutes=9)
    make_item(database, record, 500)
    over.drain()
    assert over.row(record)["state"] == "inStep" and over.row(record)["error"] == ""


def test_call_with_a_lost_answer_is_repeated(over, database, monkeypatch):
    sent(database, 100)
    for _ in range(20):
        over.turn()
        if over.invoices():
            break
    record = sent(database, 4_200)
    lose = {"on": True}
    whole = Xero.call

    def lossy(self, method, path, **more):
        answer = whole(self, method, path, **more)
        if method == "PUT" and lose["on"]:
            raise Unreachable("the line broke")
        return answer

    monkeypatch.setattr(Xero, "call", lossy)
    for _ in range(10):
        over.turn()
    assert calls.pending_call(1)["step"] == "create"
    lose["on"] = False
    over.pusher._pause_for(0)
    over.drain()
    assert over.row(record)["state"] == "inStep" and len(over.invoices()) == 2
    assert proved() == IN_STEP


def test_call_too_old_to_repeat_is_looked_up(over, database, monkeypatch):
    record = sent(database, 4_200)
    kept = outcomes.write
    monkeypatch.setattr(outcomes, "write", lambda *_: (_ for _ in ()).throw(Unreachable("killed")))
    for _ in range(10):
        over.pusher._pause_for(0)
        over.turn()
        monkeypatch.setattr(outcomes, "write", kept if not over.invoices() else outcomes.write)
        if calls.pending_call(1) and calls.pending_call(1)["step"] == "create" and over.invoices():
            break
        monkeypatch.setattr(outcomes, "write", kept)
    monkeypatch.setattr(outcomes, "write", kept)
    with database.read() as connection:
        connection.execute(sa.update(sync_call).values(begun=dt.datetime(2026, 1, 1, tzinfo=dt.UTC)))
    over.pusher._pause_for(0)
    over.drain()
    assert over.row(record)["state"] == "inStep" and len(over.invoices()) == 1


def test_number_taken_in_xero_is_not_overwritten(over, database):
    first = sent(database, 100)
    over.drain()
    there = over.invoice(f"INV-{first:05d}")
    with over.books.transaction():
        over.books.put(
            over.tenant, "Invoices", there | {"InvoiceID": "somebody-else", "InvoiceNumber": f"INV-{first + 1:05d}"}
        )
    second = sent(database, 900)
    assert second == first + 1
    over.drain()
    row = over.row(second)
    assert row["state"] == "conflict" and row["theirs"]["total"] == 100 and row["ours"]["total"] == 900


@pytest.mark.parametrize("limits", [pytest.param((60, 5, 5_000), id="as-in-xero")], indirect=False)
def test_meter_stays_below_the_limit(limits):
    bucket = Bucket(limits[0])
    for _ in range(60):
        assert bucket.wait() == 0
        bucket.spend()
    assert 59 < bucket.wait() <= 60
    bucket = Bucket(60)
    bucket.spend()
    bucket.read_quota({"X-MinLimit-Remaining": "0", "X-DayLimit-Remaining": "17"})
    assert bucket.wait() > 0 and bucket.day_left == 17


def test_every_change_of_a_document_is_queued(over, database):
    record = sent(database, 100)
    over.drain()
    before = over.row(record)["wanted_version"]
    with taken_back(database, record) as tx:
        tx.execute(sa.update(invoice_item).where(invoice_item.c.invoice_id == record).values(description="New"))
    assert over.row(record)["state"] == "waiting" and over.row(record)["wanted_version"] > before
    over.drain()
    assert over.invoice(f"INV-{record:05d}")["LineItems"][0]["Description"] == "New"
    with database.read() as connection:
        assert connection.scalar(sa.select(sync_document.c.state)) == "inStep"
