"""Attributes of an expense claim and its lines. A trigger (migration 0010) sums the lines, and counts those without a
receipt."""

from __future__ import annotations

from typing import TypedDict

import sqlalchemy as sa

from finance.days import PastDate
from finance.payouts.attributes import amount, currency, day_of, derived_count, organisation, signature, status
from kit.attributes import Attribute, Attributes, InList
from kit.values import DateTime, FileIds, Integer, Money, Select, Text, options

STATES = options(
    ("draft", "Draft", "grey"),
    ("submitted", "Submitted", "blue"),
    ("returned", "Returned", "orange"),
    ("approved", "Approved", "green"),
    ("paid", "Paid", "green"),
)
CATEGORIES = options(
    ("travel", "Travel"),
    ("mileage", "Mileage"),
    ("accommodation", "Accommodation"),
    ("meals", "Meals"),
    ("materials", "Materials"),
    ("exams", "Exams"),
    ("other", "Other"),
)

CLAIM = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=120),
        section="claim",
        default=None,
        listed=InList(width=260),
    ),
    Attribute(name="userId", type=Integer(required=True), comment="whose money it was"),
    Attribute(
        name="user",
        type=Text(),
        title="Claimant",
        listed=InList(sortable=True, width=160),
        column=sa.Column("user_name", sa.Text, nullable=False, server_default=""),
    ),
    organisation("claim"),
    currency("claim"),
    status(STATES, 110),
    amount("total", listed=InList(currency="currency", sortable=True, width=110)),
    derived_count("lines"),
    derived_count("withoutReceipt"),
    Attribute(name="submitted", type=DateTime(), at="submitted", listed=InList(width=130)),
    *signature("approved", InList(width=140)),
    *signature("paid", answered=False),
    day_of("paid", 90),
    Attribute(name="returnReason", type=Text(), at="returnReason"),
)

LINE = Attributes(
    Attribute(name="date", type=PastDate(required=True), section="line", at="date"),
    Attribute(name="category", type=Select(choices=CATEGORIES, required=True), section="line", at="category"),
    Attribute(
        name="description", type=Text(required=True, max_length=200), section="line", default=None, at="description"
    ),
    Attribute(
        name="amount",
        type=Money(required=True, minimum=1),
        section="line",
        default="0",
        at="amount",
        help="The amount you paid, VAT included",
        comment="what was paid, VAT included",
    ),
    Attribute(
        name="VAT",
        type=Money(required=True, minimum=0),
        title="VAT",
        section="line",
        default="0",
        at="VAT",
        help="The VAT in it, as the receipt says",
        comment="the VAT in it",
    ),
    Attribute(name="receipts", type=FileIds(most=5), section="line", at="receipts", comment="file ids"),
)


class Claimant(TypedDict):
    """The claimant."""

    id: int
    name: str


@LINE.answer
class ClaimLine(TypedDict):
    """A line of a claim; `receipts` are file ids."""

    id: int


@CLAIM.answer
class ClaimExtra(TypedDict):
    """The state and the lines of a claim."""

    user: Claimant
    lines: list[ClaimLine]
