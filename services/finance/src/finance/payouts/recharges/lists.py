"""`GET /recharges`."""

from __future__ import annotations

from finance.copies.model import organisation
from finance.currencies import CURRENCY_OPTIONS
from finance.payouts.policy import finance
from finance.payouts.recharges.fields import RECHARGE, SCOPE, STATES, TYPE_OPTIONS
from finance.payouts.recharges.model import recharge
from kit.lists import Column, Filter, ListSpec, Tab, Totals
from kit.values import Option

_columns = recharge.c
_from, _to = organisation.alias("from_organisation"), organisation.alias("to_organisation")

RECHARGES = ListSpec(
    name="recharges",
    path="/recharges",
    title="Recharges",
    source=recharge.outerjoin(_from, _from.c.id == _columns.from_organisation_id).outerjoin(
        _to, _to.c.id == _columns.to_organisation_id
    ),
    key=_columns.id,
    scope=SCOPE,
    may=finance,
    default_sort="-date",
    edit=RECHARGE,
    columns=(
        Column(name="id", expression=_columns.id, type="id", sortable=True, width=70),
        Column(name="date", expression=_columns.date, type="date", sortable=True, width=90),
        Column(name="type", expression=_columns.type, type="select", options=TYPE_OPTIONS, width=100),
        Column(name="from", expression=_from.c.title, exported=True, width=120),
        Column(name="to", expression=_to.c.title, exported=True, width=120),
        Column(name="description", expression=_columns.description, width=280),
        Column(name="amount", expression=_columns.amount, type="money", currency="currency", sortable=True, width=110),
        Column(name="status", expression=_columns.status, type="select", options=STATES, width=100),
        Column(name="enteredBy", expression=_columns.entered_by_name, title="Entered by", width=130),
        Column(name="agreedBy", expression=_columns.agreed_by_name, title="Agreed by", width=130),
        Column(name="settledDate", expression=_columns.settled_date, title="Settled", type="date", width=90),
        Column(name="currency", expression=_columns.currency, hidden=True, exported=True, width=80),
    ),
    filters=(
        Filter(name="type", expression=_columns.type, options=TYPE_OPTIONS),
        Filter(name="status", expression=_columns.status, options=STATES),
        Filter(name="fromOrgId", expression=_columns.from_organisation_id, title="From", options_from="/orgs"),
        Filter(name="toOrgId", expression=_columns.to_organisation_id, title="To", options_from="/orgs"),
        Filter(name="currency", expression=_columns.currency, options=CURRENCY_OPTIONS),
        Filter(name="date", expression=_columns.date, kind="range"),
    ),
    tabs=(Tab(filter="status", options=(*STATES, Option("", "All"))),),
    totals=Totals(by={"currency": _columns.currency}, sums={"amount": _columns.amount}),
)
