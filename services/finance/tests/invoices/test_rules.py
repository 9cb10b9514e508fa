"""Edge cases of the rules of an invoice: years, titles, sums, and refusals (`money.md 2`, `4`, `8`, `9`)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from finance.days import WrappedDate
from finance.invoices import issuing, rules
from finance.invoices.issuing import Facts

ISSUED: dict[str, Any] = {
    "number": "INV-7",
    "status": "proposed",
    "title": "Invoice",
    "is_credit_note": False,
    "parent_id": None,
    "organisation_id": 1,
    "currency": "GBP",
    "email": "ada@example.org",
    "email_sent": None,
    "amount": 10_000,
    "discount": 0,
    "vat": 2_000,
    "written_off": 0,
    "total": 12_000,
    "credited": 0,
    "paid": 0,
    "outstanding": 12_000,
    "refunded": 0,
}
NOTE = ISSUED | {
    "number": "CN-3",
    "title": "Credit",
    "is_credit_note": True,
    "parent_id": 7,
    "amount": -3_000,
    "vat": 0,
    "total": -3_000,
    "outstanding": 0,
}
SENT = dt.datetime(2026, 5, 1, tzinfo=dt.UTC)


@pytest.mark.parametrize(("first", "code"), [(2021, 2122), (2009, 910), (1999, 9900), (2098, 9899), (2099, 9900)])
def test_billing_year_code_has_the_last_digits_of_both_years(first: int, code: int) -> None:
    assert rules.billing_year_code(first) == code


@pytest.mark.parametrize(
    ("today", "last"), [("2026-08-01", 2526), ("2026-08-02", 2627), ("2026-12-31", 2627), ("2027-01-01", 2627)]
)
def test_next_billing_year_is_offered_after_1_august(today: str, last: int) -> None:
    years = rules.billing_years(2024, dt.date.fromisoformat(today))
    assert (years[0].value, years[0].label, years[-1].value) == (2425, "2024-2025", last)
    assert len(years) == last % 100 - 24


def test_billing_years_cover_a_century() -> None:
    every = [year.value for year in rules.EVERY_BILLING_YEAR]
    assert (every[0], every[-1], len(every), len(set(every))) == (1920, 1718, 99, 99)
    assert rules.offered_billing_years()[0].label == "2019-2020"


@pytest.mark.parametrize(
    ("row", "credit"),
    [
        ({"is_credit_note": True, "title": "Invoice"}, True),
        ({"is_credit_note": False, "title": "Credit"}, True),
        ({"is_credit_note": False, "title": "Proposal"}, False),
    ],
)
def test_credit_note_is_recognised_by_flag_or_title(row: dict[str, Any], credit: bool) -> None:
    assert rules.is_credit(row) is credit


@pytest.mark.parametrize(
    ("status", "invoices", "credits"),
    [
        ("draft", "Draft", "Draft"),
        ("proposed", "Proposed", "Issued"),
        ("final", "Final", "Issued"),
        ("booked", "Booked", "Issued"),
        ("partPaid", "Part paid", "Part refunded"),
        ("paid", "Paid", "Refunded"),
        ("cancelled", "Cancelled", "Cancelled"),
    ],
)
def test_labels_of_statuses(status: str, invoices: str, credits: str) -> None:
    assert rules.shown_status(ISSUED | {"status": status}) == invoices
    assert rules.shown_status(NOTE | {"status": status}) == credits


@pytest.mark.parametrize(
    ("row", "title"),
    [
        (ISSUED, "Pro-forma Invoice"),
        (ISSUED | {"title": "Proposal", "organisation_id": 5}, "Pro-forma Proposal"),
        (ISSUED | {"status": "paid"}, "Invoice"),
        (ISSUED | {"organisation_id": 2}, "Invoice"),
        (NOTE, "Credit note"),
    ],
)
def test_unpaid_uk_invoice_is_pro_forma(row: dict[str, Any], title: str) -> None:
    assert rules.shown_title(row) == title


def steps(row: dict[str, Any], **more: Any) -> list[tuple[str, str, int]]:
    return [(step.name, step.label, step.amount) for step in rules.sums(row | more)]


def test_sums_of_an_invoice() -> None:
    assert steps(
        ISSUED, amount=9_500, discount=1_000, written_off=500, total=10_500, credited=400, paid=100, outstanding=10_000
    ) == [
        ("subTotal", "Sub-total", 10_000),
        ("discount", "Discount", -1_000),
        ("VAT", "VAT", 2_000),
        ("writtenOff", "Small balance write-off", -500),
        ("total", "Total", 10_500),
        ("credited", "Credited", -400),
        ("paid", "Paid", -100),
        ("outstanding", "Outstanding", 10_000),
    ]


def test_sums_of_an_invoice_with_a_refund_show_both_directions() -> None:
    assert steps(ISSUED, credited=1_000, paid=11_400, refunded=600, outstanding=-400)[-4:] == [
        ("credited", "Credited", -1_000),
        ("paid", "Paid", -12_000),
        ("refunded", "Refunded", 600),
        ("outstanding", "Due back", -400),
    ]


def test_draft_shows_the_amount_it_will_ask_for() -> None:
    assert steps(ISSUED, status="draft", outstanding=0)[-1] == ("outstanding", "Outstanding", 12_000)


@pytest.mark.parametrize("status", ["proposed", "final", "booked", "paid"])
def test_fully_credited_invoice_is_credited(status: str) -> None:
    row = ISSUED | {"status": status, "is_credited": True}
    assert rules.shown_status(row) == "Credited"
    assert rules.shown_status(row, "cancelled") == "Cancelled"


def test_sums_of_a_credit_note() -> None:
    assert steps(NOTE, paid=-1_000, outstanding=-2_000) == [
        ("subTotal", "Sub-total", -3_000),
        ("VAT", "VAT", 0),
        ("total", "Total", -3_000),
        ("paid", "Refunded", 1_000),
        ("outstanding", "Still to refund", -2_000),
    ]


@pytest.mark.parametrize(
    ("organisation", "row", "shown"),
    [
        (1, ISSUED, ["subTotal", "VAT", "total", "outstanding"]),
        (3, ISSUED, ["subTotal", "total", "outstanding"]),
        (4, NOTE, ["subTotal", "VAT", "total"]),
        (2, NOTE, ["subTotal", "total"]),
    ],
)
def test_some_steps_are_shown_even_if_zero(organisation: int, row: dict[str, Any], shown: list[str]) -> None:
    nothing = {"amount": 0, "vat": 0, "total": 0, "outstanding": 0, "organisation_id": organisation}
    assert [step.name for step in rules.sums(row | nothing)] == shown


@pytest.mark.parametrize(
    ("status", "text"),
    [
        ("draft", None),
        ("booked", None),
        ("paid", "An invoice cannot be changed while its status is Paid"),
        ("partPaid", "An invoice cannot be changed while its status is Part paid"),
        ("cancelled", "An invoice cannot be changed while its status is Cancelled"),
    ],
)
def test_paid_and_cancelled_are_read_only(status: str, text: str | None) -> None:
    assert rules.refuse_read_only({"status": status}) == text


@pytest.mark.parametrize(
    ("refuse", "more", "text"),
    [
        (rules.refuse_sent, {}, None),
        (rules.refuse_sent, {"email_sent": SENT}, rules.SENT_ALREADY),
        (rules.refuse_sent, {"email_sent": SENT, "status": "draft"}, None),
        (rules.refuse_sent, {"status": "cancelled"}, rules.CANCELLED),
        (rules.refuse_email, {}, None),
        (rules.refuse_email, {"email": ""}, "The invoice has no email address; please add one first"),
        (rules.refuse_email, {"status": "cancelled"}, "A cancelled invoice cannot be sent"),
        (rules.refuse_receipt, {"status": "paid"}, None),
        (rules.refuse_receipt, {}, "A receipt can be sent for a paid invoice only"),
        (rules.refuse_receipt, {"status": "paid", "title": "Credit"}, "A credit note has no receipt"),
        (rules.refuse_delete, {}, None),
        (rules.refuse_delete, {"status": "paid"}, rules.PAID_STAYS),
        (rules.refuse_delete, {"status": "partPaid"}, rules.PAID_STAYS),
        (rules.refuse_delete, {"paid": 1}, rules.PAID_STAYS),
        (rules.refuse_delete, {"status": "cancelled"}, rules.CANCELLED_STAYS),
        (rules.refuse_other_kind, {"number": None}, None),
        (rules.refuse_other_kind, {"number": None, "parent_id": 7}, "The credit note of an invoice stays one"),
        (
            rules.refuse_other_kind,
            {},
            "INV-7 has been issued as an invoice and stays one. Please issue a credit note for it instead",
        ),
        (
            rules.refuse_other_kind,
            {"is_credit_note": True},
            "INV-7 has been issued as a credit note and stays one. Please cancel it and make an invoice",
        ),
        (rules.refuse_credit, {}, None),
        (rules.refuse_credit, {"is_credit_note": True}, "A credit note cannot be credited"),
    ],
)
def test_refusals(refuse: Any, more: dict[str, Any], text: str | None) -> None:
    assert refuse(ISSUED | more) == text


PARENT = {"number": "INV-7", "status": "proposed", "total": 12_000, "credited": 3_000}


@pytest.mark.parametrize(
    ("row", "facts", "begins"),
    [
        (ISSUED, Facts(1), None),
        (ISSUED | {"total": 0}, Facts(1), None),
        (ISSUED | {"total": -1}, Facts(1), "The total of an invoice cannot be below £0.00; this one comes to -£0.01."),
        (ISSUED, Facts(0), "The invoice needs a line that charges something"),
        (NOTE, Facts(0), "The credit note needs a line that charges something"),
        (ISSUED | {"credited": 12_000}, Facts(1), None),
        (ISSUED | {"credited": 12_500, "written_off": 500}, Facts(1), None),
        (
            ISSUED | {"credited": 12_501, "written_off": 500},
            Facts(1),
            "Credit notes over £125.01 stand against this invoice, so its total cannot be £120.00. Please cancel",
        ),
        (NOTE | {"total": 0}, Facts(1), None),
        (NOTE | {"total": 1}, Facts(1), "The total of a credit note cannot be above £0.00; this one comes to £0.01."),
        (NOTE, Facts(1), None),
        (NOTE, Facts(1, parent=PARENT), None),
        (NOTE | {"total": -12_000}, Facts(1, parent=PARENT | {"credited": 12_000}), None),
        (
            NOTE | {"total": -12_001},
            Facts(1, parent=PARENT | {"credited": 12_001}),
            "This credit note is over £120.01, but only £120.00 of invoice INV-7 is left to credit.",
        ),
        (NOTE | {"status": "draft", "total": -9_000}, Facts(1, parent=PARENT), None),
        (
            NOTE | {"status": "cancelled", "total": -9_001},
            Facts(1, parent=PARENT),
            "This credit note is over £90.01, but only £90.00 of invoice INV-7",
        ),
        (NOTE, Facts(1, parent=PARENT | {"status": "cancelled"}), "Invoice INV-7 is cancelled: there is nothing left"),
        (NOTE, Facts(1, parent=PARENT | {"status": "draft"}), "The invoice it credits is a draft"),
    ],
)
def test_issuable_documents(row: dict[str, Any], facts: Facts, begins: str | None) -> None:
    text = issuing.refuse_content(row, facts)
    assert text is None if begins is None else (text or "").startswith(begins), text


@pytest.mark.parametrize(
    ("status", "plan", "refused"),
    [
        ("proposed", (), False),
        ("proposed", (12_000,), False),
        ("proposed", (11_999,), True),
        ("paid", (1,), False),
        ("cancelled", (1,), False),
    ],
)
def test_plan_that_does_not_add_up_is_not_sent(status: str, plan: tuple[int, ...], refused: bool) -> None:
    assert (issuing.refuse_sending(ISSUED | {"status": status}, Facts(1, plan)) is not None) is refused
    assert issuing.refuse_sending(ISSUED | {"status": status}, Facts(0)) is not None


@pytest.mark.parametrize(
    ("row", "known", "name"),
    [
        (ISSUED, True, None),
        (ISSUED | {"status": "cancelled"}, False, None),
        (ISSUED | {"status": "cancelled"}, True, "invoice"),
        (NOTE | {"status": "cancelled"}, True, "credit note"),
    ],
)
def test_voided_document_is_not_reopened(row: dict[str, Any], known: bool, name: str | None) -> None:
    text = issuing.refuse_return(row, Facts(1, mirrored=known))
    assert (text is None) == (name is None)
    assert text is None or text.endswith(f"Please make a new {name} instead")


def test_invoice_with_credit_notes_is_not_withdrawn() -> None:
    note = {"number": "CN-3", "total": -3_000}
    assert issuing.refuse_withdrawal(ISSUED, []) is None
    assert issuing.refuse_withdrawal(ISSUED, [note]) == (
        "Credit note CN-3 over £30.00 stands against this invoice. Please cancel it first"
    )
    assert issuing.refuse_withdrawal(ISSUED, [note, {"number": "CN-4", "total": -50}]) == (
        "Credit notes CN-3 over £30.00 and CN-4 over £0.50 stand against this invoice. Please cancel them first"
    )


def test_date_is_wrapped_as_in_the_legacy_calls() -> None:
    assert (WrappedDate().encode(dt.date(2026, 11, 21)), WrappedDate().encode(None)) == ({"date": "2026-11-21"}, None)
