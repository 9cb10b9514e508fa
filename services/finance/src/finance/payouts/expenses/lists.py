"""`GET /expenses`: one's own claims; accounts see all."""

from __future__ import annotations

from finance.copies.model import organisation
from finance.currencies import CURRENCY_OPTIONS
from finance.payouts.expenses.fields import CLAIM
from finance.payouts.expenses.model import expense_claim
from finance.payouts.expenses.workflow import SCOPE, STATES
from kit.lists import Column, Filter, ListSpec, Tab, Totals
from kit.policy import staff
from kit.values import Option

_columns = expense_claim.c

EXPENSES = ListSpec(
    name="expenses",
    path="/expenses",
    title="Expense claims",
    source=expense_claim.outerjoin(organisation, organisation.c.id == _columns.organisation_id),
    key=_columns.id,
    scope=SCOPE,
    may=staff,
    default_sort="-id",
    edit=CLAIM,
    target="/system/expenses?claim={id}",
    columns=(
        Column(name="id", expression=_columns.id, type="id", sortable=True, width=70),
        Column(name="title", expression=_columns.title, width=260),
        Column(name="user", expression=_columns.user_name, title="Claimant", sortable=True, width=160),
        Column(name="status", expression=_columns.status, type="select", options=STATES, width=110),
        Column(name="total", expression=_columns.total, type="money", currency="currency", sortable=True, width=110),
        Column(name="submitted", expression=_columns.submitted, type="datetime", width=130),
        Column(name="approvedBy", expression=_columns.approved_by_name, title="Approved by", width=140),
        Column(name="paidDate", expression=_columns.paid_date, title="Paid", type="date", width=90),
        Column(name="organisation", expression=organisation.c.title, exported=True, width=110),
        Column(name="orgId", expression=_columns.organisation_id, title="Organisation id", type="id", hidden=True),
        Column(name="currency", expression=_columns.currency, hidden=True, exported=True, width=80),
    ),
    filters=(
        Filter(name="status", expression=_columns.status, options=STATES),
        Filter(name="orgId", expression=_columns.organisation_id, title="Organisation", options_from="/orgs"),
        Filter(name="currency", expression=_columns.currency, options=CURRENCY_OPTIONS),
    ),
    tabs=(Tab(filter="status", options=(*STATES, Option("", "All"))),),
    totals=Totals(by={"currency": _columns.currency}, sums={"total": _columns.total}),
)
