"""Edge cases of the rules of mails and documents (`money.md 2`, `5`, `8`)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from finance.pay.rules import Due
from finance.sending import rules
from kit.errors import Conflict, Invalid
from kit.values.shown import percent

DAY = dt.date(2026, 6, 1)
ROW: dict[str, Any] = {
    "status": "proposed",
    "title": "Invoice",
    "is_credit_note": False,
    "organisation_id": 1,
    "organisation": "Oxford",
    "currency": "GBP",
    "account_currency": "GBP",
    "email": "ada@example.org",
    "number": "INV-7",
    "date": DAY,
    "due_date": DAY,
    "total": 12_000,
    "paid": 2_000,
    "outstanding": 10_000,
    "passcode": "123456",
    "person_title": "Ms",
    "name": "Ada Client",
    "holder": "Oxford Ltd",
    "sort_code": "20-00-00",
    "account_number": "55779911",
    "iban": "",
    "bic": "",
    "online_url": "",
    "refunded": 0,
    "parent_id": None,
    "credited": 0,
}
NOTE = ROW | {"is_credit_note": True, "title": "Credit", "due_date": None}
PAID = ROW | {"status": "paid", "outstanding": 0}


@pytest.mark.parametrize(
    ("kind", "row", "text"),
    [
        ("invoice", ROW, None),
        ("invoice", ROW | {"due_date": None}, rules.MISSING_DUE_DATE),
        ("invoice", NOTE, None),
        ("invoice", ROW | {"email": ""}, "The invoice has no email address; please add one first"),
        ("invoice", PAID, None),
        ("reminder", ROW, None),
        ("reminder", ROW | {"outstanding": 1}, None),
        ("reminder", PAID, rules.NOTHING_OUTSTANDING),
        ("reminder", PAID | {"email": ""}, "The invoice has no email address; please add one first"),
        ("receipt", PAID | {"due_date": None}, None),
        ("receipt", ROW, "A receipt can be sent for a paid invoice only"),
        ("receipt", PAID | {"email": ""}, "The invoice has no email address; please add one first"),
    ],
)
def test_documents_that_cannot_be_mailed(kind: str, row: dict[str, Any], text: str | None) -> None:
    refusal = rules.refuse(kind, row)
    assert (refusal.text if refusal else None) == text
    assert refusal is None or refusal.code in ("missing_due_date", "not_sendable")


def test_missing_due_date_names_the_field_and_has_its_title() -> None:
    refusal = rules.missing_due_date(ROW | {"due_date": None})
    assert isinstance(refusal, Invalid)
    assert (refusal.title, refusal.code) == ("Missing due date", "missing_due_date")
    assert refusal.fields == {"dueDate": "Please add a due date to the invoice first"}


@pytest.mark.parametrize(
    ("kind", "row", "account", "refused"),
    [
        ("invoice", ROW, None, True),
        ("reminder", ROW | {"outstanding": 1}, None, True),
        ("invoice", ROW, object(), False),
        ("receipt", ROW, None, False),
        ("invoice", NOTE, None, False),
        ("invoice", PAID, None, False),
    ],
)
def test_mail_that_asks_for_money_names_an_account(
    kind: str, row: dict[str, Any], account: object, refused: bool
) -> None:
    refusal = rules.refuse_without_account(kind, row | {"account": account})
    assert isinstance(refusal, Conflict if refused else type(None))


def test_organisation_without_a_name_has_a_default() -> None:
    refusal = rules.refuse_without_account("invoice", ROW | {"organisation": None, "currency": "EUR", "account": None})
    assert refusal is not None
    assert refusal.code == "nowhere_to_pay"
    assert refusal.text == (
        "This organisation has no bank account to pay EUR to; please add one under Bank accounts first"
    )


@pytest.mark.parametrize(
    ("more", "warned"),
    [
        ({}, False),
        ({"account_currency": None}, False),
        ({"account_currency": "EUR"}, True),
        ({"account_currency": "EUR", "outstanding": 0}, False),
        ({"account_currency": "EUR", "outstanding": 1}, True),
        ({"account_currency": "EUR", "is_credit_note": True}, False),
    ],
)
def test_account_in_another_currency_is_a_warning(more: dict[str, Any], warned: bool) -> None:
    text = "Oxford has no bank account in GBP: the document names its EUR account"
    assert rules.other_currency_warning(ROW | more) == (text if warned else None)


TRANSFER = "by bank transfer to Oxford Ltd, sort code 20-00-00, account number 55779911, quoting"


@pytest.mark.parametrize(
    ("more", "number", "text"),
    [
        ({}, "INV-7", f"Please pay {TRANSFER} INV-7."),
        ({}, None, f"Please pay {TRANSFER} [number]."),
        ({"online_url": "https://pay"}, "INV-7", f"You can pay online at https://pay or {TRANSFER} INV-7."),
        (
            {"sort_code": "", "account_number": "", "iban": "PT5", "bic": "BCOM"},
            "INV-7",
            "Please pay by bank transfer to Oxford Ltd, IBAN PT5, BIC BCOM, quoting INV-7.",
        ),
        ({"outstanding": 0}, "INV-7", ""),
        ({"outstanding": -1}, "INV-7", ""),
        ({"holder": ""}, "INV-7", ""),
        ({"title": "Credit"}, "INV-7", ""),
    ],
)
def test_payment_instructions(more: dict[str, Any], number: str | None, text: str) -> None:
    assert rules.how_to_pay(ROW | more, number) == text


@pytest.mark.parametrize(
    ("kind", "credit", "proposed", "notice"),
    [
        ("receipt", True, True, "Receipt sent"),
        ("invoice", True, True, "Credit note sent"),
        ("invoice", False, True, "Proposed invoice sent"),
        ("invoice", False, False, "Emails have been distributed"),
    ],
)
def test_message_after_sending(kind: str, credit: bool, proposed: bool, notice: str) -> None:
    assert rules.notice_of(kind, credit=credit, proposed=proposed) == notice


@pytest.mark.parametrize(
    ("kind", "row", "template", "document"),
    [
        ("invoice", ROW, "invoice", "invoice"),
        ("invoice", NOTE, "creditNote", "invoice"),
        ("reminder", NOTE, "reminder", "invoice"),
        ("receipt", PAID, "receipt", "receipt"),
    ],
)
def test_template_and_attachment_of_each_kind(kind: str, row: dict[str, Any], template: str, document: str) -> None:
    assert (rules.template_kind(kind, row), rules.document_kind(kind)) == (template, document)


def test_merge_fields_of_a_template() -> None:
    text = "{{ person }} {{number}} {{nobody}} {{}} {{ amount }}"
    assert rules.unknown_merge_fields(text) == ["", "amount", "nobody"]
    values = {"person": "A & B", "number": None}
    assert rules.fill_in(text, values, escape=False) == "A & B {{number}} {{nobody}} {{}} {{ amount }}"
    assert rules.fill_in("{{person}}", values, escape=True) == "A &amp; B"
    assert rules.with_number_field("quoting [number].") == "quoting {{number}}."


@pytest.mark.parametrize(
    ("due", "text"),
    [
        (Due(1, DAY, False), ""),
        (Due(1, DAY, False, (2,), 3), "This is instalment 2 of 3; £80.00 is outstanding in all."),
        (
            Due(1, DAY, False, (2,), 3, rest=True),
            "This is the rest of instalment 2 of 3; £80.00 is outstanding in all.",
        ),
        (Due(1, DAY, True, (1, 2), 3), "These are instalments 1 and 2 of 3; £80.00 is outstanding in all."),
        (
            Due(1, DAY, True, (1, 2, 3), 3, rest=True),
            "These are instalments 1, 2 and 3 of 3, less what was paid towards them; £80.00 is outstanding in all.",
        ),
    ],
)
def test_instalments_asked_for(due: Due, text: str) -> None:
    assert rules.instalments(due, 8_000, "GBP") == text


def merge_fields(row: dict[str, Any], plan: Any = (), today: dt.date = DAY) -> dict[str, str | None]:
    return rules.merge_values(row, plan, {"name": "Oxford Ltd"}, "https://link", "Bea", today)


def test_every_merge_field_has_its_value() -> None:
    assert merge_fields(ROW) == {
        "person": "Ms Ada Client",
        "title": "Pro-forma Invoice",
        "number": "INV-7",
        "date": "1 June 2026",
        "dueDate": "1 June 2026",
        "total": "£120.00",
        "paid": "£20.00",
        "outstanding": "£100.00",
        "amountDue": "£100.00",
        "amountDueDate": "1 June 2026",
        "instalments": "",
        "paymentLink": "https://link",
        "passcode": "123456",
        "howToPay": f"Please pay {TRANSFER} INV-7.",
        "organisation": "Oxford Ltd",
        "sender": "Bea",
        "whatNext": "",
    }
    assert set(merge_fields(ROW)) == set(rules.MERGE_FIELDS)


def test_preview_of_a_draft_equals_the_sent_mail() -> None:
    draft = merge_fields(ROW | {"status": "draft"})
    assert (draft["number"], draft["title"]) == (None, "Pro-forma Invoice")
    assert (merge_fields(PAID)["title"], merge_fields(PAID)["amountDue"], merge_fields(PAID)["amountDueDate"]) == (
        "Invoice",
        "£0.00",
        "1 June 2026",
    )


def test_plan_asks_for_its_next_instalment() -> None:
    plan = [{"amount": 6_000, "due_date": DAY, "left": 0}, {"amount": 10_000, "due_date": DAY, "left": 8_000}]
    asked = merge_fields(ROW | {"due_date": None}, plan, DAY)
    assert (asked["amountDue"], asked["amountDueDate"], asked["dueDate"]) == ("£80.00", "1 June 2026", "")
    assert asked["instalments"] == "This is the rest of instalment 2 of 2; £100.00 is outstanding in all."


def test_names_and_dates() -> None:
    assert rules.addressee(ROW | {"person_title": ""}) == "Ada Client"
    assert [percent(rate) for rate in (2_000, 1_750, 0, 5, 10_000)] == ["20%", "17.5%", "0%", "0.05%", "100%"]
    assert (rules.day(DAY), rules.day(None)) == ("1 June 2026", "")
