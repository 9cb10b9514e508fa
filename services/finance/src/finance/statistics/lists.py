"""What is overdue: the invoice list, of invoices with a balance whose due date has passed."""

from __future__ import annotations

import dataclasses

import sqlalchemy as sa

from finance.invoices.lists import INVOICES
from finance.invoices.model import SORTS, invoice
from finance.statistics import rules
from kit.fields import Option
from kit.lists import Column, Filter, Tab, Totals

_columns = invoice.c
_SHOWN = (
    "id", "number", "name", "student", "status", "date", "dueDate", "total", "outstanding", "billingYear", "email",
    "emailSent", "currency", "orgId",
)  # fmt: skip
_FILTERS = ("orgId", "billingYear", "currency", "dueDate", "hasInstallmentPlan", "lineType", "studentId")


def _of_age(values: sa.ColumnElement[object]) -> sa.ColumnElement[bool]:
    return rules.age == sa.func.any(values)


UNPAID = dataclasses.replace(
    INVOICES,
    name="unpaid",
    path="/invoices/unpaid",
    aliases=(),
    title="Unpaid invoices",
    where=sa.and_(rules.owed, rules.days_late > 0),
    default_sort="dueDate",
    columns=(
        *(dataclasses.replace(column, hidden=False) if column.name == "email" else column
          for column in INVOICES.columns if column.name in _SHOWN),
        Column(
            name="daysLate", expression=rules.days_late, title="Days late", type="integer", sortable=True,
            sort=sa.type_coerce(SORTS["dueDate"], sa.Date), width=85,
        ),
        Column(name="age", expression=rules.age, type="select", options=rules.OVERDUE_AGES, width=135),
    ),
    filters=(
        *(entry for entry in INVOICES.filters if entry.name in _FILTERS),
        Filter(name="age", title="Overdue for", options=rules.OVERDUE_AGES, condition=_of_age),
    ),
    tabs=(
        *(tab for tab in INVOICES.tabs if tab.filter == "orgId"),
        Tab(filter="age", options=(*rules.OVERDUE_AGES, Option("", "All"))),
    ),
    totals=Totals(
        by={"currency": _columns.currency}, sums={"amount": _columns.total, "outstanding": _columns.outstanding}
    ),
)  # fmt: skip
