"""Edge cases of the rules for lines (`money.md 5`, Line item form)."""

from __future__ import annotations

from typing import Any

import pytest

from finance.accounts import rules as accounts
from finance.exams import rules as exams
from finance.items import rules

REQUIRED = "Field is required"
FEE: dict[str, Any] = {
    "board_fee": 10_000,
    "board_sub_account_id": 2,
    "papers": 3,
    "per_paper_fee": 1_500,
    "own_sub_account_id": 9,
    "speaking": False,
}


@pytest.mark.parametrize(
    ("kind", "amount", "stored"),
    [("credit", 5, -5), ("credit", -5, -5), ("standalone", 5, 5), ("standalone", -5, -5), ("title", 0, 0)],
)
def test_credit_is_subtracted(kind: str, amount: int, stored: int) -> None:
    assert rules.stored_amount(kind, amount) == stored


@pytest.mark.parametrize(
    ("old", "new", "amount", "stored"),
    [
        ("credit", "standalone", -5, 5),
        ("standalone", "credit", 5, -5),
        ("credit", "credit", -5, -5),
        ("standalone", "subitem", -5, -5),
    ],
)
def test_amount_of_a_line_that_becomes_or_stops_being_a_credit(old: str, new: str, amount: int, stored: int) -> None:
    assert rules.retyped_amount(old, new, amount) == stored


@pytest.mark.parametrize(
    ("old", "new", "stays"),
    [("title", "credit", True), ("credit", "title", True), ("title", "title", False), ("credit", "subitem", False)],
)
def test_title_stays_a_title(old: str, new: str, stays: bool) -> None:
    assert rules.refuse_title_change(old, new) == (rules.TITLE_STAYS if stays else None)


@pytest.mark.parametrize(
    ("kind", "discount", "amount", "text"),
    [
        ("none", 0, 100, None),
        ("none", 1, 100, rules.NO_DISCOUNT),
        ("amount", 0, 100, rules.POSITIVE),
        ("amount", -1, 100, rules.POSITIVE),
        ("amount", 1, 100, None),
        ("amount", 100, 100, None),
        ("amount", 100, -100, None),
        ("amount", 101, 100, rules.TOO_MUCH),
        ("percentage", 0, 100, rules.POSITIVE),
        ("percentage", 10_000, 100, None),
        ("percentage", 10_001, 100, rules.OVER_ALL),
    ],
)
def test_valid_discounts(kind: str, discount: int, amount: int, text: str | None) -> None:
    assert rules.refuse_discount(kind, discount, amount) == text


LINE: dict[str, Any] = {"meta_type": "standalone", "account_id": 4, "amount": 100, "discount_type": "none"}


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        ({}, {}),
        ({"meta_type": "title", "amount": 0, "account_id": None, "discount_type": None}, {}),
        ({"meta_type": "title"}, {"amount": rules.TITLE_HOLDS_NOTHING}),
        ({"account_id": None, "amount": None}, {"accountId": REQUIRED, "amount": REQUIRED}),
        ({"discount_type": None}, {"discountType": REQUIRED}),
        ({"discount_type": None, "discount": 5}, {"discountType": REQUIRED}),
        ({"discount_type": "amount"}, {"discount": REQUIRED}),
        ({"discount_type": "percentage"}, {"discount": REQUIRED}),
        ({"discount_type": "amount", "discount": 101}, {"discount": rules.TOO_MUCH}),
        ({"discount_type": "amount", "discount": 101, "amount": None}, {"amount": REQUIRED}),
        ({"discount_type": "none", "discount": 1}, {"discount": rules.NO_DISCOUNT}),
    ],
)
def test_every_wrong_field_of_a_new_line_is_named(more: dict[str, Any], refused: dict[str, str]) -> None:
    assert rules.refuse_line(LINE | more) == refused


@pytest.mark.parametrize(("organisation", "label"), [(1, "Amount (ex VAT)"), (5, "Amount (ex VAT)"), (3, "Amount")])
def test_label_of_the_amount(organisation: int, label: str) -> None:
    assert rules.amount_label(organisation) == label


def test_fees_of_an_exam() -> None:
    assert [(one.label, one.amount, one.sub_account_id) for one in exams.fees(FEE)] == [
        ("board fee", 10_000, 2),
        ("3 papers", 4_500, 9),
    ]
    one_paper = exams.fees(FEE | {"papers": 1, "speaking": True, "board_fee": 0})
    assert [(one.label, one.amount, one.sub_account_id) for one in one_paper] == [
        ("1 paper", 1_500, 9),
        ("speaking supplement", 12_000, 9),
    ]
    assert exams.fees(FEE | {"papers": 0, "board_fee": 0}) == []


@pytest.mark.parametrize(
    ("net", "rate", "vat"),
    [
        (10_000, 2_000, 2_000),
        (25, 1_000, 3),
        (24, 1_000, 2),
        (-25, 1_000, -3),
        (-24, 1_000, -2),
        (0, 2_000, 0),
        (-1, 10_000, -1),
        (1_000_000, 2_000, 200_000),
    ],
)
def test_vat_is_rounded_half_up(net: int, rate: int, vat: int) -> None:
    assert accounts.vat_on(net, rate) == vat


def test_zero_rate_is_described_by_its_treatment() -> None:
    assert [accounts.vat_key(rate, "exempt") for rate in (2_000, 1, 0)] == ["2000", "1", "exempt"]
    names = [accounts.vat_name(kind) for kind in ("zeroRated", "exempt", accounts.OUTSIDE)]
    assert names == ["Zero-rated", "Exempt", "Outside the scope"]


@pytest.mark.parametrize(("organisation", "chart"), [(1, 1), (2, 2), (3, 3), (4, 1), (5, 1), (6, 6)])
def test_cambridge_and_online_use_the_chart_of_oxford(organisation: int, chart: int) -> None:
    assert accounts.chart_of(organisation) == chart
