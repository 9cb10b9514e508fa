"""Instalment plans, payments and the write-off (`money.md 2`, `4`, `5`)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from finance.invoices import bookings
from finance.invoices.model import invoice
from finance.plans import rules
from kit.database import Database
from services.finance.tests.builders import make_instalment, make_invoice, make_item, make_payment, row_of
from services.finance.tests.plans.calls import ACCOUNTS, OFFICE, detail, owing, pay, payments, put
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

MAY, JUNE, JULY = dt.date(2026, 5, 1), dt.date(2026, 6, 1), dt.date(2026, 7, 1)


@pytest.mark.parametrize(
    ("amounts", "text"),
    [
        ([], None),
        ([6_000, 4_000], None),
        (
            [6_000, 2_500],
            "The instalment plans add up to £85.00 which doesn't match the invoice total of £100.00, "
            "there is £15.00 outstanding",
        ),
        (
            [6_000, 4_001],
            "The instalment plans add up to £100.01 which doesn't match the invoice total of £100.00, "
            "it is over by £0.01",
        ),
    ],
)
def test_mismatch_text(client: ClientFor, database: Database, amounts: list[int], text: str | None) -> None:
    invoice_id = owing(database)
    for amount in amounts:
        make_instalment(database, invoice_id, amount, MAY)
    assert detail(client, invoice_id)["planMismatch"] == text


@pytest.mark.parametrize(
    ("amount", "currency", "text"),
    [(0, "GBP", "£0.00"), (123_456_789, "EUR", "€1,234,567.89"), (-5, "GBP", "-£0.05"), (100_000, "GBP", "£1,000.00")],
)
def test_money_in_texts(amount: int, currency: str, text: str) -> None:
    assert rules.money(amount, currency) == text


def test_plan_in_equal_parts(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database, 10_001)
    assert "createPlan" in detail(client, invoice_id)["actions"]
    body = {"count": 3, "first": "2026-01-31", "every": "month"}
    headers = {"Idempotency-Key": "plan"}
    answers = [client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/plan", json=body, headers=headers) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201], answers[0].text
    data = detail(client, invoice_id)
    assert [(part["amount"], part["dueDate"]["date"]) for part in data["installmentPlan"]] == [
        (3_334, "2026-01-31"),
        (3_334, "2026-02-28"),
        (3_333, "2026-03-31"),
    ]
    assert (data["hasInstallmentPlan"], data["planMismatch"], data["dueDate"]) == (
        True,
        None,
        {"date": "2026-01-31"},
    )
    assert "createPlan" not in data["actions"]
    again = client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/plan", json=body)
    assert (again.status_code, again.json()["error"]) == (409, bookings.PLAN_EXISTS)


@pytest.mark.parametrize(
    ("every", "days"),
    [
        ("week", ["2026-12-24", "2026-12-31"]),
        ("fortnight", ["2026-12-24", "2027-01-07"]),
        ("quarter", ["2026-12-24", "2027-03-24"]),
    ],
)
def test_intervals_of_plans(every: str, days: list[str]) -> None:
    assert [str(day) for day in rules.due_dates(dt.date(2026, 12, 24), every, 2)] == days


@pytest.mark.parametrize("total", range(1, 60))
def test_split_loses_no_penny(total: int) -> None:
    for count in range(2, 25):
        parts = rules.split(total, count)
        assert sum(parts) == total and max(parts) - min(parts) <= 1 and parts == sorted(parts, reverse=True)


def test_no_plan_for_credit_notes(client: ClientFor, database: Database) -> None:
    note = make_invoice(database, status="proposed", title="Credit", is_credit_note=True)
    make_item(database, note, -500)
    body = {"count": 2, "first": "2026-01-31", "every": "month"}
    refused = client(OFFICE).post(f"/api/v1/invoice/{note}/plan", json=body)
    assert (refused.status_code, refused.json()["error"]) == (409, bookings.NO_PLAN)
    part = client(OFFICE).post(
        f"/api/v1/invoice/{note}/invoiceInstallment", json={"amount": 5, "dueDate": "2026-01-31"}
    )
    assert (part.status_code, part.json()["error"]) == (409, bookings.NO_PLAN)
    assert "createPlan" not in detail(client, note)["actions"]


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"amount", "dueDate"}),
        ({"amount": 0, "dueDate": "2026-05-01"}, {"amount"}),
        ({"amount": 100, "dueDate": "2026-05-01", "isPaid": True}, {"paidDate", "paymentType"}),
        ({"amount": 100, "dueDate": "2026-05-01", "isPaid": True, "paidDate": "2026-05-01"}, {"paymentType"}),
    ],
)
def test_required_fields_of_an_instalment(
    client: ClientFor, database: Database, body: dict[str, Any], fields: set[str]
) -> None:
    answer = client(ACCOUNTS).post(f"/api/v1/invoice/{owing(database)}/invoiceInstallment", json=body)
    assert answer.status_code == 422, answer.text
    assert set(answer.json()["fields"]) == fields
    assert set(answer.json()["fields"].values()) <= {
        "Field is required",
        "Please enter a number between 1 and 1000000000",
    }


def test_paid_needs_date_and_method(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database)
    part = make_instalment(database, invoice_id, 10_000, MAY)
    refused = put(client, part, isPaid=True)
    assert (refused.status_code, set(refused.json()["fields"])) == (422, {"paidDate", "paymentType"})
    assert pay(client, part).status_code == 200
    for field in ("paidDate", "paymentType"):
        assert put(client, part, **{field: None}).status_code == 422


def test_due_date_and_status_of_a_plan_over_time(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database, due_date=MAY)
    parts = [
        make_instalment(database, invoice_id, amount, due)
        for amount, due in ((5_000, MAY), (3_000, JUNE), (2_000, JULY))
    ]
    assert pay(client, parts[0]).status_code == 200
    row = row_of(database, invoice_id)
    assert (row["status"], row["paid"], row["outstanding"], row["due_date"]) == ("partPaid", 5_000, 5_000, JUNE)
    assert pay(client, parts[2], "2026-06-20").status_code == 200
    assert row_of(database, invoice_id)["due_date"] == JUNE  # nothing unpaid is later
    assert pay(client, parts[1], "2026-06-10").status_code == 200
    row = row_of(database, invoice_id)
    assert (row["status"], row["paid"], row["paid_meta"]) == ("paid", 10_000, "instalmentPlan")
    assert max(entry["datePaid"]["date"] for entry in detail(client, invoice_id)["payments"]) == "2026-06-20"
    assert put(client, parts[1], OFFICE, isPaid=False).status_code == 403
    assert put(client, parts[1], isPaid=False).status_code == 200
    row = row_of(database, invoice_id)
    assert (row["status"], row["paid"], row["paid_meta"]) == ("partPaid", 7_000, "")
    for part in (parts[0], parts[2]):
        assert put(client, part, isPaid=False).status_code == 200
    row = row_of(database, invoice_id)
    assert (row["status"], row["paid"], row["unpaid_status"]) == ("proposed", 0, None)
    assert payments(database, invoice_id) == []


def due_in(database: Database, invoice_id: int) -> dt.date:
    due: dt.date = row_of(database, invoice_id)["due_date"]
    return due


def planned(database: Database, *parts: tuple[int, dt.date]) -> tuple[int, list[int]]:
    """Create an invoice due in May over £100, and its instalments."""
    invoice_id = owing(database, due_date=MAY)
    return invoice_id, [make_instalment(database, invoice_id, amount, day) for amount, day in parts]


def test_ticking_out_of_order_moves_the_due_date_to_the_next_later_one(client: ClientFor, database: Database) -> None:
    invoice_id, parts = planned(database, (5_000, MAY), (3_000, JUNE), (2_000, JULY))
    assert pay(client, parts[1]).status_code == 200
    assert due_in(database, invoice_id) == JULY
    assert put(client, parts[1], isPaid=False).status_code == 200
    assert due_in(database, invoice_id) == MAY  # the earliest open one
    history = client(actor("sysAdmin")).get(f"/api/v1/invoice/{invoice_id}/history?field=dueDate").json()["data"]
    days = [(entry["oldValue"]["date"], entry["newValue"]["date"]) for entry in history]
    assert days == [("2026-07-01", "2026-05-01"), ("2026-05-01", "2026-07-01")]


@pytest.mark.parametrize("source", ["manual", "accounting"])
def test_money_that_settles_an_instalment_moves_the_due_date(database: Database, source: str) -> None:
    invoice_id, _ = planned(database, (5_000, MAY), (3_000, JUNE), (2_000, JULY))
    due = []
    for amount in (1_000, 4_000, 2_999, 1, 2_000, -1, -1_999, -8_000):
        make_payment(database, invoice_id, amount, source=source)
        due.append(due_in(database, invoice_id))
    assert due == [MAY, JUNE, JUNE, JULY, JULY, JULY, JULY, MAY]


def test_other_money_besides_ticked_instalments(client: ClientFor, database: Database) -> None:
    invoice_id, parts = planned(database, (5_000, MAY), (3_000, JUNE), (2_000, JULY))
    make_payment(database, invoice_id, 5_000, source="accounting")
    assert due_in(database, invoice_id) == JUNE
    assert pay(client, parts[1]).status_code == 200
    assert due_in(database, invoice_id) == JULY
    assert put(client, parts[1], isPaid=False).status_code == 200
    assert due_in(database, invoice_id) == JUNE  # the other money settles May
    make_payment(database, invoice_id, -5_000, source="accounting")
    assert due_in(database, invoice_id) == MAY


def test_payment_that_settles_nothing_leaves_the_chosen_due_date(database: Database) -> None:
    invoice_id, _ = planned(database, (5_000, JUNE), (5_000, JULY))
    change_due_date(database, invoice_id, MAY)
    make_payment(database, invoice_id, 4_999)
    assert due_in(database, invoice_id) == MAY


def change_due_date(database: Database, invoice_id: int, day: dt.date) -> None:
    with database.transaction(ACCOUNTS) as tx:
        tx.execute(sa.update(invoice).where(invoice.c.id == invoice_id).values(due_date=day))


def test_plan_moves_the_due_date_to_its_next_open_instalment(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database, due_date=MAY)
    body = {"count": 2, "first": JUNE.isoformat(), "every": "month"}
    assert client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/plan", json=body).status_code == 201
    row = client(OFFICE).get("/api/v1/invoices?pageSize=10").json()["data"][0]
    shown = detail(client, invoice_id)["dueDate"]["date"]
    assert (due_in(database, invoice_id), row["dueDate"], shown) == (JUNE, JUNE.isoformat(), JUNE.isoformat())
    first = detail(client, invoice_id)["installmentPlan"][0]["id"]
    assert put(client, first, dueDate="2026-06-15").status_code == 200
    assert due_in(database, invoice_id) == dt.date(2026, 6, 15)
    assert client(OFFICE).delete(f"/api/v1/invoiceInstallment/{first}").status_code == 200
    assert due_in(database, invoice_id) == JULY
    history = client(actor("sysAdmin")).get(f"/api/v1/invoice/{invoice_id}/history?field=dueDate").json()["data"]
    assert [entry["newValue"]["date"] for entry in history] == ["2026-06-01"]


def test_manual_payments_record_the_moved_due_date_in_the_history(client: ClientFor, database: Database) -> None:
    invoice_id, _ = planned(database, (5_000, MAY), (5_000, JUNE))
    body = {"amount": 5_000, "type": "creditCard", "datePaid": "2026-05-02"}
    entry = client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/payment", json=body).json()["data"]["id"]
    assert due_in(database, invoice_id) == JUNE
    assert client(ACCOUNTS).delete(f"/api/v1/invoice/payment/{entry}").status_code == 200
    assert due_in(database, invoice_id) == MAY
    part = {"paidMeta": "other", "paidDate": "2026-05-02", "paidAmount": 5_000}
    assert client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/markaspaid/send/info", json=part).status_code == 200
    assert due_in(database, invoice_id) == JUNE
    assert client(actor("sysAdmin")).post(f"/api/v1/invoice/{invoice_id}/mark/proposed", json={}).status_code == 200
    assert due_in(database, invoice_id) == MAY
    history = client(actor("sysAdmin")).get(f"/api/v1/invoice/{invoice_id}/history?field=dueDate").json()["data"]
    assert [entry["newValue"]["date"][5:7] for entry in history] == ["05", "06", "05", "06"]


def test_reversal_of_all_payments_of_a_plan(client: ClientFor, database: Database) -> None:
    invoice_id, parts = planned(database, (5_000, MAY), (3_000, JUNE), (2_000, JULY))
    for part in parts[:2]:
        assert pay(client, part).status_code == 200
    make_payment(database, invoice_id, 2_000)
    # the other money settles July: nothing is open, and the due date stays
    assert row_of(database, invoice_id)["status"] == "paid" and due_in(database, invoice_id) == JULY
    assert client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/mark/proposed", json={}).status_code == 200
    assert (row_of(database, invoice_id)["paid"], due_in(database, invoice_id)) == (0, MAY)


def test_all_instalments_paid_of_a_plan_below_the_total(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database)
    assert pay(client, make_instalment(database, invoice_id, 9_000, MAY)).status_code == 200
    assert (row_of(database, invoice_id)["status"], row_of(database, invoice_id)["paid_meta"]) == ("partPaid", "")


def test_paid_instalment_matches_its_payment(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database)
    part = make_instalment(database, invoice_id, 4_000, MAY)
    pay(client, part)
    assert put(client, part, paidDate="2026-05-09", paymentType="flywire").status_code == 200
    ((entry),) = detail(client, invoice_id)["payments"]
    assert (entry["type"], entry["datePaid"], entry["source"]) == ("flywire", {"date": "2026-05-09"}, "instalment")


@pytest.mark.parametrize("field", ["amount", "dueDate"])
def test_plan_of_the_part_paid_invoice_stays(client: ClientFor, database: Database, field: str) -> None:
    invoice_id = owing(database)
    first, second = (
        make_instalment(database, invoice_id, 4_000, MAY),
        make_instalment(database, invoice_id, 6_000, JUNE),
    )
    pay(client, first)
    answer = put(client, second, **{field: 100 if field == "amount" else "2026-06-02"})
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        "An invoice cannot be changed while its status is Part paid",
    )
    assert client(OFFICE).delete(f"/api/v1/invoiceInstallment/{second}").status_code == 409
    refused = client(OFFICE).delete(f"/api/v1/invoiceInstallment/{first}")
    assert (refused.status_code, refused.json()["error"]) == (409, rules.PAID_INSTALMENT_STAYS)


def test_deleting_the_last_instalment_deletes_the_plan(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database)
    body = {"amount": 5_000, "dueDate": "2026-05-01"}
    ids = [
        client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/invoiceInstallment", json=body).json()["data"]["id"]
        for _ in "ab"
    ]
    for part, still in zip(ids, (True, False), strict=True):
        assert client(OFFICE).delete(f"/api/v1/invoiceInstallment/{part}").status_code == 200
        assert row_of(database, invoice_id)["has_instalment_plan"] is still


def test_draft_takes_no_payment(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database, status="draft")
    assert pay(client, make_instalment(database, invoice_id, 100, MAY)).json()["error"] == bookings.DRAFT_UNPAID
    body = {"amount": 100, "type": "other", "datePaid": "2026-05-02"}
    assert (
        client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/payment", json=body).json()["error"]
        == bookings.DRAFT_UNPAID
    )


def test_manual_payments(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database, status="final")
    body = {"amount": 4_000, "type": "other", "datePaid": "2026-05-02", "note": "cheque"}
    path = f"/api/v1/invoice/{invoice_id}/payment"
    assert client(OFFICE).post(path, json=body).status_code == 403
    first = client(ACCOUNTS).post(path, json=body, headers={"Idempotency-Key": "a"}).json()["data"]
    again = client(ACCOUNTS).post(path, json=body, headers={"Idempotency-Key": "a"}).json()["data"]
    assert first == again and first["status"] == "partPaid"
    too_much = client(ACCOUNTS).post(path, json=body | {"amount": 6_001})
    assert too_much.json()["error"] == "The amount cannot be more than the £60.00 outstanding"
    assert client(ACCOUNTS).post(path, json=body | {"amount": 6_000}).json()["data"]["status"] == "paid"
    assert client(ACCOUNTS).post(path, json=body).json()["error"] == bookings.ALL_PAID
    for _ in range(2):  # the second time changes nothing
        taken = client(ACCOUNTS).delete(f"/api/v1/invoice/payment/{first['id']}")
        assert (taken.status_code, taken.json()["data"]["status"]) == (200, "partPaid")
    assert payments(database, invoice_id) == [4_000, 6_000, -4_000]
    reversing = taken.json()["data"]["id"]
    assert client(ACCOUNTS).delete(f"/api/v1/invoice/payment/{reversing}").json()["error"] == rules.TAKEN_BACK
    last = detail(client, invoice_id)["payments"][1]["id"]
    other = next(entry["id"] for entry in detail(client, invoice_id)["payments"] if entry["amount"] == 6_000)
    assert client(ACCOUNTS).delete(f"/api/v1/invoice/payment/{other}").json()["data"]["status"] == "final"
    assert last and row_of(database, invoice_id)["paid"] == 0


def test_only_manual_payments_are_reversed_by_hand(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database)
    pay(client, make_instalment(database, invoice_id, 1_000, MAY))
    theirs = make_payment(database, invoice_id, 500, source="accounting")
    ours = next(entry["id"] for entry in detail(client, invoice_id)["payments"] if entry["source"] == "instalment")
    for record, text in ((theirs, rules.TAKE_BACK_THERE), (ours, rules.UNMARK_INSTEAD)):
        answer = client(ACCOUNTS).delete(f"/api/v1/invoice/payment/{record}")
        assert (answer.status_code, answer.json()["error"]) == (409, text)
    assert client(ACCOUNTS).delete("/api/v1/invoice/payment/999999").status_code == 404
