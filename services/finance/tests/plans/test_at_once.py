"""Several fields of an instalment in one call: the payment is booked once, whatever else changes."""

from __future__ import annotations

from typing import Any

import pytest

from kit.database import Database
from services.finance.tests.builders import make_instalment, row_of
from services.finance.tests.plans.test_plans import ACCOUNTS, MAY, OFFICE, detail, owing, pay, payments
from staffroom_testing.plugin import ClientFor


def put(client: ClientFor, part: int, who: Any = ACCOUNTS, **fields: Any) -> Any:
    changes = [{"field": field, "newValue": value} for field, value in fields.items()]
    return client(who).put(f"/api/v1/invoiceInstallment/{part}", json={"changes": changes})


@pytest.mark.parametrize("order", [("paidDate", "paymentType", "isPaid"), ("isPaid", "paymentType", "paidDate")])
def test_tick_with_day_and_method_books_one_payment(
    client: ClientFor, database: Database, order: tuple[str, ...]
) -> None:
    invoice_id = owing(database)
    part = make_instalment(database, invoice_id, 4_000, MAY)
    make_instalment(database, invoice_id, 6_000, MAY)
    payload = {"paidDate": "2026-05-01", "paymentType": "bankTransfer", "isPaid": True}
    answer = put(client, part, **{name: payload[name] for name in order})
    assert answer.status_code == 200, answer.text
    assert payments(database, invoice_id) == [4_000]
    data = detail(client, invoice_id)
    assert (data["status"], data["paid"], data["outstanding"]) == ("partPaid", 4_000, 6_000)
    assert data["payments"][0]["datePaid"]["date"].startswith("2026-05-01")


def test_tick_without_its_day_is_refused_and_books_nothing(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database)
    part = make_instalment(database, invoice_id, 4_000, MAY)
    answer = put(client, part, isPaid=True, paymentType="bankTransfer")
    assert answer.status_code == 422
    assert payments(database, invoice_id) == []


def test_caller_without_the_right_books_nothing_with_allowed_fields(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database)
    part = make_instalment(database, invoice_id, 4_000, MAY)
    answer = put(client, part, OFFICE, dueDate="2026-06-01", paidDate="2026-05-01", isPaid=True)
    assert answer.status_code == 403
    assert payments(database, invoice_id) == []
    assert detail(client, invoice_id)["installmentPlan"][0]["dueDate"]["date"].startswith("2026-05-01")


def test_unticked_instalment_with_a_day_matches_its_payments(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database)
    part = make_instalment(database, invoice_id, 10_000, MAY)
    assert pay(client, part).status_code == 200
    put(client, part, isPaid=False, paidDate="2026-05-02")
    now = detail(client, invoice_id)
    assert payments(database, invoice_id) == ([] if not now["installmentPlan"][0]["isPaid"] else [10_000])
    assert now["paid"] == sum(payments(database, invoice_id))


def test_day_and_method_of_a_paid_instalment_change_its_payment_once(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database)
    part = make_instalment(database, invoice_id, 10_000, MAY)
    assert pay(client, part).status_code == 200
    answer = put(client, part, paidDate="2026-05-03", paymentType="creditCard")
    assert answer.status_code == 200, answer.text
    assert payments(database, invoice_id) == [10_000]
    (booked,) = detail(client, invoice_id)["payments"]
    assert (booked["type"], booked["datePaid"]["date"][:10]) == ("creditCard", "2026-05-03")
    assert row_of(database, invoice_id)["status"] == "paid"
