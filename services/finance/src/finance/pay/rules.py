"""Rules of a payment link: its expiry, and the amount due."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from kit.settings import settings
from kit.values import options

LINK_DAYS = 90
"""A link is valid for this long after the invoice was created or sent, or the link renewed, whichever is last."""
TRIES = 5
"""Wrong passcodes allowed in `TRIES_WITHIN`, for one link and for one address; further ones are not checked."""
TRIES_WITHIN = dt.timedelta(minutes=15)
CLOSED = frozenset({"draft", "cancelled"})
"""Statuses without a payment page."""
OPEN_FOR = dt.timedelta(minutes=30)
"""Time for which a page stays open after the passcode was entered."""
TRY_OUTCOMES = options(
    ("right", "opened"), ("wrong", "wrong passcode"), ("limited", "too many tries"), ("expired", "expired")
)
_DIGITS = 6


def new_passcode() -> str:
    """Return six random digits: short enough to read out on the telephone, and safe because attempts are limited."""
    return f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}"


def link_expires(row: Mapping[str, Any]) -> dt.datetime:
    """Return the time at which the link of invoice `row` expires."""
    created: dt.datetime = row["created"]
    default = max(created, row["email_sent"] or created) + dt.timedelta(days=LINK_DAYS)
    return max(default, row["link_expires"] or default)


def address_of(uuid: UUID) -> str:
    """Return the URL of the payment page that is sent to the payer (`money.md 2`)."""
    return f"{settings().public_url}/#/invoice/{uuid}"


@dataclass(frozen=True)
class Due:
    """The next payment: minor units, its day (None without an agreed day), and whether that day has passed.

    `places` are the numbers of the instalments that it covers, counted from 1 by due date, of `count` in all; empty
    without a plan. `rest` is true if the first of them is partly paid.
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
    """Return the next amount due, at most the outstanding amount; None if nothing is outstanding. The payment page and
    the mails of an invoice show it (docs/finance.md, Payment page).

    With a plan: all open instalments past their due date together, otherwise the next one; the database computes `left`
    of each (`finance.invoices.overdue`). Without a plan, or with a paid one and a balance: the balance, on the due date
    of the invoice.
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
    overdue = [entry for entry in unpaid if entry[1] < today]
    due = overdue or unpaid[:1]
    amount = min(sum(left for _, _, left, _ in due), outstanding)
    places = tuple(place for place, _, _, _ in due)
    return Due(amount, due[0][1], bool(overdue), places, len(plan), due[0][3] > 0)
