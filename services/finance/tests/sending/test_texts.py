"""Texts match the kind of document and the available payment methods (`docs/finance.md`, Where to pay)."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import pytest
import sqlalchemy as sa

from finance.invoices import rules as invoices
from finance.pay.accounts import format_iban
from finance.pay.model import bank_account
from finance.paypage.page import invoice_page
from finance.sending import pdfs, queries, rules
from finance.sending.model import letterhead
from kit.database import Database
from kit.policy import as_service
from services.finance.tests.builders import make_instalment, make_item, make_payment, row_of
from services.finance.tests.sending.conftest import Make
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff", name="Bea Office")
ONLINE = "https://pay.example.org/oxford"
EURO = {
    "organisation_id": 3,
    "currency": "EUR",
    "holder": "Staffroom Portugal Lda",
    "iban": "PT50000201231234567890154",
}
STEP = re.compile(r"<th>([^<]+)</th><td>([^<]+)</td></tr>")


def page(database: Database, record: int) -> str:
    with database.read() as connection:
        return invoice_page(queries.sheet(connection, OFFICE, record))


def paper(database: Database, record: int) -> str:
    with database.read() as connection:
        return pdfs.paper(queries.sheet(connection, OFFICE, record)).html


def preview(client: ClientFor, record: int, **body: Any) -> Any:
    return client(OFFICE).post(f"/api/v1/invoice/{record}/send/email/preview", json=body)


def change(database: Database, table: sa.Table, **values: Any) -> None:
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.update(table).values(**values))


def add_account(database: Database, **values: Any) -> None:
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.insert(bank_account).values(**values))


def test_page_document_and_editor_show_the_same_sums(client: ClientFor, database: Database, make: Make) -> None:
    record = make(status="partPaid")
    make_item(database, record, 20_000, discount_type="percentage", discount=1_000)
    make_payment(database, record, 29_500)
    make_item(database, record, -500, meta_type="credit", write_off=True, description="Small balance write-off")
    detail = client(OFFICE).get(f"/api/v1/invoice/{record}").json()["data"]
    expected = [
        ("Sub-total", 30_000),
        ("Discount", -2_000),
        ("VAT", 2_000),
        ("Small balance write-off", -500),
        ("Total", 29_500),
        ("Paid", -29_500),
        ("Outstanding", 0),
    ]
    assert [(step["label"], step["amount"]) for step in detail["sums"]] == expected
    shown = [(label, f"{'-' if amount < 0 else ''}£{abs(amount) / 100:,.2f}") for label, amount in expected]
    body = paper(database, record)
    assert [step for step in STEP.findall(body) if step[0] in dict(shown)] == shown
    on_page = re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", page(database, record))
    assert [step for step in on_page if step[0] in dict(shown)] == shown


def test_every_step_of_the_sums_leads_to_the_next(database: Database, make: Make) -> None:
    record = make(status="partPaid", organisation_id=3, currency="EUR")
    make_payment(database, record, 2_000)
    steps = {step.name: step.amount for step in invoices.sums(row_of(database, record))}
    assert steps == {"subTotal": 10_000, "VAT": 2_000, "total": 12_000, "paid": -2_000, "outstanding": 10_000}


def test_clients_see_no_reversed_payment(database: Database, make: Make) -> None:
    record = make()
    wrong = make_payment(database, record, 7_777)
    make_payment(database, record, -7_777, reverses_id=wrong)
    make_payment(database, record, 5_000)
    for shown in (page(database, record), paper(database, record)):
        assert "77.77" not in shown and "£50.00" in shown


def test_online_payment_is_offered_only_if_possible(client: ClientFor, database: Database, make: Make) -> None:
    record = make()
    mail = preview(client, record).json()["data"]["body"]
    assert "online" not in mail
    number = row_of(database, record)["number"]
    transfer = f"by bank transfer to Staffroom Oxford Ltd, account number 12345678, quoting {number}."
    assert f"Please pay {transfer}" in mail
    body, shown = paper(database, record), page(database, record)
    assert "Online" not in body and "online" not in shown.lower()
    change(database, bank_account, online_url=ONLINE)
    assert f"You can pay online at {ONLINE} or {transfer}" in preview(client, record).json()["data"]["body"]
    assert f'<div class="label">Online</div><div class="rich"><p><a href="{ONLINE}"' in paper(database, record)
    assert f'<a class="button" href="{ONLINE}" rel="noreferrer">Pay online</a>' in page(database, record)


def test_reminder_offers_online_payment_only_if_possible(client: ClientFor, make: Make) -> None:
    mail = preview(client, make(), kind="reminder").json()["data"]["body"]
    assert "online" not in mail and "Please pay by bank transfer" in mail


def test_draft_quotes_its_future_number(client: ClientFor, make: Make) -> None:
    assert f"quoting {rules.NUMBER_TO_COME}." in preview(client, make(status="draft")).json()["data"]["body"]


def test_account_in_another_currency_is_named_without_one_in_its_own(
    client: ClientFor, database: Database, make: Make
) -> None:
    add_account(database, **EURO, online_url=ONLINE)
    record = make(organisation_id=3)
    data = preview(client, record).json()["data"]
    assert data["warning"] == "Portugal has no bank account in GBP: the document names its EUR account"
    assert format_iban(EURO["iban"]) in data["body"] and ONLINE not in data["body"]
    body, shown = paper(database, record), page(database, record)
    assert format_iban(EURO["iban"]) in body and "Account held in" in body and ONLINE not in body
    assert format_iban(EURO["iban"]) in shown and "Our account is held in EUR; please send £120.00 in GBP." in shown
    assert preview(client, make()).json()["data"]["warning"] is None


def test_mail_without_a_bank_account_is_not_sent(client: ClientFor, database: Database, make: Make) -> None:
    record = make(organisation_id=3)  # Oxford's account belongs to another company.
    text = "Portugal has no bank account to pay GBP to; please add one under Bank accounts first"
    office = client(OFFICE)
    for answer in (preview(client, record), office.post(f"/api/v1/invoice/{record}/send/email", json={})):
        assert (answer.status_code, answer.json()["code"], answer.json()["error"]) == (409, "nowhere_to_pay", text)
    many = office.post("/api/v1/invoices/send/summary", json={"ids": [record]}).json()["data"]
    assert (many["ready"], [row["reason"] for row in many["skipped"]]) == (0, [text])
    assert "Please ask us how to pay" in page(database, record)
    # a national account in another currency receives nothing from abroad
    add_account(database, **{**EURO, "iban": "", "account_number": "1"})
    assert preview(client, record).status_code == 409
    make_payment(database, record, 12_000)
    assert preview(client, record).status_code == 200


CREDIT: dict[str, Any] = {"title": "Credit", "is_credit_note": True}


@pytest.mark.parametrize("title", ["Credit", "Invoice"])
def test_credit_note_has_its_own_texts(client: ClientFor, database: Database, make: Make, title: str) -> None:
    change(database, letterhead, payment_terms="Please pay by the due date.", small_print="Registered in England")
    record = make(**CREDIT | {"title": title}, status="proposed")
    detail = client(OFFICE).get(f"/api/v1/invoice/{record}").json()["data"]
    assert (detail["shownTitle"], detail["shownStatus"]) == ("Credit note", "Issued")
    mail = preview(client, record).json()["data"]
    number = row_of(database, record)["number"]
    assert mail["subject"].startswith(f"Credit note {number}")
    for shown in (mail["body"], paper(database, record), page(database, record)):
        assert "Credit note" in shown and "Pro-forma" not in shown
        for asking in ("pay by", "Please pay", "Due date", "Amount due", "How to pay", "Outstanding"):
            assert asking not in shown, asking
    assert "Registered in England" in paper(database, record)
    assert "Please pay by the due date." in paper(database, make())
    make_payment(database, record, -12_000)
    paid = client(OFFICE).get(f"/api/v1/invoice/{record}").json()["data"]
    assert (paid["status"], paid["shownStatus"]) == ("paid", "Refunded")
    assert "Refunds" in paper(database, record) and "Refunded" in page(database, record)
    assert "sendReceipt" not in paid["actions"]


def test_sent_credit_note_is_not_a_proposed_invoice(client: ClientFor, make: Make) -> None:
    note = make(**CREDIT, status="draft")
    sent = client(actor("staff", "accounting")).post(f"/api/v1/invoice/{note}/send/email", json={})
    assert sent.json()["data"]["notice"] == "Credit note sent"


def test_terms_appear_if_something_is_to_be_paid(database: Database, make: Make) -> None:
    change(database, letterhead, payment_terms="Please pay by the due date.")
    record = make()
    make_payment(database, record, 12_000)
    assert "Please pay" not in paper(database, record)


def test_plan_shows_what_other_payments_settled(database: Database, make: Make) -> None:
    record = make()
    for amount, due in ((6_000, dt.date(2026, 12, 1)), (6_000, dt.date(2027, 1, 1))):
        make_instalment(database, record, amount, due)
    make_payment(database, record, 7_000)
    assert paper(database, record).count("<td>Paid</td>") == 1
    shown = page(database, record)
    assert "<td>yes</td>" in shown and "£50.00 left" in shown
