"""The chart of accounts, maintained by accounting (`money.md 2`: account code and sub-account management).

A line keeps the VAT rate it was written with: changing the rate here does not change invoices.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.accounts import attributes, rules
from finance.accounts.model import account, sub_account
from finance.copies.model import organisation
from finance.policy import accounting, for_staff
from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Row, staff
from kit.records import Acts, Create, Delete, FieldSet


def _in_its_chart(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    """Assign accounts of organisations 4 and 5 to the chart of organisation 1."""
    if tx.scalar(sa.select(organisation.c.id).where(organisation.c.id == values["organisation_id"])) is None:
        raise Invalid(rules.NO_ORGANISATION, field="orgId")
    return {"organisation_id": rules.chart_of(values["organisation_id"])}


def _name(row: Row) -> str:
    return f"{row['code']} {row['name']}"


ACCOUNT_FIELDS = FieldSet(
    name="account",
    table=account,
    path="/xero/org/accounts/{id}",
    scope=for_staff,
    read=staff,
    may=accounting,
    sections=attributes.ACCOUNT.sections(
        {"account": "Account"},
        {"orgId": Acts(when=lambda _: rules.STAYS)},
    ),
    create=Create(
        fields=attributes.ACCOUNT.names("archived"),
        complete=_in_its_chart,
    ),
    delete=Delete(named=_name),
)

SUB_ACCOUNT_FIELDS = FieldSet(
    name="subAccount",
    table=sub_account,
    path="/xero/org/sub-accounts/{id}",
    scope=for_staff,
    read=staff,
    may=accounting,
    sections=attributes.SUB_ACCOUNT.sections(
        {"subAccount": "Sub account"},
        {"accountId": Acts(when=lambda _: rules.SUB_STAYS)},
    ),
    create=Create(fields=attributes.SUB_ACCOUNT.names("archived")),
    delete=Delete(named=_name),
)
