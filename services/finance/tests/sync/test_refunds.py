"""Refunds: a separate entry in the accounting system, which leaves every receipt unchanged."""

from __future__ import annotations

import datetime as dt

import sqlalchemy as sa

from finance.invoices.commands import lock_invoice
from finance.invoices.model import payment
from finance.plans import payments, refunds
from finance.sync import proof
from finance.sync.xero import pence
from kit.database import Database
from sandbox import payments as sandbox_payments
from services.finance.tests.builders import make_payment, row_of
from services.finance.tests.sync.test_pushing import IN_STEP, proved, sent, update
from staffroom_testing import actor

ANN = actor("accounting", "staff")
PAID_ON = dt.date(2026, 4, 1)
BACK_ON = dt.date(2026, 5, 20)


def credited_after_payment(database: Database, paid: int = 144_000, credit: int = 10_000) -> tuple[int, int]:
    """Create an invoice that was paid, then credited in part; returns the ids of both."""
    record = sent(database, paid)
    make_payment(database, record, paid)
    return record, sent(database, -credit, is_credit_note=True, title="Credit", parent_id=record)


def refund(database: Database, record: int, amount: int) -> int:
    with database.transaction(ANN) as tx:
        refund_id = refunds.pay_back(tx, lock_invoice(tx, record, editable=False), amount, "bankTransfer", BACK_ON)
    assert refund_id is not None
    return refund_id


def test_refund_is_a_payment_of_the_credit_note_and_the_receipt_stays(over, database):
    record, _ = credited_after_payment(database)
    over.drain()
    before = over.invoice(f"INV-{record:05d}")["Payments"]
    refund(database, record, 10_000)
    over.drain()
    assert over.invoice(f"INV-{record:05d}")["Payments"] == before, "the receipt of its day was rewritten"
    assert [(pence(one["Amount"]), one["Date"]) for one in before] == [(144_000, "/Date(1775001600000+0000)/")]
    note = over.notes()[0]
    assert [pence(one["Amount"]) for one in note["Payments"]] == [10_000] and note["Status"] == "PAID"
    assert over.books.all(over.tenant, "Payments")[-1]["DateString"][:10] == BACK_ON.isoformat()
    assert row_of(database, record)["outstanding"] == 0
    assert proved() == IN_STEP


def test_refund_uses_the_credit_that_is_not_allocated_to_the_invoice(over, database):
    record = sent(database, 100_000)
    sent(database, -30_000, is_credit_note=True, title="Credit", parent_id=record)  # before it was paid
    make_payment(database, record, 70_000)
    second = sent(database, -20_000, is_credit_note=True, title="Credit", parent_id=record)
    over.drain()
    refund(database, record, 20_000)
    over.drain()
    with database.read() as connection:
        assert connection.scalar(sa.select(payment.c.credit_note_id).where(payment.c.amount < 0)) == second
    assert [pence(note["AmountCredited"]) for note in over.notes()] == [30_000, 0]
    assert [pence(note["AmountPaid"]) for note in over.notes()] == [0, 20_000]
    assert proved() == IN_STEP


def test_reversed_refund_is_deleted_in_xero_and_can_be_entered_again(over, database):
    record, _ = credited_after_payment(database)
    mistaken = refund(database, record, 10_000)
    over.drain()
    with database.transaction(ANN) as tx:
        payments.reverse(tx, mistaken)
    over.drain()
    assert over.notes()[0]["Payments"] == [] and row_of(database, record)["outstanding"] == -10_000
    refund(database, record, 6_000)
    over.drain()
    assert [pence(one["Amount"]) for one in over.notes()[0]["Payments"]] == [6_000]
    assert proved() == IN_STEP


