"""The next amount due, and the expiry of a link."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest

from finance.pay.rules import Due, address_of, link_expires, new_passcode, next_due
from kit.settings import settings

TODAY = dt.date(2026, 6, 10)
DAY = dt.date(2026, 6, 1)
LATER = dt.date(2026, 7, 1)


def part(amount: int, day: dt.date, left: int | None = None) -> dict[str, Any]:
    return {"amount": amount, "due_date": day, "left": amount if left is None else left}


@pytest.mark.parametrize(
    ("outstanding", "due_date", "plan", "expected"),
    [
        (0, DAY, [], None),
        (-5, DAY, [part(10, DAY)], None),
        (1, None, [], Due(1, None, False)),
        (100, None, [], Due(100, None, False)),
        (100, LATER, [], Due(100, LATER, False)),
        (100, TODAY, [], Due(100, TODAY, False)),
        (100, DAY, [], Due(100, DAY, True)),
        (60, LATER, [part(40, DAY, 0), part(60, LATER)], Due(60, LATER, False, (2,), 2)),
        (100, LATER, [part(30, DAY), part(30, DAY), part(40, LATER)], Due(60, DAY, True, (1, 2), 3)),
        (100, LATER, [part(40, LATER), part(60, DAY)], Due(60, DAY, True, (1,), 2)),
        (100, LATER, [part(40, TODAY), part(60, LATER)], Due(40, TODAY, False, (1,), 2)),
        (20, LATER, [part(40, LATER)], Due(20, LATER, False, (1,), 1)),
        (20, DAY, [part(40, LATER, 0)], Due(20, DAY, True)),
    ],
)
def test_next_due(outstanding: int, due_date: Any, plan: list[Any], expected: Due | None) -> None:
    assert next_due(outstanding, due_date, plan, TODAY) == expected


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ((70, 60), Due(70, DAY, True, (2,), 3)),
        ((40, 60), Due(40, DAY, True, (2,), 3, rest=True)),  # part of the second was paid without a tick
        ((69, 60), Due(69, DAY, True, (2,), 3, rest=True)),
        ((0, 60), Due(60, LATER, False, (3,), 3)),  # all of it was paid: nothing is overdue
        ((0, 30), Due(30, LATER, False, (3,), 3, rest=True)),
    ],
)
def test_rest_of_an_instalment_is_due(left: tuple[int, int], expected: Due) -> None:
    plan = [part(30, DAY, 0), part(70, DAY, left[0]), part(60, LATER, left[1])]
    assert next_due(sum(left), LATER, plan, TODAY) == expected


def test_first_of_several_past_instalments_sets_the_date() -> None:
    first = DAY - dt.timedelta(days=9)
    plan = [part(30, first, 10), part(30, DAY), part(40, LATER)]
    assert next_due(80, LATER, plan, TODAY) == Due(40, first, True, (1, 2), 3, rest=True)


def test_link_is_valid_ninety_days_from_creation_sending_or_renewal() -> None:
    created = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    days = dt.timedelta(days=1)
    row: dict[str, Any] = {"created": created, "email_sent": None, "link_expires": None}
    assert link_expires(row) == created + 90 * days
    assert link_expires(row | {"email_sent": created + 5 * days}) == created + 95 * days
    assert link_expires(row | {"link_expires": created + 200 * days}) == created + 200 * days
    assert (
        link_expires(row | {"link_expires": created + 91 * days, "email_sent": created + 30 * days})
        == created + 120 * days
    )


def test_passcode_is_six_digits() -> None:
    codes = {new_passcode() for _ in range(200)}
    assert all(len(code) == 6 and code.isdecimal() for code in codes)
    assert len(codes) > 100 and min(codes) < "400000" and max(codes) >= "600000"


def test_address_of_an_invoice_is_on_the_public_page() -> None:
    number = uuid.uuid4()
    assert address_of(number) == f"{settings().public_url}/#/invoice/{number}"
