"""`GET /xero/org/{orgId}/accounts` and `/sub-accounts` (`money.md 7`)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from finance.accounts.model import account, sub_account
from kit.lists import Column, Filter, ListSpec
from kit.policy import staff
from kit.sql import Scope

_STAFF = Scope(everything=staff)


def _chart(organisations: Any) -> sa.ColumnElement[bool]:
    """The accounts of the charts these organisations use: Cambridge (4) and Online (5) keep their books in
    organisation 1's chart, which is why the legacy call asks for the sub accounts of organisation 1 alone."""
    charts: Any = organisations
    for uk in (4, 5):
        charts = sa.func.array_replace(charts, sa.cast(uk, sa.BigInteger), sa.cast(1, sa.BigInteger))
    return account.c.organisation_id == sa.func.any(sa.type_coerce(charts, ARRAY(sa.BigInteger)))


_ORGANISATION = Filter(name="orgId", expression=account.c.organisation_id, condition=_chart, hidden=True)

ACCOUNTS = ListSpec(
    name="accounts",
    path="/xero/org/{orgId}/accounts",
    title="Accounts",
    source=account,
    key=account.c.id,
    scope=_STAFF,
    may=staff,
    default_sort="code",
    columns=(
        Column(name="id", expression=account.c.id, type="id", width=80),
        Column(name="code", expression=account.c.code, sortable=True, width=100),
        Column(name="name", expression=account.c.name, sortable=True),
    ),
    filters=(_ORGANISATION,),
)

SUB_ACCOUNTS = ListSpec(
    name="subAccounts",
    path="/xero/org/{orgId}/sub-accounts",
    title="Sub accounts",
    source=sub_account.join(account, account.c.id == sub_account.c.account_id),
    key=sub_account.c.id,
    scope=_STAFF,
    may=staff,
    default_sort="code",
    columns=(
        Column(name="id", expression=sub_account.c.id, type="id", width=80),
        Column(name="code", expression=sub_account.c.code, sortable=True, width=100),
        Column(name="name", expression=sub_account.c.name, sortable=True),
        Column(name="VATRate", expression=sub_account.c.vat_rate, title="VAT rate", type="percent", sortable=True),
        Column(name="accountId", expression=sub_account.c.account_id, title="Account id", type="id", hidden=True),
        Column(name="account", expression=account.c.name),
    ),
    filters=(_ORGANISATION, Filter(name="accountId", expression=sub_account.c.account_id, title="Account id")),
)
