"""Attributes of an amount that one organisation recharges to another."""

from __future__ import annotations

from typing import TypedDict

import sqlalchemy as sa

from finance.days import NearDate
from finance.payouts.attributes import currency, day_of, signature, status
from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Money, Reference, Select, Text, options

TYPES = options(
    ("tuition", "Tuition"), ("exams", "Exams"), ("staff", "Staff"), ("premises", "Premises"), ("other", "Other")
)
STATES = options(("draft", "Draft", "grey"), ("agreed", "Agreed", "blue"), ("settled", "Settled", "green"))

RECHARGE = Attributes(
    Attribute(
        name="type",
        type=Select(choices=TYPES, required=True),
        section="recharge",
        listed=InList(width=100),
        filtered=AsFilter(),
    ),
    Attribute(
        name="fromOrgId",
        type=Reference(source="/orgs", required=True),
        title="From",
        section="recharge",
        column=sa.Column("from_organisation_id", sa.BigInteger, nullable=False, comment="who recharges, and is paid"),
        help="The organisation that recharges, and is paid",
        filtered=AsFilter(),
    ),
    Attribute(
        name="toOrgId",
        type=Reference(source="/orgs", required=True),
        title="To",
        section="recharge",
        column=sa.Column("to_organisation_id", sa.BigInteger, nullable=False, comment="who owes it"),
        help="Who owes it",
        filtered=AsFilter(),
    ),
    Attribute(
        name="date",
        type=NearDate(required=True),
        section="recharge",
        listed=InList(sortable=True, width=90),
        filtered=AsFilter(),
    ),
    Attribute(
        name="description",
        type=Text(required=True, max_length=300),
        section="recharge",
        default=None,
        listed=InList(width=280),
    ),
    currency("recharge"),
    Attribute(
        name="amount",
        type=Money(required=True, minimum=1),
        section="recharge",
        default="0",
        listed=InList(currency="currency", sortable=True, width=110),
    ),
    status(STATES, 100),
    *signature("entered", InList(width=130)),
    *signature("agreed", InList(width=130)),
    day_of("settled", 90),
)


@RECHARGE.answer
class RechargeExtra(TypedDict):
    """The state of a recharge."""
