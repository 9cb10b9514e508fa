"""Edge cases of the rules of plans, payments and write-offs (`money.md 2`, `4`, `5`, `9`)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from finance.invoices import bookings
from finance.invoices.rules import CANCELLED
from finance.plans import rules

MAY, JUNE = dt.date(2026, 5, 1), dt.date(2026, 6, 1)
PART_PAID: dict[str, Any] = {
    "status": "partPaid",
    "total": 10_000,
    "outstanding": 999,
    "is_credit_note": False,
    "has_instalment_plan": False,
}


def part(amount: int, day: dt.date, paid: bool = False, number: int = 0) -> dict[str, Any]:
    return {"id": number, "amount": amount, "due_date": day, "is_paid": paid}


@pytest.mark.parametrize(
    ("plan", "paid", "left"),
    [
        ([part(40, MAY), part(60, JUNE)], 0, [40, 60]),
        ([part(60, JUNE), part(40, MAY)], 50, [0, 50]),
        ([part(40, MAY), part(60, JUNE)], 100, [0, 0]),
        ([part(40, MAY), part(60, JUNE)], 130, [0, 0]),
        ([part(40, MAY, paid=True), part(60, JUNE)], 40, [0, 60]),
        ([part(40, MAY), part(60, JUNE, paid=True)], 60, [40, 0]),
        ([part(40, MAY), part(60, JUNE, paid=True)], 75, [25, 0]),
        ([part(40, MAY), part(60, JUNE, paid=True)], 10, [40, 0]),
        ([part(60, MAY), part(40, MAY)], 45, [0, 55]),
    ],
)
def test_money_settles_the_earliest_instalments(plan: list[dict[str, Any]], paid: int, left: list[int]) -> None:
    assert [rest for _, rest in rules.amounts_left(plan, paid)] == left


def test_equal_instalments_keep_their_order() -> None:
    second, first, new = part(50, MAY, number=8), part(50, MAY, number=7), {**part(50, MAY)}
    del new["id"]
    assert [entry for entry, _ in rules.amounts_left([second, first, new], 60)] == [new, first, second]


@pytest.mark.parametrize(
    ("amount", "left", "outstanding", "text"),
    [
        (5_000, 5_000, 5_000, None),
        (5_000, 5_000, 9_000, None),
        (
            5_000,
            0,
            5_000,
            "The £50.00 of this instalment already came with other payments; marking it as paid would book them twice",
        ),
        (
            5_000,
            4_999,
            9_000,
            "£0.01 of this instalment already came with other payments. Please enter the remaining £49.99 as a payment",
        ),
        (
            5_000,
            5_000,
            4_999,
            "The amount cannot be more than the £49.99 outstanding, and this instalment is £50.00. "
            "Please enter what came as a payment",
        ),
    ],
)
def test_tick_books_nothing_twice(amount: int, left: int, outstanding: int, text: str | None) -> None:
    assert rules.refuse_tick(amount, left, outstanding, "GBP") == text


@pytest.mark.parametrize(
    ("total", "count", "parts"), [(100, 3, [34, 33, 33]), (101, 3, [34, 34, 33]), (90, 3, [30, 30, 30]), (5, 1, [5])]
)
def test_odd_pennies_are_on_the_first_instalment(total: int, count: int, parts: list[int]) -> None:
    assert rules.split(total, count) == parts


@pytest.mark.parametrize(
    ("first", "every", "days"),
    [
        ("2026-01-31", "month", ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]),
        ("2026-11-30", "month", ["2026-11-30", "2026-12-30", "2027-01-30", "2027-02-28"]),
        ("2026-12-25", "week", ["2026-12-25", "2027-01-01", "2027-01-08", "2027-01-15"]),
        ("2026-12-25", "fortnight", ["2026-12-25", "2027-01-08", "2027-01-22", "2027-02-05"]),
        ("2026-11-30", "quarter", ["2026-11-30", "2027-02-28", "2027-05-30", "2027-08-30"]),
    ],
)
def test_instalments_are_due_at_equal_intervals(first: str, every: str, days: list[str]) -> None:
    assert [str(day) for day in rules.due_dates(dt.date.fromisoformat(first), every, 4)] == days


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({}, None),
        ({"total": 1}, None),
        ({"total": 0}, "An instalment plan needs a total above 0"),
        ({"is_credit_note": True}, bookings.NO_PLAN),
        ({"has_instalment_plan": True}, bookings.PLAN_EXISTS),
    ],
)
def test_plan_is_possible_only_on_some_invoices(more: dict[str, Any], text: str | None) -> None:
    assert bookings.refuse_plan(PART_PAID | more) == text


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        ({}, False),
        ({"outstanding": 1}, False),
        ({"outstanding": 1_000}, True),
        ({"outstanding": 0}, True),
        ({"outstanding": -1}, True),
        ({"status": "paid"}, True),
        ({"status": "proposed"}, True),
    ],
)
def test_part_paid_balance_under_a_tenth_is_written_off(more: dict[str, Any], refused: bool) -> None:
    assert (bookings.refuse_write_off(PART_PAID | more) is not None) is refused
    if refused and "status" not in more:
        text = "Only a balance above 0 and under 10% of the total can be written off"
        assert bookings.refuse_write_off(PART_PAID | more) == text


@pytest.mark.parametrize(
    ("status", "outstanding", "text"),
    [
        ("draft", 0, bookings.DRAFT_UNPAID),
        ("cancelled", 0, CANCELLED),
        ("proposed", 1, None),
        ("paid", -100, "Nothing is owed on this invoice: £1.00 is due back. Please enter a refund"),
        ("paid", 0, bookings.ALL_PAID),
    ],
)
def test_invoices_that_take_a_payment(status: str, outstanding: int, text: str | None) -> None:
    row = {"status": status, "outstanding": outstanding, "currency": "GBP", "is_credit_note": False}
    assert bookings.refuse_payment(row) == text


@pytest.mark.parametrize(
    ("status", "outstanding", "parent", "text"),
    [
        ("draft", 0, None, bookings.DRAFT_UNPAID),
        ("cancelled", 0, None, CANCELLED),
        ("proposed", 1, None, bookings.NOTHING_DUE_BACK),
        ("paid", 0, None, bookings.NOTHING_DUE_BACK),
        ("paid", -100, None, None),
        ("proposed", 0, 7, bookings.REFUNDED_THERE),
    ],
)
def test_invoices_that_take_a_refund(status: str, outstanding: int, parent: int | None, text: str | None) -> None:
    assert bookings.refuse_refund({"status": status, "outstanding": outstanding, "parent_id": parent}) == text


@pytest.mark.parametrize(
    ("amount", "currency", "text"),
    [(0, "GBP", "£0.00"), (-5, "GBP", "-£0.05"), (123_456_789, "EUR", "€1,234,567.89"), (100, "EUR", "€1.00")],
)
def test_money_is_formatted_for_english_readers(amount: int, currency: str, text: str) -> None:
    assert rules.money(amount, currency) == text


def test_amount_above_the_owed_or_due_back_is_refused_with_the_limit() -> None:
    assert rules.too_much(250, "EUR") == "The amount cannot be more than the €2.50 outstanding"
    assert rules.too_much_back(250, "EUR") == "The amount cannot be more than the €2.50 due back"


@pytest.mark.parametrize(
    ("status", "text"), [("draft", bookings.DRAFT_UNPAID), ("cancelled", CANCELLED), ("proposed", None), ("paid", None)]
)
def test_instalments_of_drafts_and_cancelled_invoices_are_not_ticked(status: str, text: str | None) -> None:
    assert bookings.refuse_bookings({"status": status}) == text


@pytest.mark.parametrize(
    ("amounts", "rest"),
    [
        ((), None),
        ((6_000, 4_000), None),
        ((6_000,), "add up to £60.00 which doesn't match the invoice total of £100.00, there is £40.00 outstanding"),
        ((10_001,), "add up to £100.01 which doesn't match the invoice total of £100.00, it is over by £0.01"),
    ],
)
def test_plan_adds_up_to_its_invoice(amounts: tuple[int, ...], rest: str | None) -> None:
    row = {"status": "proposed", "total": 10_000, "currency": "GBP"}
    assert bookings.plan_mismatch(row, amounts) == (f"The instalment plans {rest}" if rest else None)
