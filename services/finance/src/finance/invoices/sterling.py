"""VAT in sterling on an invoice of a UK organisation in another currency (`docs/finance.md`, VAT in sterling).

HMRC (VAT Notice 700) wants the total VAT of such an invoice stated in sterling too, at the rate for the month of the
tax point. The invoice keeps the rate from its issue. A credit note has the rate of its invoice.
"""

from __future__ import annotations

import datetime as dt
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, TypedDict

import sqlalchemy as sa

from finance.currencies import STERLING
from finance.invoices.model import invoice
from finance.invoices.rules import NOT_ISSUED, UK_ORGANISATIONS
from finance.rates.attributes import PLACES, SOURCES
from finance.rates.model import exchange_rate
from kit.database import Tx
from kit.policy import Row
from kit.values.shown import money

KEPT = ("sterling_rate", "sterling_rate_month", "sterling_rate_source")
"""Columns of an invoice that hold the rate at its issue."""
NO_RATE = {"sterling_rate": None, "sterling_rate_month": None, "sterling_rate_source": ""}
_columns = invoice.c
_credited = invoice.alias("credited")
_converts = sa.and_(_columns.organisation_id.in_(sorted(UK_ORGANISATIONS)), _columns.currency != STERLING)
_tax_point = sa.func.coalesce(_credited.c.date, _columns.date)
_open = sa.and_(_converts, _columns.status.in_(NOT_ISSUED))
_first_day = sa.cast(sa.func.date_trunc("month", _tax_point), sa.Date)


def with_rate(source: sa.FromClause) -> sa.Join:
    """Join `source`, which has `invoice`, with the tables that `RATE` reads."""
    of_month = sa.and_(exchange_rate.c.currency == _columns.currency, exchange_rate.c.month == _first_day)
    return source.outerjoin(_credited, _credited.c.id == _columns.parent_id).outerjoin(exchange_rate, of_month)


def _effective(kept: str, of_month: sa.ColumnElement[Any]) -> sa.Label[Any]:
    own, credited = _columns[kept], _credited.c[kept]
    chosen = sa.case(
        (_columns.sterling_rate.is_not(None), own),
        (sa.and_(_open, _credited.c.sterling_rate.is_not(None)), credited),
        (_open, of_month),
    )
    return chosen.label(kept)


RATE = [_effective(kept, exchange_rate.c[name]) for kept, name in zip(KEPT, ("rate", "month", "source"), strict=True)]
"""The rate of an invoice, under the names of `KEPT`: its own, and before issue that of the credited invoice or of the
month; null if there is none."""
UNRATED = sa.case((sa.and_(_converts, _columns.vat != 0, RATE[0].element.is_(None)), _tax_point))
"""The tax point of an invoice that must show VAT in sterling and has no rate; null otherwise."""


class SterlingVAT(TypedDict):
    """VAT in sterling: in pence, at `rate` units of the currency for £1; `text` says the rate and its month."""

    VAT: int
    rate: float
    month: dt.date
    source: str
    text: str


def refusal(currency: str, tax_point: dt.date) -> str:
    """Return the refusal of an invoice without a rate."""
    text = f"The VAT of an invoice in {currency} is shown in sterling too, and there is no exchange rate for"
    return f"{text} {tax_point:%B %Y} yet. Please ask accounting to enter it under Setup, Exchange rates"


def rate_of(tx: Tx, record: int) -> dict[str, Any]:
    """Return the columns `KEPT` of an invoice that is being issued."""
    row = tx.one(sa.select(*RATE).select_from(with_rate(invoice)).where(_columns.id == record))
    return dict(row) if row and row["sterling_rate"] is not None else dict(NO_RATE)


def shown(row: Row) -> SterlingVAT | None:
    """Return the VAT in sterling of an invoice with the columns of `RATE`, rounded once; None if none is to be
    shown."""
    rate = row["sterling_rate"]
    if rate is None:
        return None
    source = next(option.label for option in SOURCES if option.value == row["sterling_rate_source"])
    return {
        "VAT": int((Decimal(row["vat"]) / rate).quantize(Decimal(1), ROUND_HALF_UP)),
        "rate": float(rate),
        "month": row["sterling_rate_month"],
        "source": row["sterling_rate_source"],
        "text": f"{_rate_text(rate, row['currency'])}, {source} for {row['sterling_rate_month']:%B %Y}",
    }


def _rate_text(rate: Decimal, currency: str) -> str:
    """Format a rate: `£1 = €1.1534`."""
    sign = money(0, currency).removesuffix("0.00")
    return f"{money(0, STERLING).removesuffix('0.00')}1 = {sign}{rate:.{PLACES}f}"
