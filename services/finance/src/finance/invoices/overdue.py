"""Amounts owed, since when, and how late, in SQL: one definition for lists, figures, the payment page and mails
(`docs/finance.md`, Outstanding and Overdue).

`invoice.outstanding` is the amount owed on an issued invoice, less payments and credits. It is negative if money is due
back, and 0 on drafts and cancelled invoices. A family owes the sum of it over all of their invoices (`with_balance`
only excludes zeros). A positive balance of an issued invoice is owed since the due date of its oldest open instalment
(`open_due_date`, maintained by triggers of migration 0018), otherwise since its own due date. It is overdue from the
day after.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.invoices.model import instalment, invoice
from finance.invoices.rules import NOT_ISSUED
from kit.database.sql import NO_DAY
from kit.values import options

AGES = options(
    ("notDue", "Not due yet", "green"),
    ("1-30", "1 to 30 days", "amber"),
    ("31-60", "31 to 60 days", "orange"),
    ("61-90", "61 to 90 days", "red"),
    ("over90", "More than 90 days", "red"),
    ("noDate", "No due date", "grey"),
    ("credit", "In credit", "blue"),
)
"""Ages of a balance; `credit` is a balance in the client's favour, overpaid or credited. Every issued invoice with a
balance has exactly one, so the ages of a currency add up to its outstanding total."""
OVERDUE_AGES = AGES[1:5]

_columns = invoice.c


def day_in_london(moment: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    """Return the London date of a timestamp, independent of the session's time zone."""
    return sa.cast(sa.func.timezone("Europe/London", moment), sa.Date)


def london_today() -> sa.ColumnElement[Any]:
    """Return today's date in London."""
    return day_in_london(sa.func.now())


owed_since: sa.ColumnElement[Any] = sa.func.coalesce(_columns.open_due_date, _columns.due_date)
since_sort: sa.ColumnElement[Any] = sa.func.coalesce(_columns.open_due_date, _columns.due_date, NO_DAY)
"""Return `owed_since` in an indexed form for sorting, invoices without a day last."""
days_late: sa.ColumnElement[int] = sa.type_coerce(london_today() - owed_since, sa.Integer)
issued: sa.ColumnElement[bool] = sa.and_(*(_columns.status != status for status in NOT_ISSUED))
with_balance: sa.ColumnElement[bool] = _columns.outstanding != 0
owed: sa.ColumnElement[bool] = sa.and_(_columns.outstanding > 0, issued)
overdue: sa.ColumnElement[bool] = sa.and_(owed, days_late > 0)


def ages(
    balance: sa.ColumnElement[int], since: sa.ColumnElement[Any], late: sa.ColumnElement[int]
) -> list[tuple[sa.ColumnElement[bool], str]]:
    """Return the cases of `AGES` except the last, for a non-zero balance, the day since when it is owed, and days
    late."""
    return [
        (balance < 0, "credit"),
        (since.is_(None), "noDate"),
        (late <= 0, "notDue"),
        (late <= 30, "1-30"),
        (late <= 60, "31-60"),
        (late <= 90, "61-90"),
    ]


age: sa.ColumnElement[Any] = sa.case(
    (sa.or_(~issued, _columns.outstanding == 0), None),
    *ages(_columns.outstanding, owed_since, days_late),
    else_="over90",
)


def amount_left() -> sa.ColumnElement[int]:
    """Return the open part of an instalment, 0 once it is paid: a column of a statement on `instalment`."""
    left = sa.func.instalments_left(instalment.c.invoice_id).table_valued("id", "amount_left", name="open_part")
    own = sa.select(left.c.amount_left).where(left.c.id == instalment.c.id).scalar_subquery()
    return sa.func.coalesce(sa.type_coerce(own, sa.BigInteger), 0)
