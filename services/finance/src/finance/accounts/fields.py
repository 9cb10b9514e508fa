"""The chart of accounts, kept by accounting (`money.md 2`: account code and sub-account management).

A line keeps the VAT rate it was written with: a rate that changes here changes no invoice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.accounts import rules
from finance.accounts.model import account, sub_account
from finance.accounts.policy import keeps_accounts
from finance.copies.model import organisation
from finance.policy import for_staff
from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Row, staff
from kit.records import Create, Delete, Field, FieldSet, Section
from kit.records.references import archived_field
from kit.values import Percent, Reference, Select, Text


def _in_its_chart(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    """An account of organisation 4 or 5 is one of organisation 1's chart."""
    if tx.scalar(sa.select(organisation.c.id).where(organisation.c.id == values["organisation_id"])) is None:
        raise Invalid(rules.NO_ORGANISATION, fields={"orgId": rules.NO_ORGANISATION})
    return {"organisation_id": rules.chart_of(values["organisation_id"])}


def _name(row: Row) -> str:
    return f"{row['code']} {row['name']}"


ACCOUNT = FieldSet(
    name="account",
    table=account,
    path="/xero/org/accounts/{id}",
    scope=for_staff,
    read=staff,
    may=keeps_accounts,
    sections=(
        Section(
            "account",
            "Account",
            (
                Field(
                    name="orgId", column=account.c.organisation_id, title="Organisation", when=lambda _: rules.STAYS,
                    type=Reference(source="/orgs", required=True),
                ),
                Field(name="code", column=account.c.code, type=Text(required=True, max_length=20)),
                Field(name="name", column=account.c.name, type=Text(required=True, max_length=150)),
                archived_field(account.c.archived, keeps_accounts),
            ),
        ),
    ),
    create=Create(
        path="/xero/org/accounts", fields=("orgId", "code", "name"), may=keeps_accounts, complete=_in_its_chart
    ),
    delete=Delete(path="/xero/org/accounts/{id}", may=keeps_accounts, named=_name),
)  # fmt: skip

SUB_ACCOUNT = FieldSet(
    name="subAccount",
    table=sub_account,
    path="/xero/org/sub-accounts/{id}",
    scope=for_staff,
    read=staff,
    may=keeps_accounts,
    sections=(
        Section(
            "subAccount",
            "Sub account",
            (
                Field(
                    name="accountId", column=sub_account.c.account_id, title="Account", when=lambda _: rules.SUB_STAYS,
                    type=Reference(source="/xero/org/accounts", required=True),
                ),
                Field(name="code", column=sub_account.c.code, type=Text(required=True, max_length=20)),
                Field(name="name", column=sub_account.c.name, type=Text(required=True, max_length=150)),
                Field(
                    name="VATRate", column=sub_account.c.vat_rate, title="VAT rate", type=Percent(required=True),
                    help="For lines written from now on; lines that are there keep theirs",
                ),
                Field(
                    name="VATTreatment", column=sub_account.c.vat_treatment, title="VAT at 0%",
                    type=Select(choices=rules.VAT_TREATMENTS, blank=rules.OUTSIDE),
                    help="What a VAT rate of 0% is: three different things to the tax office",
                ),
                archived_field(sub_account.c.archived, keeps_accounts),
            ),
        ),
    ),
    create=Create(
        path="/xero/org/sub-accounts", fields=("accountId", "code", "name", "VATRate", "VATTreatment"),
        may=keeps_accounts
    ),
    delete=Delete(path="/xero/org/sub-accounts/{id}", may=keeps_accounts, named=_name),
)  # fmt: skip
