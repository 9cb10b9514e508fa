"""The bank account that an invoice is paid to (`docs/finance.md`, Where to pay)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.pay.model import bank_account


def account_of(row: Mapping[str, Any] | None = None) -> sa.ScalarSelect[int]:
    """Id of the account of an invoice: `row`, or the one of the enclosing statement.

    The organisation's account in the currency of the invoice, else one with an IBAN, which takes other currencies.
    Never an account of another organisation, which is another company.
    """
    columns = bank_account.c
    organisation = invoice.c.organisation_id if row is None else sa.literal(row["organisation_id"])
    currency = invoice.c.currency if row is None else sa.literal(row["currency"])
    same_currency = columns.currency == currency
    statement = sa.select(columns.id).where(
        columns.organisation_id == organisation, sa.or_(same_currency, columns.iban != "")
    )
    statement = statement.order_by(same_currency.desc(), columns.id).limit(1)
    return (statement if row is not None else statement.correlate(invoice)).scalar_subquery()


def online_url(account: Mapping[str, Any] | None, currency: str) -> str:
    """URL for paying `currency` online, or '': only an account in that currency takes online payments."""
    return account["online_url"] if account is not None and account["currency"] == currency else ""


def format_iban(iban: str) -> str:
    """An IBAN in groups of four, as people read and compare it. Stored spaces are ignored."""
    number = "".join(iban.split())
    return " ".join(number[start : start + 4] for start in range(0, len(number), 4))
