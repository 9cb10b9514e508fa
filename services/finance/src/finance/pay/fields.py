"""The accounts to pay to, one an organisation and currency: on the payment page and on the PDF."""

from __future__ import annotations

import re

from finance.currencies import CURRENCY_OPTIONS
from finance.pay.model import bank_account
from finance.pay.policy import keeps_bank_accounts
from finance.policy import for_staff
from kit.errors import Invalid
from kit.policy import staff
from kit.records import Change, Create, Delete, Field, FieldSet, Section
from kit.values import Reference, Select, Text

_columns = bank_account.c

_SECURE = re.compile(r"https://[^\s/\"<>]+\.[^\s\"<>]+")
_NOT_SECURE = "The address of an online payment page begins with https://"


def _secure(change: Change) -> None:
    """Clients are sent there with their money."""
    if change.new and not _SECURE.fullmatch(change.new):
        raise Invalid(_NOT_SECURE, fields={change.field.name: _NOT_SECURE})


BANK_ACCOUNT = FieldSet(
    name="bankAccount",
    table=bank_account,
    path="/invoices/bankaccounts/{id}",
    scope=for_staff,
    read=staff,
    may=keeps_bank_accounts,
    sections=(
        Section(
            "account",
            "Bank account",
            (
                Field(
                    name="organisationId", column=_columns.organisation_id, title="Organisation",
                    type=Reference(source="/orgs", required=True),
                ),
                Field(name="currency", column=_columns.currency, type=Select(choices=CURRENCY_OPTIONS, required=True)),
                Field(name="holder", column=_columns.holder, title="Holder", type=Text(required=True, max_length=100)),
                Field(name="bank", column=_columns.bank, type=Text(max_length=100)),
                Field(name="sortCode", column=_columns.sort_code, type=Text(max_length=12)),
                Field(name="accountNumber", column=_columns.account_number, type=Text(max_length=30)),
                Field(name="iban", column=_columns.iban, title="IBAN", type=Text(max_length=42)),
                Field(name="bic", column=_columns.bic, title="BIC", type=Text(max_length=11)),
                Field(
                    name="onlineUrl", column=_columns.online_url, title="Online payment page",
                    type=Text(max_length=300), check=_secure,
                ),
            ),
        ),
    ),
    create=Create(
        path="/invoices/bankaccounts",
        fields=(
            "organisationId", "currency", "holder", "bank", "sortCode", "accountNumber", "iban", "bic", "onlineUrl",
        ),
        may=keeps_bank_accounts,
    ),
    delete=Delete(path="/invoices/bankaccounts/{id}", may=keeps_bank_accounts),
)  # fmt: skip
