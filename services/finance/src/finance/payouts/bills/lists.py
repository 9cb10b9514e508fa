"""`GET /bills`."""

from __future__ import annotations

from finance.copies.model import organisation
from finance.payouts.bills import attributes
from finance.payouts.bills.fields import BILL
from finance.payouts.bills.model import bill
from kit.lists import Board, Calendar, Column, ListSpec, Tab, Totals
from kit.values import Option

_columns = bill.c

BILLS = ListSpec(
    name="bills",
    title="Bills",
    source=bill.outerjoin(organisation, organisation.c.id == _columns.organisation_id),
    default_sort="dueDate",
    edit=BILL,
    target="/accounts/bills?bill={id}",
    columns=attributes.BILL.columns(
        Column(name="id", expression=_columns.id, type="id", sortable=True, width=70),
        *("supplier", "reference", "status", "date", "dueDate", "net", "VAT", "total"),
        *("enteredBy", "approvedBy", "paidDate"),
        Column(name="organisation", expression=organisation.c.title, exported=True, width=110),
    ),
    filters=attributes.BILL.filters(),
    tabs=(Tab(filter="status", with_all=True, opens=Option("entered,approved", "Open")),),
    views=(
        Board(title="supplier", lines=("reference", "total", "dueDate")),
        Calendar(start="dueDate", title="supplier", lines=("total",), color="status"),
    ),
    totals=Totals(by={"currency": _columns.currency}, sums={"total": _columns.total}),
)
