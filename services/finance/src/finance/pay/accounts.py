"""The account that an invoice is paid to (`docs/finance.md`, Where to pay)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.pay.model import bank_account


def account_of(row: Mapping[str, Any] | None = None) -> sa.ScalarSelect[int]:
    """The id of the account of an invoice, given as `row` or by the statement around: the organisation's in the
    currency of the invoice, else one of its accounts with an IBAN, which takes other currencies; never that of another
    organisation, which is another company."""
    columns = bank_account.c
    organisation = invoice.c.organisation_id if row is None else sa.literal(row["organisation_id"])
    currency = invoice.c.currency if row is None else sa.literal(row["currency"])
    same = columns.currency == currency
    chosen = sa.select(columns.id).where(columns.organisation_id == organisation, sa.or_(same, columns.iban != ""))
    chosen = chosen.order_by(same.desc(), columns.id).limit(1)
    return (chosen if row is not None else chosen.correlate(invoice)).scalar_subquery()


def online_url(account: Mapping[str, Any] | None, currency: str) -> str:
    """The address where `currency` is paid online, or nothing: only an account in that currency takes it."""
    return account["online_url"] if account is not None and account["currency"] == currency else ""


def grouped(iban: str) -> str:
    """An IBAN in groups of four, as people read and compare it; one that is stored with spaces alike."""
    number = "".join(iban.split())
    return " ".join(number[at : at + 4] for at in range(0, len(number), 4))
