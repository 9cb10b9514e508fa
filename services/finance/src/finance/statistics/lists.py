"""Lists that narrow the invoice list: overdue invoices, those with a balance whose due date has passed, and, only for
the statistics, issued invoices by line type."""

from __future__ import annotations

import dataclasses

import sqlalchemy as sa

from finance.invoices import overdue
from finance.invoices.lists import INVOICES
from finance.invoices.model import invoice
from finance.invoices.past import OVERDUE_AS_OF
from finance.invoices.rules import LINE_TYPES
from finance.statistics.model import invoice_line_total
from kit.lists import By, Column, Figures, Tab

_SHOWN = (
    "id",
    "number",
    "name",
    "student",
    "status",
    "date",
    "dueDate",
    "total",
    "outstanding",
    "billingYear",
    "email",
    "emailSent",
    "currency",
    "organisation",
    "orgId",
    "isCreditNote",
    "isCredited",
)
_FILTERS = ("orgId", "billingYear", "currency", "dueDate", "hasInstallmentPlan", "lineType", "studentId")
_AGE = next(entry for entry in INVOICES.filters if entry.name == "age")
_LATE = (
    Column(
        name="overdueSince",
        expression=overdue.owed_since,
        title="Overdue since",
        type="date",
        sortable=True,
        sort=sa.type_coerce(overdue.since_sort, sa.Date),
        width=105,
    ),
    Column(name="daysLate", expression=overdue.days_late, title="Days late", type="integer", width=85),
    Column(name="age", expression=overdue.age, type="select", options=overdue.OVERDUE_AGES, width=135),
)


def _seen(column: Column) -> Column:
    """The column, shown when it is the address to write to."""
    return dataclasses.replace(column, hidden=False) if column.name == "email" else column


def _after(name: str) -> tuple[Column, ...]:
    """Return the columns that show how late a balance is, to follow the balance itself."""
    return _LATE if name == "outstanding" else ()


UNPAID = dataclasses.replace(
    INVOICES,
    name="unpaid",
    path="/invoices/unpaid",
    aliases=(),
    title="Unpaid invoices",
    where=overdue.overdue,
    default_sort="overdueSince",
    columns=tuple(
        shown for column in INVOICES.columns if column.name in _SHOWN for shown in (_seen(column), *_after(column.name))
    ),
    filters=(
        *(entry for entry in INVOICES.filters if entry.name in _FILTERS),
        dataclasses.replace(_AGE, title="Overdue for", options=overdue.OVERDUE_AGES),
    ),
    figures=Figures(
        by=(By("orgId", text="organisation"), By("age", value=overdue.age), "dueDate"),
        sums=("total", "outstanding"),
        as_of=OVERDUE_AS_OF,
    ),
    tabs=(
        *(tab for tab in INVOICES.tabs if tab.filter == "orgId"),
        Tab(filter="age", with_all=True),
    ),
)


def invoices_of(kind: str) -> str:
    """Return the name of the sum in `TYPES` that counts the invoices with lines of this type."""
    return f"{kind}Invoices"


def _of_type(kind: str) -> tuple[Column, Column]:
    """The total of an invoice's lines of a type, and whether it has any. A group is the value of a filter, and an
    invoice with lines of two types would be in two groups."""
    total = invoice_line_total.c[kind]
    counted = sa.case((total.is_not(None), 1), else_=0)
    return (
        Column(name=kind, expression=total, type="money", currency="currency"),
        Column(name=invoices_of(kind), expression=counted, type="integer"),
    )


TYPES = dataclasses.replace(
    INVOICES,
    name="invoiceTypes",
    aliases=(),
    title="Issued invoices by type of line",
    source=invoice.join(invoice_line_total, invoice_line_total.c.invoice_id == invoice.c.id),
    where=overdue.issued,
    columns=(
        *(column for column in INVOICES.columns if column.name in {"date", "currency"}),
        *(column for kind in LINE_TYPES for column in _of_type(kind)),
    ),
    tabs=(),
    views=(),
    totals=None,
    figures=Figures(by=("issued",), sums=[name for kind in LINE_TYPES for name in (kind, invoices_of(kind))]),
)
"""No call lists it: its figures are `byType` of the statistics."""
