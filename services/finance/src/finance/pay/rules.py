"""Rules of a payment link: when it opens, and the amount that is due on it."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from kit.settings import settings

LINK_DAYS = 90
"""A link holds this long from the day the invoice was made, sent, or the link renewed, whichever is last."""
TRIES = 5
"""Wrong passcodes in `TRIES_WITHIN`, for one link and for one address; the sixth is not looked at."""
TRIES_WITHIN = dt.timedelta(minutes=15)
CLOSED = frozenset({"draft", "cancelled"})
"""Statuses without a payment page."""
OPEN_FOR = dt.timedelta(minutes=30)
"""The time a page stays open after the passcode was entered."""
_DIGITS = 6


def new_passcode() -> str:
    """Six digits by chance: short enough to be read out over the telephone, and tried five times at most."""
    return f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}"


def link_expires(row: Mapping[str, Any]) -> dt.datetime:
    """The moment the link of invoice `row` stops to open."""
    made: dt.datetime = row["created"]
    by_itself = max(made, row["email_sent"] or made) + dt.timedelta(days=LINK_DAYS)
    return max(by_itself, row["link_expires"] or by_itself)


def address_of(uuid: UUID) -> str:
    """The address that is sent to whoever is invoiced (`money.md 2`)."""
    return f"{settings().public_url}/#/invoice/{uuid}"


@dataclass(frozen=True)
class Due:
    """The next payment: minor units, the day (None: no day was agreed), whether that day has passed.

    `places` are the instalments it asks for, counted from 1 in the order of their days, of `count` in all; none without
    a plan. `rest` says that some of the first of them came already.
    """

    amount: int
    day: dt.date | None
    overdue: bool
    places: tuple[int, ...] = ()
    count: int = 0
    rest: bool = False


def next_due(
    outstanding: int, due_date: dt.date | None, plan: Sequence[Mapping[str, Any]], today: dt.date
) -> Due | None:
    """The next amount due, never more than is outstanding; None when nothing is. The pay page shows it and the mails
    of an invoice ask for it (docs/finance.md, Payment page).

    By the plan: all open instalments that are past due together, else the next one; `left` of each is what the
    database says is open of it (`finance.invoices.overdue`). Without a plan, or with one that is paid while a balance
    stands: the balance, on the due date of the invoice.
    """
    if outstanding <= 0:
        return None
    in_order = enumerate(sorted(plan, key=lambda part: (part["due_date"], part["amount"])), start=1)
    unpaid = [
        (place, part["due_date"], part["left"], part["amount"] - part["left"])
        for place, part in in_order
        if part["left"]
    ]
    if not unpaid:
        return Due(outstanding, due_date, due_date is not None and due_date < today)
    past = [entry for entry in unpaid if entry[1] < today]
    asked = past or unpaid[:1]
    amount = min(sum(left for _, _, left, _ in asked), outstanding)
    places = tuple(place for place, _, _, _ in asked)
    return Due(amount, asked[0][1], bool(past), places, len(plan), asked[0][3] > 0)
