"""Money in, money out, and reversals: each has a separate call, check and sign."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from finance.invoices import bookings
from kit.database import Database
from services.finance.tests.builders import make_invoice, make_item, make_payment, row_of
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

ACCOUNTS, CANCELS = actor("accounting", "staff"), actor("cancelsInvoices", "staff")
DAY = "2026-11-20"


def paid_and_credited(database: Database, paid: int = 144_000, *credits: int) -> tuple[int, list[int]]:
    invoice_id = make_invoice(database, status="proposed")
    make_item(database, invoice_id, 144_000)
    if paid:
        make_payment(database, invoice_id, paid)
    return invoice_id, [note_of(database, invoice_id, amount) for amount in credits]


def note_of(database: Database, parent: int | None, amount: int) -> int:
    note = make_invoice(database, status="proposed", title="Credit", is_credit_note=True, parent_id=parent)
    make_item(database, note, -amount, meta_type="credit")
    return note


def enter(client: ClientFor, kind: str, record: int, amount: Any, who: Any = ACCOUNTS) -> Any:
    body = {"amount": amount, "type": "bankTransfer", "datePaid": DAY}
    return client(who).post(f"/api/v1/invoice/{record}/{kind}", json=body)


def entries(client: ClientFor, record: int) -> list[tuple[str, int, bool]]:
    answer = client(ACCOUNTS).get(f"/api/v1/invoice/{record}").json()["data"]
    return [(entry["kind"], entry["amount"], entry["reversible"]) for entry in answer["payments"]]


def actions(client: ClientFor, record: int, who: Any = ACCOUNTS) -> set[str]:
    offered = set(client(who).get(f"/api/v1/invoice/{record}").json()["data"]["actions"])
    return offered & {"pay", "refund", "reverse"}


def test_credit_on_a_paid_invoice_is_refunded(client: ClientFor, database: Database) -> None:
    invoice_id, _ = paid_and_credited(database, 144_000, 10_000)
    assert row_of(database, invoice_id)["outstanding"] == -10_000
    assert actions(client, invoice_id) == {"refund", "reverse"}
    assert actions(client, invoice_id, CANCELS) == {"reverse"}
    refused = enter(client, "payment", invoice_id, 10_000)
    assert (refused.status_code, refused.json()["error"]) == (
        409,
        "Nothing is owed on this invoice: £100.00 is due back. Please enter a refund",
    )
    refused = enter(client, "refund", invoice_id, 10_001)
    assert (refused.status_code, refused.json()["fields"]) == (
        422,
        {"amount": "The amount cannot be more than the £100.00 due back"},
    )
    assert enter(client, "refund", invoice_id, -100).status_code == 422
    answer = enter(client, "refund", invoice_id, 10_000)
    assert (answer.status_code, answer.json()["data"]["status"]) == (201, "paid")
    row = row_of(database, invoice_id)
    assert (row["paid"], row["refunded"], row["outstanding"]) == (134_000, 10_000, 0)
    assert entries(client, invoice_id) == [("payment", 144_000, True), ("refund", -10_000, True)]
    shown = client(ACCOUNTS).get(f"/api/v1/invoice/{invoice_id}").json()["data"]
    sums = {step["name"]: step["amount"] for step in shown["sums"]}
    assert (sums["credited"], sums["paid"], sums["refunded"], sums["outstanding"]) == (-10_000, -144_000, 10_000, 0)


def test_owed_invoice_takes_payments_and_no_refund(client: ClientFor, database: Database) -> None:
    invoice_id, _ = paid_and_credited(database, 0)
    assert actions(client, invoice_id) == {"pay", "reverse"}
    refused = enter(client, "refund", invoice_id, 100)
    assert (refused.status_code, refused.json()["error"]) == (409, bookings.NOTHING_DUE_BACK)
    assert enter(client, "payment", invoice_id, 144_001).json()["fields"] == {
        "amount": "The amount cannot be more than the £1,440.00 outstanding"
    }
    assert enter(client, "payment", invoice_id, 144_000).status_code == 201
    assert actions(client, invoice_id) == {"reverse"}


def test_reversed_refund_is_due_back_again(client: ClientFor, database: Database) -> None:
    invoice_id, _ = paid_and_credited(database, 144_000, 10_000)
    refund = enter(client, "refund", invoice_id, 4_000).json()["data"]["id"]
    reverse = client(ACCOUNTS).delete(f"/api/v1/invoice/payment/{refund}")
    assert reverse.status_code == 200
    assert client(ACCOUNTS).delete(f"/api/v1/invoice/payment/{refund}").json() == reverse.json()  # repeated
    assert client(ACCOUNTS).delete(f"/api/v1/invoice/payment/{reverse.json()['data']['id']}").status_code == 409
    row = row_of(database, invoice_id)
    assert (row["paid"], row["refunded"], row["outstanding"]) == (144_000, 0, -10_000)
    kinds = sorted(entries(client, invoice_id))
    assert kinds == [("payment", 144_000, True), ("refund", -4_000, False), ("reversal", 4_000, False)]


def test_credit_note_without_invoice_is_refunded(client: ClientFor, database: Database) -> None:
    note = note_of(database, None, 5_000)
    assert actions(client, note) == {"refund", "reverse"}
    assert enter(client, "payment", note, 100).json()["error"] == bookings.CREDIT_PAYS_BACK
    assert enter(client, "refund", note, 2_000).json()["data"]["status"] == "partPaid"
    body = {"paidMeta": "other", "paidDate": DAY, "paidAmount": 3_000}
    legacy = f"/api/v1/invoice/{note}/markaspaid/send/info"
    assert client(actor("sysAdmin", "staff")).post(legacy, json=body).status_code == 200
    row = row_of(database, note)
    assert (row["status"], row["paid"], row["refunded"], row["outstanding"]) == ("paid", -5_000, 5_000, 0)


def test_refund_of_several_credit_notes_is_one_entry_each(client: ClientFor, database: Database) -> None:
    invoice_id, notes = paid_and_credited(database, 144_000, 10_000, 5_000)
    assert enter(client, "refund", invoice_id, 12_000).status_code == 201
    assert [amount for _, amount, _ in entries(client, invoice_id) if amount < 0] == [-10_000, -2_000]
    assert entries(client, notes[1]) == [("refund", -2_000, True)]
    refused = enter(client, "refund", notes[0], 100)
    assert (refused.status_code, refused.json()["error"]) == (409, bookings.REFUNDED_THERE)


@pytest.mark.parametrize("state", ["cancelled", "draft"])
def test_refunded_credit_note_stays(client: ClientFor, database: Database, state: str) -> None:
    invoice_id, (note,) = paid_and_credited(database, 144_000, 10_000)
    refund = enter(client, "refund", invoice_id, 10_000).json()["data"]["id"]
    admin = client(actor("sysAdmin", "staff"))
    payload = {"reason": "Entered by mistake"} if state == "draft" else {}
    refused = admin.post(f"/api/v1/invoice/{note}/mark/{state}", json=payload)
    text = "£100.00 of this credit note was paid back. Please reverse that refund on its invoice first"
    assert (refused.status_code, refused.json()["error"]) == (409, text)
    assert admin.delete(f"/api/v1/invoice/payment/{refund}").status_code == 200
    assert admin.post(f"/api/v1/invoice/{note}/mark/{state}", json=payload).status_code == 200


def test_two_concurrent_refunds_pay_back_once(client: ClientFor, database: Database) -> None:
    invoice_id, _ = paid_and_credited(database, 144_000, 10_000)
    codes: list[int] = []
    threads = [
        threading.Thread(target=lambda: codes.append(enter(client, "refund", invoice_id, 10_000).status_code))
        for _ in "ab"
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [201, 409]
    assert row_of(database, invoice_id)["refunded"] == 10_000


def test_history_names_each_booking_by_its_move(client: ClientFor, database: Database) -> None:
    invoice_id, _ = paid_and_credited(database, 0, 10_000)
    enter(client, "payment", invoice_id, 134_000)
    wrong = enter(client, "payment", invoice_id, 1).status_code
    note_of(database, invoice_id, 5_000)
    refund = enter(client, "refund", invoice_id, 4_000).json()["data"]["id"]
    client(ACCOUNTS).delete(f"/api/v1/invoice/payment/{refund}")
    history = client(ACCOUNTS).get(f"/api/v1/invoice/{invoice_id}/history").json()["data"]
    entries = [(entry["title"], entry["newText"].split(",")[0]) for entry in history if entry["field"] == "payment"]
    assert wrong == 409
    assert entries[0][1].startswith("£40.00") and entries[1][1].startswith("£40.00")
    assert [title for title, _ in entries] == ["Refund reversed", "Refund entered", "Payment entered"]
    assert "bank transfer" in next(entry["newText"] for entry in history if entry["title"] == "Payment entered")
    assert not {"paidMeta", "emailSentByName", "personId"} & {entry["field"] for entry in history}


def test_payer_reads_no_note_of_a_payment(client: ClientFor, database: Database) -> None:
    invoice_id, _ = paid_and_credited(database, 0)
    body = {"amount": 1_000, "type": "other", "datePaid": DAY, "note": "Promised on the phone, again"}
    assert client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/payment", json=body).status_code == 201
    payer = actor("client", persons={"client": row_of(database, invoice_id)["person_id"]})
    [entry] = client(payer).get(f"/api/v1/invoice/{invoice_id}").json()["data"]["payments"]
    assert entry["amount"] == 1_000 and "note" not in entry
    [entry] = client(ACCOUNTS).get(f"/api/v1/invoice/{invoice_id}").json()["data"]["payments"]
    assert entry["note"] == body["note"]
