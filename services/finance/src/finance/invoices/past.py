"""Invoices as of the end of a past day, for figures such as aged debtors at the end of a year.

The amount owed now is stored (`outstanding`). Later events are subtracted: payments by their day, credit notes by
theirs, write-offs by the day of entry. Lines and status have no such days. An invoice counts with its current lines,
from its date on, unless it is a draft or cancelled today (`docs/finance.md`).
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from finance.invoices import overdue
from finance.invoices.model import instalment, invoice, invoice_item, payment
from finance.invoices.rules import NOT_ISSUED
from kit.lists import AsOf, Past

_columns = invoice.c


@dataclass(frozen=True)
class _Then:
    """Return the amount owed on an invoice at the end of a day, since when, and how many days late."""

    past: Past
    outstanding: sa.ColumnElement[Any]
    days_late: sa.ColumnElement[int]


def at(day: sa.ColumnElement[dt.date]) -> Past:
    """Return the invoices at the end of `day`."""
    return _then(day).past


def overdue_at(day: sa.ColumnElement[dt.date]) -> Past:
    """Return the invoices overdue at the end of `day`: `overdue.overdue`, for a past day."""
    then = _then(day)
    return dataclasses.replace(then.past, where=sa.and_(then.past.where, then.outstanding > 0, then.days_late > 0))


def _then(day: sa.ColumnElement[dt.date]) -> _Then:
    paid = _later(payment.c.invoice_id, payment.c.amount, payment.c.date_paid > day, "paid_later")
    note = invoice.alias("note")
    standing = sa.and_(note.c.date > day, note.c.parent_id.is_not(None), note.c.status.not_in(NOT_ISSUED))
    credited = _later(note.c.parent_id, -note.c.total, standing, "credited_later")
    line = invoice_item.c
    entered = overdue.day_in_london(line.created) > day
    written_off = _later(line.invoice_id, -line.amount, sa.and_(line.write_off, entered), "written_off_later")
    oldest_open = _oldest_open(day)

    def joined(source: sa.FromClause) -> sa.FromClause:
        for then in (paid, credited, written_off, oldest_open):
            source = source.outerjoin(then, then.c.record == _columns.id)
        return source

    total = _columns.total + _amount(written_off)
    counts_elsewhere = sa.and_(_columns.is_credit_note, _columns.parent_id.is_not(None))
    owed = total - (_columns.paid - _amount(paid)) - (_columns.credited - _amount(credited))
    outstanding: sa.ColumnElement[Any] = sa.case((counts_elsewhere, 0), else_=owed)
    since = sa.func.coalesce(oldest_open.c.due_date, _columns.due_date)
    late: sa.ColumnElement[int] = sa.type_coerce(day - since, sa.Integer)
    past = Past(
        source=joined,
        where=sa.and_(overdue.issued, _columns.date <= day),
        sums={"total": total, "outstanding": outstanding},
        values={"age": _age(outstanding, since, late)},
    )
    return _Then(past, outstanding, late)


def _later(
    record: sa.ColumnElement[int], amount: sa.ColumnElement[int], condition: sa.ColumnElement[bool], name: str
) -> sa.Subquery:
    """Select the later events of each invoice that has any."""
    chosen = sa.select(record.label("record"), sa.cast(sa.func.sum(amount), sa.BigInteger).label("amount"))
    return chosen.where(condition).group_by(record).subquery(name)


def _amount(later: sa.Subquery) -> sa.ColumnElement[int]:
    return sa.func.coalesce(later.c.amount, 0)


def _oldest_open(day: sa.ColumnElement[dt.date]) -> sa.Subquery:
    """Select the due date of the first open instalment of each invoice: the database's `instalments_left`, for a past
    day. A join, because a scalar subquery would be computed again for every age."""
    part, given = instalment.c, payment.c
    own = sa.exists().where(given.instalment_id == part.id, given.date_paid <= day)
    reach = sa.func.sum(part.amount).over(partition_by=part.invoice_id, order_by=(part.due_date, part.amount, part.id))
    plan = sa.select(part.invoice_id.label("record"), part.due_date, reach.label("reach")).where(~own).subquery("plan")
    free = sa.select(sa.func.coalesce(sa.func.sum(given.amount), 0)).where(
        given.invoice_id == plan.c.record, given.date_paid <= day, given.instalment_id.is_(None)
    )
    first = sa.select(plan.c.record, sa.func.min(plan.c.due_date).label("due_date"))
    return first.where(plan.c.reach > free.scalar_subquery()).group_by(plan.c.record).subquery("open_then")


def _age(
    outstanding: sa.ColumnElement[int], since: sa.ColumnElement[Any], days: sa.ColumnElement[int]
) -> sa.ColumnElement[Any]:
    return sa.case((outstanding == 0, None), *overdue.ages(outstanding, since, days), else_="over90")


AS_OF = AsOf(
    at=at,
    by=("orgId", "billingYear", "currency", "date", "dueDate", "studentId", "clientId", "hasInstallmentPlan", "age"),
    sums=("total", "outstanding"),
)
OVERDUE_AS_OF = AsOf(
    at=overdue_at,
    by=("orgId", "billingYear", "currency", "dueDate", "studentId", "hasInstallmentPlan", "age"),
    sums=AS_OF.sums,
)
