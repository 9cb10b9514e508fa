"""Accounts that receive payments, one per organisation and currency, shown on the payment page and the PDF."""

from __future__ import annotations

import re

from finance.pay import attributes
from finance.pay.model import bank_account
from finance.policy import accounting
from kit.errors import Invalid
from kit.policy import staff
from kit.records import Acts, Change, Create, Delete, FieldSet

_SECURE = re.compile(r"https://[^\s/\"<>]+\.[^\s\"<>]+")


def _secure(change: Change) -> None:
    """Require the role: clients send their money to these accounts."""
    if change.new and not _SECURE.fullmatch(change.new):
        raise Invalid("The address of an online payment page begins with https://", field=change.field.name)


BANK_ACCOUNT_FIELDS = FieldSet(
    name="bankAccount",
    table=bank_account,
    path="/invoices/bankaccounts/{id}",
    read=staff,
    may=accounting,
    sections=attributes.BANK_ACCOUNT.sections({"account": "Bank account"}, {"onlineUrl": Acts(check=_secure)}),
    create=Create(),
    delete=Delete(),
)
