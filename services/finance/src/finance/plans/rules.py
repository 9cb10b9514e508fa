"""Instalment plans, payments and write-offs (`money.md 4`, `5`, `9`). Pure; amounts in minor units."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from finance.currencies import money
from kit.values import options

WRITE_OFF = "Small balance write-off"
INTERVALS = {"month": (1, 0), "week": (0, 7), "fortnight": (0, 14), "quarter": (3, 0)}
"""Months and days between instalments."""
INTERVAL_OPTIONS = options(
    ("month", "Every month"),
    ("week", "Every week"),
    ("fortnight", "Every two weeks"),
    ("quarter", "Every three months"),
)
MOST_INSTALMENTS = 24

PAID_INSTALMENT_STAYS = "A paid instalment cannot be deleted: please mark it as not paid first"
TAKE_BACK_THERE = "This payment came from the accounting system and can only be taken back there"
UNMARK_INSTEAD = "This payment belongs to an instalment: please mark that as not paid"
TAKEN_BACK = "This payment has been taken back already"


def left_of(plan: Sequence[Mapping[str, Any]], paid: int) -> list[tuple[Mapping[str, Any], int]]:
    """The instalments in the order of their days, each with what is left to pay of it, as the database reckons of those
    that are stored (`finance.invoices.overdue`): here for one that is about to be written. A ticked one is settled by
    its own payment; what was `paid` beyond those settles the others, the earliest first."""
    spare = max(0, paid - sum(part["amount"] for part in plan if part["is_paid"]))
    found = []
    for part in sorted(plan, key=lambda part: (part["due_date"], part["amount"], part.get("id", 0))):
        settled = part["amount"] if part["is_paid"] else min(spare, part["amount"])
        spare -= 0 if part["is_paid"] else settled
        found.append((part, part["amount"] - settled))
    return found


def refuse_tick(amount: int, left: int, outstanding: int, currency: str) -> str | None:
    """Why an instalment of `amount`, of which `left` is to be paid, is not marked as paid, or None. The tick books its
    whole amount, so money that is there already would be booked twice."""
    if not left:
        came = f"The {money(amount, currency)} of this instalment came with other payments already"
        return f"{came}; marking it as paid would book them twice"
    if left < amount:
        came = f"{money(amount - left, currency)} of this instalment came with other payments already"
        return f"{came}. Please enter the remaining {money(left, currency)} as a payment"
    if amount > outstanding:
        rest = f"{too_much(outstanding, currency)}, and this instalment is {money(amount, currency)}"
        return f"{rest}. Please enter what came as a payment"
    return None


def split(total: int, count: int) -> list[int]:
    """Equal parts; the pennies that do not divide are on the first ones, one each."""
    part, odd = divmod(total, count)
    return [part + (place < odd) for place in range(count)]


def due_dates(first: dt.date, every: str, count: int) -> list[dt.date]:
    """`count` days from `first` on; the 31st of a shorter month is its last day."""
    months, days = INTERVALS[every]
    return [_later(first, months * place) + dt.timedelta(days=days * place) for place in range(count)]


def _later(day: dt.date, months: int) -> dt.date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def too_much(outstanding: int, currency: str) -> str:
    """The text of a payment above what is owed: a slip of the keys far more often than a present."""
    return f"The amount cannot be more than the {money(abs(outstanding), currency)} outstanding"
