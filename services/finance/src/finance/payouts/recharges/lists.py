"""`GET /recharges`."""

from __future__ import annotations

from finance.copies.model import organisation
from finance.payouts.recharges import attributes
from finance.payouts.recharges.fields import RECHARGE
from finance.payouts.recharges.model import recharge
from kit.lists import Column, ListSpec, Tab, Totals
from kit.values import Option

_columns = recharge.c
_from, _to = organisation.alias("from_organisation"), organisation.alias("to_organisation")

RECHARGES = ListSpec(
    name="recharges",
    title="Recharges",
    naming="description",
    source=recharge.outerjoin(_from, _from.c.id == _columns.from_organisation_id).outerjoin(
        _to, _to.c.id == _columns.to_organisation_id
    ),
    default_sort="-date",
    edit=RECHARGE,
    columns=attributes.RECHARGE.columns(
        Column(name="id", expression=_columns.id, type="id", sortable=True, width=70),
        *("date", "type"),
        Column(name="from", expression=_from.c.title, exported=True, width=120),
        Column(name="to", expression=_to.c.title, exported=True, width=120),
        *("description", "amount", "status", "enteredBy", "agreedBy", "settledDate"),
    ),
    filters=attributes.RECHARGE.filters("type", "status", "fromOrgId", "toOrgId", "currency", "date"),
    tabs=(Tab(filter="status", with_all=True, opens=Option("draft,agreed", "Open")),),
    totals=Totals(by={"currency": _columns.currency}, sums={"amount": _columns.amount}),
)
