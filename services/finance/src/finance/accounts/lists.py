"""`GET /xero/org/{orgId}/accounts` and `/sub-accounts` (`money.md 7`); without the organisation, all charts."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from finance.accounts import rules
from finance.accounts.attributes import ACCOUNT, SUB_ACCOUNT
from finance.accounts.fields import ACCOUNT_FIELDS, SUB_ACCOUNT_FIELDS
from finance.accounts.model import account, sub_account
from finance.copies.model import organisation
from kit.lists import Column, Filter, ListSpec, Tab, archived_filter
from kit.policy import Actor
from kit.values import Option


def _chart(organisations: Any) -> sa.ColumnElement[bool]:
    """Select the accounts of the charts that these organisations use."""
    charts: Any = organisations
    for member, owner in rules.CHART_OF.items():
        charts = sa.func.array_replace(charts, sa.cast(member, sa.BigInteger), sa.cast(owner, sa.BigInteger))
    return account.c.organisation_id == sa.func.any(sa.type_coerce(charts, ARRAY(sa.BigInteger)))


def _charts(connection: sa.Connection, _: Actor) -> list[Option]:
    """Return the organisations that have a chart of their own."""
    columns = organisation.c
    own = sa.select(columns.id, columns.title).where(columns.id.not_in(list(rules.CHART_OF))).order_by(columns.id)
    return [*(Option(row.id, row.title) for row in connection.execute(own)), Option("", "All")]


_TABS = (Tab(filter="orgId", title="Chart", options=_charts),)
_ORGANISATION = Filter(name="orgId", expression=account.c.organisation_id, condition=_chart, hidden=True)

_at_nothing = sa.case(
    (sub_account.c.vat_rate > 0, ""),
    *((sub_account.c.vat_treatment == option.value, option.label) for option in rules.VAT_TREATMENTS),
)

ACCOUNTS = ListSpec(
    name="accounts",
    path="/xero/org/{orgId}/accounts",
    aliases=("/xero/org/accounts",),
    title="Accounts",
    naming="name",
    source=account.outerjoin(organisation, organisation.c.id == account.c.organisation_id),
    default_sort="code",
    columns=ACCOUNT.columns(
        Column(name="id", expression=account.c.id, type="id", width=80),
        *("code", "name"),
        Column(name="chart", expression=organisation.c.title, width=120),
        "orgId",
        Column(name="value", expression=account.c.id, type="id", hidden=True),
        Column(name="label", expression=account.c.code + " " + account.c.name, hidden=True),
    ),
    filters=(_ORGANISATION, archived_filter(account.c.archived)),
    tabs=_TABS,
    edit=ACCOUNT_FIELDS,
)

SUB_ACCOUNTS = ListSpec(
    name="subAccounts",
    path="/xero/org/{orgId}/sub-accounts",
    aliases=("/xero/org/sub-accounts",),
    title="Sub accounts",
    naming="name",
    source=sub_account.join(account, account.c.id == sub_account.c.account_id).outerjoin(
        organisation, organisation.c.id == account.c.organisation_id
    ),
    default_sort="code",
    columns=SUB_ACCOUNT.columns(
        Column(name="id", expression=sub_account.c.id, type="id", width=80),
        *("code", "name", "VATRate"),
        Column(name="VATTreatment", expression=_at_nothing, title="VAT at 0%"),
        "accountId",
        Column(name="account", expression=account.c.code + " " + account.c.name),
        Column(name="chart", expression=organisation.c.title, width=120),
        Column(name="value", expression=sub_account.c.id, type="id", hidden=True),
        Column(name="label", expression=sub_account.c.code + " " + sub_account.c.name, hidden=True),
    ),
    filters=SUB_ACCOUNT.filters(_ORGANISATION, "accountId", archived_filter(sub_account.c.archived)),
    tabs=_TABS,
    edit=SUB_ACCOUNT_FIELDS,
)