def test_reversing_the_receipt_leaves_the_refund(over, database):
    record, _ = credited_after_payment(database)
    refund(database, record, 10_000)
    over.drain()
    with database.transaction(ANN) as tx:
        receipt = tx.scalar(sa.select(payment.c.id).where(payment.c.amount > 0))
        payments.reverse(tx, receipt)
    over.drain()
    assert row_of(database, record)["outstanding"] == 144_000
    there = over.invoice(f"INV-{record:05d}")
    assert pence(there["AmountDue"]) == 144_000 and there["Payments"] == []
    assert [pence(one["Amount"]) for one in over.notes()[0]["Payments"]] == [10_000]
    assert proved() == IN_STEP


def test_refund_of_a_credit_note_without_invoice(over, database):
    note = sent(database, -5_000, is_credit_note=True, title="Credit")
    over.drain()
    refund(database, note, 2_000)
    over.drain()
    assert pence(over.notes()[0]["RemainingCredit"]) == 3_000
    assert proved() == IN_STEP


def test_refund_made_in_xero_belongs_to_the_invoice_here(over, database):
    record, note = credited_after_payment(database)
    over.drain()
    body = {"CreditNote": {"CreditNoteID": over.notes()[0]["CreditNoteID"]}, "Account": {"Code": "090"}}
    sandbox_payments.pay(over.books, over.tenant, body | {"Amount": 40.0, "Date": "2026-05-21"})
    over.poll()
    with database.read() as connection:
        rows = connection.execute(sa.select(payment).where(payment.c.kind == "refund")).mappings().all()
    assert [(row["invoice_id"], row["credit_note_id"], row["amount"]) for row in rows] == [(record, note, -4_000)]
    assert row_of(database, record)["outstanding"] == -6_000
    assert proved() == IN_STEP
    sandbox_payments.take_back(over.books, over.tenant, rows[0]["external_id"])
    over.poll()
    assert row_of(database, record)["outstanding"] == -10_000
    assert proved() == IN_STEP


def test_overpayment_is_refused_in_xero_and_its_refund_reduces_it(over, database):
    record = sent(database, 10_000)
    make_payment(database, record, 10_000)
    over.drain()
    make_payment(database, record, 10_000)
    for _ in range(12):
        over.turn()
    before = over.invoice(f"INV-{record:05d}")["Payments"]
    refund(database, record, 10_000)
    over.pusher._pause_for(0)
    over.drain()
    assert over.invoice(f"INV-{record:05d}")["Payments"] == before
    assert row_of(database, record)["outstanding"] == 0
    assert proved() == IN_STEP


def test_receipt_matched_with_the_bank_comes_back(over, database):
    record = sent(database, 10_000)
    mistaken = make_payment(database, record, 10_000)
    over.drain()
    there = over.books.all(over.tenant, "Payments")[0]
    over.books.put(over.tenant, "Payments", there | {"IsReconciled": True})
    with database.transaction(ANN) as tx:
        payments.reverse(tx, mistaken)
    over.drain()
    now = row_of(database, record)
    assert (now["status"], now["outstanding"]) == ("paid", 0), "the bank has it, so it is no mistake"
    with database.read() as connection:
        newest = sa.select(payment).order_by(payment.c.id.desc()).limit(1)
        entry = connection.execute(newest).mappings().one()
    assert (entry["source"], entry["amount"], entry["date_paid"]) == ("accounting", 10_000, PAID_ON)
    assert "bank statement" in entry["note"]
    assert [one["PaymentID"] for one in over.invoice(f"INV-{record:05d}")["Payments"]] == [there["PaymentID"]]
    assert proved() == IN_STEP


def test_draft_here_that_exists_in_xero_is_a_difference(over, database):
    record = sent(database, 10_000)
    over.drain()
    update(database, record, status="draft")
    over.drain()
    report = proof.prove()
    assert (report["difference"], report["missing"]) == (10_000, 0)
    with database.read() as connection:
        rows = connection.execute(sa.text("select rows from sync_proof order by id desc limit 1")).scalar()
    assert [(row["invoiceId"], row["what"]) for row in rows] == [(record, "draft")]
