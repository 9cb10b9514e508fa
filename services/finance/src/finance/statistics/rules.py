"""What counts, and how old a debt is."""

from __future__ import annotations

import sqlalchemy as sa

from finance.invoices.model import invoice
from kit.fields import options

NOT_ISSUED = ("draft", "cancelled")
"""Statuses that count in the figures by status alone: nobody owes a draft."""

AGES = options(
    ("notDue", "Not due yet", "green"),
    ("1-30", "1 to 30 days", "amber"),
    ("31-60", "31 to 60 days", "orange"),
    ("61-90", "61 to 90 days", "red"),
    ("over90", "More than 90 days", "red"),
    ("noDate", "No due date", "grey"),
)
"""How long ago a balance was due, by the due date of the invoice."""
OVERDUE_AGES = AGES[1:5]

_columns = invoice.c
_late = sa.func.current_date(type_=sa.Date) - _columns.due_date

issued: sa.ColumnElement[bool] = sa.and_(*(_columns.status != status for status in NOT_ISSUED))
owed: sa.ColumnElement[bool] = sa.and_(_columns.outstanding > 0, issued)
days_late: sa.ColumnElement[int] = sa.type_coerce(_late, sa.Integer)
age: sa.ColumnElement[str] = sa.case(
    (_columns.due_date.is_(None), "noDate"),
    (days_late <= 0, "notDue"),
    (days_late <= 30, "1-30"),
    (days_late <= 60, "31-60"),
    (days_late <= 90, "61-90"),
    else_="over90",
)
