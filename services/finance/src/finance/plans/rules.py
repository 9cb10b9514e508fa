"""Instalment plans, payments and write-offs (`money.md 4`, `5`, `9`). Pure; amounts in minor units."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from kit.values import options
from kit.values.shown import money

WRITE_OFF = "Small balance write-off"
INTERVALS = {"month": (1, 0), "week": (0, 7), "fortnight": (0, 14), "quarter": (3, 0)}
"""Months and days between instalments."""
INTERVAL_OPTIONS = options(
    ("month", "Every month"),
    ("week", "Every week"),
    ("fortnight", "Every two weeks"),
    ("quarter", "Every three months"),
)
MAX_INSTALMENTS = 24

PAID_INSTALMENT_STAYS = "A paid instalment cannot be deleted: please mark it as not paid first"
TAKE_BACK_THERE = "This payment came from the accounting system and can only be taken back there"
UNMARK_INSTEAD = "This payment belongs to an instalment: please mark that as not paid"
TAKEN_BACK = "This entry reverses another and cannot be reversed itself: please enter the payment or refund again"


def amounts_left(plan: Sequence[Mapping[str, Any]], paid: int) -> list[tuple[Mapping[str, Any], int]]:
    """Return the instalments by due date, each with its open amount, for instalments that are about to be written. The
    database computes the same for stored ones (`finance.invoices.overdue`). The payment of a ticked instalment
    settles it; the rest of `paid` settles the others, earliest first."""
    spare = max(0, paid - sum(instalment["amount"] for instalment in plan if instalment["is_paid"]))
    result = []
    for instalment in sorted(
        plan, key=lambda instalment: (instalment["due_date"], instalment["amount"], instalment.get("id", 0))
    ):
        settled = instalment["amount"] if instalment["is_paid"] else min(spare, instalment["amount"])
        spare -= 0 if instalment["is_paid"] else settled
        result.append((instalment, instalment["amount"] - settled))
    return result


def refuse_tick(amount: int, left: int, outstanding: int, currency: str) -> str | None:
    """Return why an instalment of `amount`, of which `left` is open, cannot be marked as paid, or None. The tick books
    the whole amount, so money already received would be booked twice."""
    if not left:
        covered = f"The {money(amount, currency)} of this instalment already came with other payments"
        return f"{covered}; marking it as paid would book them twice"
    if left < amount:
        covered = f"{money(amount - left, currency)} of this instalment already came with other payments"
        return f"{covered}. Please enter the remaining {money(left, currency)} as a payment"
    if amount > outstanding:
        excess = f"{too_much(outstanding, currency)}, and this instalment is {money(amount, currency)}"
        return f"{excess}. Please enter what came as a payment"
    return None


def split(total: int, count: int) -> list[int]:
    """Return equal parts of `total`; the first parts take the remaining pennies, one each."""
    part, remainder = divmod(total, count)
    return [part + (position < remainder) for position in range(count)]


def due_dates(first: dt.date, every: str, count: int) -> list[dt.date]:
    """Return `count` due dates from `first` on. In a shorter month, the 31st becomes the last day."""
    months, days = INTERVALS[every]
    return [_add_months(first, months * position) + dt.timedelta(days=days * position) for position in range(count)]


def _add_months(day: dt.date, months: int) -> dt.date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def too_much(outstanding: int, currency: str) -> str:
    """Return the refusal of a payment above the outstanding amount, which is nearly always a typing error."""
    return f"The amount cannot be more than the {money(outstanding, currency)} outstanding"


def too_much_back(due_back: int, currency: str) -> str:
    """Return the refusal of a refund above the amount due back."""
    return f"The amount cannot be more than the {money(due_back, currency)} due back"


def refunded_already(amount: int, currency: str) -> str:
    """Return the refusal to withdraw a credit note whose credit was paid back."""
    paid_back = money(amount, currency)
    return f"{paid_back} of this credit note was paid back. Please reverse that refund on its invoice first"
