"""`GET /expenses`: the caller's own claims; accounts see all."""

from __future__ import annotations

from finance.copies.model import organisation
from finance.payouts.expenses import attributes
from finance.payouts.expenses.fields import CLAIM
from finance.payouts.expenses.model import expense_claim
from kit.lists import Board, Column, Figures, ListSpec, Tab, Totals
from kit.values import Option

_columns = expense_claim.c

EXPENSES = ListSpec(
    name="expenses",
    title="Expense claims",
    one="claim",
    source=expense_claim.outerjoin(organisation, organisation.c.id == _columns.organisation_id),
    default_sort="-id",
    edit=CLAIM,
    target="/system/expenses?claim={id}",
    columns=attributes.CLAIM.columns(
        Column(name="id", expression=_columns.id, type="id", sortable=True, width=70),
        *("title", "user", "status", "total", "submitted", "approvedBy", "paidDate"),
        Column(name="organisation", expression=organisation.c.title, exported=True, width=110),
    ),
    filters=attributes.CLAIM.filters("status"),
    tabs=(Tab(filter="status", with_all=True, opens=Option("draft,submitted,returned,approved", "Open")),),
    figures=Figures(by=("status",), sums=("total",)),
    views=(Board(title="title", lines=("user", "total", "submitted")),),
    totals=Totals(by={"currency": _columns.currency}, sums={"total": _columns.total}),
)
