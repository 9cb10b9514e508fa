"""Attributes of an exchange rate to sterling."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import sqlalchemy as sa

from finance.currencies import FOREIGN_OPTIONS
from finance.days import NearDate
from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import DecimalNumber, Select, options

SOURCES = options(
    ("hmrc", "HMRC monthly rate"),
    ("market", "UK market selling rate"),
    ("agreed", "Rate agreed with HMRC"),
)
PLACES = 4
"""Decimal places of a rate, as HMRC publishes them."""


@dataclass(frozen=True, kw_only=True)
class Month(NearDate):
    """A month, as its first day; any day of it is accepted."""

    def read(self, raw: Any) -> dt.date:
        return super().read(raw).replace(day=1)


def rate_column(name: str, *, nullable: bool, comment: str) -> sa.Column[Any]:
    """Return a column of a rate: units of the currency for one pound."""
    return sa.Column(name, sa.Numeric(10, PLACES), nullable=nullable, comment=comment)


def rate_shown(column: sa.Column[Any]) -> InList:
    """Return a rate in a list, with all its places: a decimal column shows two or three."""
    digits = sa.func.to_char(column, f"FM999990.{'0' * PLACES}", type_=sa.Text)
    return InList(expression=digits, type="text", width=110)


_rate = rate_column("rate", nullable=False, comment="units of the currency for one pound")

EXCHANGE_RATE = Attributes(
    Attribute(
        name="currency",
        type=Select(choices=FOREIGN_OPTIONS, required=True),
        section="rate",
        listed=InList(type="text", width=90),
        filtered=AsFilter(),
    ),
    Attribute(
        name="month",
        type=Month(required=True),
        section="rate",
        comment="its first day",
        filtered=AsFilter(),
        help="Any day of the month: the rate applies to invoices dated in it",
        listed=InList(title="Month from", sortable=True, width=110),
    ),
    Attribute(
        name="rate",
        title="For one pound",
        section="rate",
        type=DecimalNumber(required=True, places=PLACES, minimum=Decimal("0.0001"), maximum=Decimal(100_000)),
        column=_rate,
        listed=rate_shown(_rate),
        help="Units of the currency for £1, as HMRC publishes it: 1.1534",
    ),
    Attribute(
        name="source",
        type=Select(choices=SOURCES, blank="hmrc"),
        section="rate",
        default="hmrc",
        help="It is shown on the invoice next to the rate",
        listed=InList(width=180),
    ),
)
