"""What is due next, and how long a link holds."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from finance.pay.rules import Due, link_expires, next_due

TODAY = dt.date(2026, 6, 10)
DAY = dt.date(2026, 6, 1)
LATER = dt.date(2026, 7, 1)


def part(amount: int, day: dt.date, paid: bool = False) -> dict[str, Any]:
    return {"amount": amount, "due_date": day, "is_paid": paid}


@pytest.mark.parametrize(
    ("outstanding", "due_date", "plan", "expected"),
    [
        (0, DAY, [], None),
        (-5, DAY, [part(10, DAY)], None),
        (100, None, [], Due(100, None, False)),
        (100, LATER, [], Due(100, LATER, False)),
        (100, TODAY, [], Due(100, TODAY, False)),
        (100, DAY, [], Due(100, DAY, True)),
        (60, LATER, [part(40, DAY, paid=True), part(60, LATER)], Due(60, LATER, False, (2,), 2)),
        (100, LATER, [part(30, DAY), part(30, DAY), part(40, LATER)], Due(60, DAY, True, (1, 2), 3)),
        (100, LATER, [part(40, LATER), part(60, DAY)], Due(60, DAY, True, (1,), 2)),
        (20, LATER, [part(40, LATER)], Due(20, LATER, False, (1,), 1)),
        (20, DAY, [part(40, LATER, paid=True)], Due(20, DAY, True)),
    ],
)
def test_next_due(outstanding: int, due_date: Any, plan: list[Any], expected: Due | None) -> None:
    assert next_due(outstanding, due_date, plan, TODAY) == expected


@pytest.mark.parametrize(
    ("paid", "expected"),
    [
        (30, Due(70, DAY, True, (2,), 3)),  # the ticked instalment alone
        (60, Due(40, DAY, True, (2,), 3, rest=True)),  # some of the second came without being ticked
        (100, Due(60, LATER, False, (3,), 3)),  # all of it came: nothing is overdue
        (130, Due(30, LATER, False, (3,), 3, rest=True)),
    ],
)
def test_what_came_without_being_ticked_settles_the_earliest(paid: int, expected: Due) -> None:
    plan = [part(30, DAY, paid=True), part(70, DAY), part(60, LATER)]
    assert next_due(160 - paid, LATER, plan, TODAY, paid) == expected


def test_a_link_holds_ninety_days_from_the_last_of_made_sent_and_renewed() -> None:
    made = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    days = dt.timedelta(days=1)
    row: dict[str, Any] = {"created": made, "email_sent": None, "link_expires": None}
    assert link_expires(row) == made + 90 * days
    assert link_expires(row | {"email_sent": made + 5 * days}) == made + 95 * days
    assert link_expires(row | {"link_expires": made + 200 * days}) == made + 200 * days
    assert link_expires(row | {"link_expires": made + 91 * days, "email_sent": made + 30 * days}) == made + 120 * days
