"""A payment and the tick of an instalment are one booking (`docs/finance.md`, States and plans)."""

from __future__ import annotations

import pytest

from kit.database import Database
from services.finance.tests.builders import make_invoice, make_item, make_payment, row_of
from services.finance.tests.plans.test_plans import ACCOUNTS, JUNE, MAY, detail, owing, pay, payments, planned
from staffroom_testing.plugin import ClientFor


def test_payment_and_tick_are_one_booking(client: ClientFor, database: Database) -> None:
    invoice_id, parts = planned(database, (5_000, MAY), (5_000, JUNE))
    body = {"amount": 5_000, "type": "other", "datePaid": "2026-05-02"}
    entry = client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/payment", json=body).json()["data"]["id"]
    twice = pay(client, parts[0])
    assert (twice.status_code, twice.json()["error"]) == (
        409,
        "The £50.00 of this instalment already came with other payments; marking it as paid would book them twice",
    )
    assert (row_of(database, invoice_id)["paid"], row_of(database, invoice_id)["status"]) == (5_000, "partPaid")
    assert [part["left"] for part in detail(client, invoice_id)["installmentPlan"]] == [0, 5_000]
    assert pay(client, parts[1]).status_code == 200
    assert (row_of(database, invoice_id)["paid"], row_of(database, invoice_id)["status"]) == (10_000, "paid")
    assert client(ACCOUNTS).delete(f"/api/v1/invoice/payment/{entry}").status_code == 200
    assert pay(client, parts[0]).status_code == 200  # the payment is gone: it is open again
    assert (row_of(database, invoice_id)["paid"], payments(database, invoice_id)) == (
        10_000,
        [5_000, 5_000, -5_000, 5_000],
    )


@pytest.mark.parametrize(
    ("came", "tick", "text"),
    [
        (2_000, 0, "£20.00 of this instalment already came with other payments. Please enter the remaining £30.00"),
        (2_000, 1, None),  # the chosen one; the other money settles the earliest
        (5_001, 1, "£0.01 of this instalment already came with other payments. Please enter the remaining £49.99"),
        (-1, 0, None),  # a refund there: nothing was received
    ],
)
def test_money_already_received_for_an_instalment(
    client: ClientFor, database: Database, came: int, tick: int, text: str | None
) -> None:
    invoice_id, parts = planned(database, (5_000, MAY), (5_000, JUNE))
    make_payment(database, invoice_id, came, source="accounting")
    answer = pay(client, parts[tick])
    assert answer.status_code == (409 if text else 200), answer.text
    assert (answer.json().get("error") or "").startswith(text or "")
    assert row_of(database, invoice_id)["paid"] == came + (0 if text else 5_000)


def test_tick_books_no_more_than_is_owed(client: ClientFor, database: Database) -> None:
    invoice_id, parts = planned(database, (5_000, MAY), (5_000, JUNE))
    note = make_invoice(database, status="proposed", title="Credit", is_credit_note=True, parent_id=invoice_id)
    make_item(database, note, -6_000)
    refused = pay(client, parts[0])
    assert refused.json()["error"] == (
        "The amount cannot be more than the £40.00 outstanding, and this instalment is £50.00. "
        "Please enter what came as a payment"
    )
    path = f"/api/v1/invoice/{invoice_id}/invoiceInstallment"
    body = {"dueDate": "2026-08-01", "isPaid": True, "paidDate": "2026-05-01", "paymentType": "other"}
    assert client(ACCOUNTS).post(path, json=body | {"amount": 4_001}).status_code == 409
    assert client(ACCOUNTS).post(path, json=body | {"amount": 4_000}).status_code == 201
    assert (row_of(database, invoice_id)["status"], row_of(database, invoice_id)["outstanding"]) == ("paid", 0)


def test_payment_of_ours_reversed_in_xero_does_not_keep_the_status(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database)
    entry = make_payment(database, invoice_id, 4_000)
    make_payment(database, invoice_id, -4_000, source="accounting", reverses_id=entry)
    make_payment(database, invoice_id, 10_000)
    back = client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/mark/proposed", json={})
    assert (back.status_code, row_of(database, invoice_id)["paid"]) == (200, 0), back.text
