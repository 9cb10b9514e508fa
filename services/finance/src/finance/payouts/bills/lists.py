"""`GET /bills`."""

from __future__ import annotations

import sqlalchemy as sa

from finance.copies.model import organisation
from finance.currencies import CURRENCY_OPTIONS
from finance.payouts.bills.fields import BILL
from finance.payouts.bills.model import bill
from finance.payouts.bills.workflow import SCOPE, STATES
from finance.payouts.policy import pays
from kit.database.sql import NO_DAY
from kit.lists import Column, Filter, ListSpec, Tab, Totals
from kit.values import Option

_columns = bill.c


def _money(name: str, column: sa.Column[int], title: str = "", sortable: bool = False) -> Column:
    return Column(
        name=name, expression=column, title=title, type="money", currency="currency", sortable=sortable, width=105
    )


BILLS = ListSpec(
    name="bills",
    path="/bills",
    title="Bills",
    source=bill.outerjoin(organisation, organisation.c.id == _columns.organisation_id),
    key=_columns.id,
    scope=SCOPE,
    may=pays,
    default_sort="dueDate",
    edit=BILL,
    target="/accounts/bills?bill={id}",
    columns=(
        Column(name="id", expression=_columns.id, type="id", sortable=True, width=70),
        Column(name="supplier", expression=_columns.supplier, sortable=True, width=200),
        Column(name="reference", expression=_columns.reference, width=120),
        Column(name="status", expression=_columns.status, type="select", options=STATES, width=110),
        Column(name="date", expression=_columns.date, type="date", sortable=True, width=85),
        Column(
            name="dueDate", expression=_columns.due_date, type="date", sortable=True, width=85,
            sort=sa.func.coalesce(_columns.due_date, NO_DAY),
        ),
        _money("net", _columns.net),
        _money("VAT", _columns.vat, "VAT"),
        _money("total", _columns.total, sortable=True),
        Column(name="enteredBy", expression=_columns.entered_by_name, title="Entered by", width=130),
        Column(name="approvedBy", expression=_columns.approved_by_name, title="Approved by", width=130),
        Column(name="paidDate", expression=_columns.paid_date, title="Paid", type="date", width=85),
        Column(name="organisation", expression=organisation.c.title, exported=True, width=110),
        Column(name="orgId", expression=_columns.organisation_id, title="Organisation id", type="id", hidden=True),
        Column(name="currency", expression=_columns.currency, hidden=True, exported=True, width=80),
    ),
    filters=(
        Filter(name="status", expression=_columns.status, options=STATES),
        Filter(name="orgId", expression=_columns.organisation_id, title="Organisation", options_from="/orgs"),
        Filter(name="currency", expression=_columns.currency, options=CURRENCY_OPTIONS),
        Filter(name="dueDate", expression=_columns.due_date, kind="range"),
    ),
    tabs=(Tab(filter="status", options=(*STATES, Option("", "All"))),),
    totals=Totals(by={"currency": _columns.currency}, sums={"total": _columns.total}),
)  # fmt: skip
