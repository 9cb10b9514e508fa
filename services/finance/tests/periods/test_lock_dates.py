"""The lock date of an organisation closes everything dated on or before it."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from finance.payouts.bills.model import bill
from finance.payouts.expenses.model import expense_claim, expense_line
from finance.payouts.recharges.model import recharge
from finance.payouts.tutors.model import pay_run
from kit.database import Database
from kit.policy import as_service
from kit.values.days import today
from services.finance.tests.builders import (
    make_copies,
    make_instalment,
    make_invoice,
    make_item,
    make_payment,
    row_of,
)
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE, ADMIN = actor("staff"), actor("sysAdmin", "staff", name="Sia Admin")
ACCOUNTS = actor("accounting", "staff", name="Ann Accountant")
LOCK = "2026-09-30"
BEFORE, AFTER = dt.date(2026, 9, 30), dt.date(2026, 10, 1)
WHY = {"reason": "The date was wrong"}
SENT = {"date": "2026-11-20T09:30:00Z"}


@pytest.fixture(autouse=True)
def _copies(database: Database) -> None:
    make_copies(database)


def lock(client: ClientFor, day: str | None, who: Any = ACCOUNTS, org: int = 1, **more: Any) -> Any:
    return client(who).put(f"/api/v1/invoices/lockdates/{org}", json={"lockDate": day, **more})


def owing(database: Database, day: dt.date, status: str = "proposed", **values: Any) -> int:
    record = make_invoice(database, status=status, date=day, **values)
    make_item(database, record, 10_000)
    return record


def refused(answer: Any) -> bool:
    body = answer.json()
    return answer.status_code == 409 and body["code"] == "period_closed" and "closed up to 30/09/26" in body["error"]


def test_accounting_moves_forward_and_sys_admin_reopens_with_a_reason(client: ClientFor, database: Database) -> None:
    assert lock(client, LOCK, OFFICE).status_code == 403
    assert lock(client, "2099-01-01").status_code == 422
    assert lock(client, LOCK, org=99).status_code == 404
    assert lock(client, LOCK).json()["data"] == {"orgId": 1, "lockDate": LOCK}
    assert lock(client, "2026-08-31").status_code == 403
    assert lock(client, "2026-08-31", ADMIN).json()["fields"] == {"reason": "Field is required"}
    assert lock(client, "2026-08-31", ADMIN, reason="A bill was late").status_code == 200
    assert lock(client, LOCK).status_code == 200
    assert client(OFFICE).get("/api/v1/invoices/lockdates").status_code == 403
    oxford, portugal = client(ACCOUNTS).get("/api/v1/invoices/lockdates").json()["data"]
    assert (oxford["lockDate"], portugal["lockDate"], portugal["changes"]) == (LOCK, None, [])
    changes = [(one["lockDate"], one["reason"], one["by"]) for one in oxford["changes"]]
    assert changes == [
        (LOCK, "", "Ann Accountant"),
        ("2026-08-31", "A bill was late", "Sia Admin"),
        (LOCK, "", "Ann Accountant"),
    ]


def test_invoices_neither_enter_nor_leave_a_closed_period(client: ClientFor, database: Database) -> None:
    drafts = {day: owing(database, day, "draft") for day in (BEFORE, AFTER)}
    issued = {day: owing(database, day) for day in (BEFORE, AFTER)}
    elsewhere = owing(database, BEFORE, "draft", organisation_id=3)
    lock(client, LOCK)
    post = client(ADMIN).post
    assert refused(post(f"/api/v1/invoice/{drafts[BEFORE]}/mark/sent", json=SENT))
    assert refused(post(f"/api/v1/invoice/{drafts[BEFORE]}/mark/proposed", json={}))
    assert refused(client(ACCOUNTS).post(f"/api/v1/invoice/{issued[BEFORE]}/takeback", json=WHY))
    assert refused(post(f"/api/v1/invoice/{issued[BEFORE]}/mark/draft", json=WHY))
    assert refused(post(f"/api/v1/invoice/{issued[BEFORE]}/mark/cancelled", json={}))
    law = client(ACCOUNTS).get(f"/api/v1/invoice/{issued[BEFORE]}").json()["data"]["issued"]
    assert "closed up to 30/09/26" in law["takeBack"]
    for record in (drafts[AFTER], elsewhere):
        assert post(f"/api/v1/invoice/{record}/mark/sent", json=SENT).status_code == 200
    assert client(ACCOUNTS).post(f"/api/v1/invoice/{issued[AFTER]}/takeback", json=WHY).status_code == 200


def test_credit_note_in_a_closed_period_is_refused(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database, BEFORE)
    note = make_invoice(database, title="Credit", is_credit_note=True, parent_id=invoice_id, date=BEFORE)
    make_item(database, note, -500, meta_type="credit")
    lock(client, LOCK)
    path = f"/api/v1/invoice/{note}"
    assert refused(client(ACCOUNTS).post(f"{path}/mark/sent", json=SENT))
    assert client(ACCOUNTS).put(path, json={"field": "date", "newValue": "2026-10-01"}).status_code == 200
    assert client(ACCOUNTS).post(f"{path}/mark/sent", json=SENT).status_code == 200


def test_payments_of_a_closed_period_are_refused(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database, BEFORE)
    part = make_instalment(database, invoice_id, 10_000, BEFORE)
    ticked = owing(database, BEFORE)
    given = {"paid_date": BEFORE, "payment_type": "other"}
    paid_part = make_instalment(database, ticked, 10_000, BEFORE, **given)
    make_payment(database, ticked, 10_000, source="instalment", instalment_id=paid_part, date_paid=BEFORE)
    lock(client, LOCK)
    office = client(ACCOUNTS)
    body = {"amount": 100, "type": "other", "datePaid": LOCK}
    assert refused(office.post(f"/api/v1/invoice/{invoice_id}/payment", json=body))
    details = {"paidMeta": "other", "paidDate": LOCK}
    assert refused(office.post(f"/api/v1/invoice/{invoice_id}/markaspaid/send/info", json=details))
    for field, value in (("paidDate", LOCK), ("paymentType", "other")):
        office.put(f"/api/v1/invoiceInstallment/{part}", json={"field": field, "newValue": value})
    tick = f"/api/v1/invoiceInstallment/{part}"
    assert refused(office.put(tick, json={"field": "isPaid", "newValue": True}))
    untick = f"/api/v1/invoiceInstallment/{paid_part}"
    assert refused(office.put(untick, json={"field": "isPaid", "newValue": False}))
    assert refused(office.put(untick, json={"field": "paidDate", "newValue": "2026-10-02"}))
    assert refused(office.post(f"/api/v1/invoice/{ticked}/mark/proposed", json={}))
    new = {"amount": 5, "dueDate": "2027-01-01", "isPaid": True, "paidDate": LOCK, "paymentType": "other"}
    assert refused(office.post(f"/api/v1/invoice/{invoice_id}/invoiceInstallment", json=new))
    assert (row_of(database, invoice_id)["paid"], row_of(database, ticked)["paid"]) == (0, 10_000)
    assert (
        office.post(f"/api/v1/invoice/{invoice_id}/payment", json=body | {"datePaid": "2026-10-01"}).status_code == 201
    )


def test_write_off_and_reversal_are_dated_today(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database, BEFORE)
    payment = make_payment(database, invoice_id, 9_900, date_paid=BEFORE)
    lock(client, today().isoformat())
    office = client(ACCOUNTS)
    for answer in (
        office.post(f"/api/v1/invoice/{invoice_id}/writeoff"),
        office.delete(f"/api/v1/invoice/payment/{payment}"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "period_closed")


def test_bills_of_a_closed_period_are_neither_approved_nor_paid(client: ClientFor, database: Database) -> None:
    values: dict[str, Any] = {"supplier": "Oxford Paper", "organisation_id": 1, "currency": "GBP", "net": 1_000}
    values |= {"entered_by_id": 1, "entered_by_name": "Ann"}
    with database.transaction(as_service("finance")) as tx:
        closed, later = (tx.insert(bill, values | {"reference": f"OP-{day}", "date": day}) for day in (BEFORE, AFTER))
        approved = tx.insert(bill, values | {"reference": "OP-3", "date": AFTER, "status": "approved"})
    lock(client, LOCK)
    office = client(ACCOUNTS)
    assert refused(office.post(f"/api/v1/bills/{closed}/approve", json={}))
    assert refused(office.post(f"/api/v1/bills/{closed}/cancel", json={}))
    assert office.post(f"/api/v1/bills/{later}/approve", json={}).status_code == 200
    assert refused(office.post(f"/api/v1/bills/{approved}/pay", json={"paidDate": LOCK}))
    assert office.post(f"/api/v1/bills/{approved}/pay", json={"paidDate": "2026-10-02"}).status_code == 200


def test_pay_runs_of_a_closed_period_are_neither_approved_nor_paid(client: ClientFor, database: Database) -> None:
    values: dict[str, Any] = {"organisation_id": 1, "currency": "GBP", "prepared_by_id": 1, "prepared_by_name": "Ann"}
    months = (dt.date(2026, 9, 1), dt.date(2026, 10, 1))
    with database.transaction(as_service("finance")) as tx:
        closed, later = (tx.insert(pay_run, values | {"month": month, "lines": 1}) for month in months)
    lock(client, LOCK)
    finance = client(actor("finance", "staff"))
    assert refused(finance.post(f"/api/v1/tutorpayments/{closed}/check", json={}))
    assert finance.post(f"/api/v1/tutorpayments/{later}/check", json={}).status_code == 200
    second = client(actor("finance", "staff", user_id=77))
    assert second.post(f"/api/v1/tutorpayments/{later}/approve", json={}).status_code == 200
    assert refused(finance.post(f"/api/v1/tutorpayments/{later}/pay", json={"paidDate": LOCK}))


def test_claims_with_a_line_in_a_closed_period_are_not_approved(client: ClientFor, database: Database) -> None:
    """Money is booked on the day of each line."""
    claims = {}
    with database.transaction(as_service("finance")) as tx:
        for name, status in (("submitted", "submitted"), ("approved", "approved"), ("later", "submitted")):
            values: dict[str, Any] = {"title": name, "user_id": 9, "user_name": "Cal", "organisation_id": 1}
            claims[name] = tx.insert(expense_claim, values | {"status": status})
            for day in (AFTER,) if name == "later" else (BEFORE, AFTER):
                line = {"claim_id": claims[name], "date": day, "category": "mileage", "description": "Train"}
                tx.insert(expense_line, line | {"amount": 1_000})
    lock(client, LOCK)
    office = client(ACCOUNTS)
    why = {"reason": "Please see me"}
    assert refused(office.post(f"/api/v1/expenses/{claims['submitted']}/approve", json={}))
    assert refused(office.post(f"/api/v1/expenses/{claims['approved']}/return", json=why))
    assert office.post(f"/api/v1/expenses/{claims['submitted']}/return", json=why).status_code == 200
    assert office.post(f"/api/v1/expenses/{claims['later']}/approve", json={}).status_code == 200


def test_recharges_check_the_lock_date_of_both_organisations(client: ClientFor, database: Database) -> None:
    values: dict[str, Any] = {"type": "other", "description": "Printing", "amount": 1_000, "currency": "GBP"}
    finance = client(actor("finance", "staff"))
    ways = (1, 3), (3, 1)
    with database.transaction(as_service("finance")) as tx:
        for payer, payee in ways:
            organisations = {"from_organisation_id": payee, "to_organisation_id": payer}
            for day, status in ((BEFORE, "draft"), (AFTER, "draft"), (AFTER, "agreed")):
                tx.insert(recharge, values | organisations | {"date": day, "status": status})
    lock(client, LOCK)
    data = finance.get("/api/v1/recharges?page=1&sort=id").json()["data"]
    for one in data:
        path = f"/api/v1/recharges/{one['id']}"
        if one["status"] == "draft":
            answer = finance.post(f"{path}/agree", json={})
            assert refused(answer) if one["date"] == LOCK else answer.status_code == 200
        else:
            assert refused(finance.post(f"{path}/settle", json={"settledDate": LOCK}))
            assert finance.post(f"{path}/settle", json={"settledDate": "2026-10-02"}).status_code == 200
    assert len(data) == 6


def test_move_is_not_undone_in_a_period_closed_since(client: ClientFor, database: Database) -> None:
    values: dict[str, Any] = {"supplier": "Oxford Paper", "organisation_id": 1, "currency": "GBP", "net": 1_000}
    values |= {"entered_by_id": 9, "entered_by_name": "Cal", "date": AFTER, "status": "approved"}
    with database.transaction(as_service("finance")) as tx:
        record = tx.insert(bill, values | {"reference": "OP-9"})
    office = client(ACCOUNTS)
    assert office.post(f"/api/v1/bills/{record}/pay", json={"paidDate": LOCK}).status_code == 200
    lock(client, LOCK)
    assert refused(office.post(f"/api/v1/bills/{record}/pay/undo", json={}))
