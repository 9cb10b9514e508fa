"""The bank account that an invoice is paid to (`docs/finance.md`, Where to pay)."""

from __future__ import annotations

import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.pay.model import bank_account


def account_of() -> sa.ScalarSelect[int]:
    """Return the account id of an invoice, in a statement on `invoice`.

    It is the organisation's account in the currency of the invoice, otherwise one with an IBAN, which accepts other
    currencies. It never belongs to another organisation, which is another company.
    """
    columns = bank_account.c
    same_currency = columns.currency == invoice.c.currency
    return (
        sa.select(columns.id)
        .where(columns.organisation_id == invoice.c.organisation_id, sa.or_(same_currency, columns.iban != ""))
        .order_by(same_currency.desc(), columns.id)
        .limit(1)
        .correlate(invoice)
        .scalar_subquery()
    )


def format_iban(iban: str) -> str:
    """Return an IBAN in groups of four, as people read and compare it. Stored spaces are ignored."""
    number = "".join(iban.split())
    return " ".join(number[start : start + 4] for start in range(0, len(number), 4))
