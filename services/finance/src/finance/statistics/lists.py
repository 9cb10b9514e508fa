"""Overdue invoices: the invoice list, of invoices with a balance whose due date has passed."""

from __future__ import annotations

import dataclasses

import sqlalchemy as sa

from finance.invoices import overdue
from finance.invoices.lists import INVOICES
from kit.lists import By, Column, Figures, Tab

_SHOWN = (
    "id", "number", "name", "student", "status", "date", "dueDate", "total", "outstanding", "billingYear", "email",
    "emailSent", "currency", "organisation", "orgId", "isCreditNote",
)  # fmt: skip
_FILTERS = ("orgId", "billingYear", "currency", "dueDate", "hasInstallmentPlan", "lineType", "studentId")
_AGE = next(entry for entry in INVOICES.filters if entry.name == "age")
_LATE = (
    Column(
        name="overdueSince", expression=overdue.owed_since, title="Overdue since", type="date", sortable=True,
        sort=sa.type_coerce(overdue.since_sort, sa.Date), width=105,
    ),
    Column(name="daysLate", expression=overdue.days_late, title="Days late", type="integer", width=85),
    Column(name="age", expression=overdue.age, type="select", options=overdue.OVERDUE_AGES, width=135),
)  # fmt: skip


def _seen(column: Column) -> Column:
    """The column, shown where it is the address to write to."""
    return dataclasses.replace(column, hidden=False) if column.name == "email" else column


def _after(name: str) -> tuple[Column, ...]:
    """The columns that tell how late a balance is, for after the balance itself."""
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
        by=(By("orgId", text="organisation"), By("age", value=overdue.age), "dueDate"), sums=("total", "outstanding")
    ),
    tabs=(
        *(tab for tab in INVOICES.tabs if tab.filter == "orgId"),
        Tab(filter="age", all_last=True),
    ),
)  # fmt: skip
