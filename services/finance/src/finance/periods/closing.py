"""Refusal of anything dated in a closed period, and moving the lock date (docs/finance.md, Lock date)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.copies.model import organisation
from finance.days import PastDate
from finance.periods.model import period_lock
from kit.database import Tx, row_or_404
from kit.errors import Conflict, Forbidden, Invalid
from kit.policy import sys_admin
from kit.values import FieldType, Text
from kit.values.bodies import read
from kit.values.shown import shown
from kit.values.types import REQUIRED

FORM: Mapping[str, FieldType] = {"lockDate": PastDate(), "reason": Text(max_length=500)}
ONLY_FORWARD = "The lock date moves forward only. Please ask a system administrator to open the period"
_columns = period_lock.c


def lock_date_of(organisation_id: Any) -> sa.ScalarSelect[Any]:
    """Return the lock date of an organisation as a scalar subquery; null if nothing is closed."""
    newest = sa.select(_columns.lock_date).where(_columns.organisation_id == organisation_id)
    return newest.order_by(_columns.id.desc()).limit(1).scalar_subquery()


def closed_text(day: dt.date, lock_date: dt.date) -> str:
    """Return the refusal of something dated `day`."""
    begins = f"The books are closed up to {shown(lock_date)}, and this is dated {shown(day)}"
    return f"{begins}. Please use a later date, or ask a system administrator to open the period"


def is_closed(day: dt.date, lock_date: dt.date | None) -> bool:
    """Return True for a day on or before the lock date."""
    return lock_date is not None and day <= lock_date


def refuse_closed(tx: Tx, organisation_id: int, *days: dt.date | None) -> None:
    """Raise Conflict (`period_closed`) if one of `days` lies in the closed period of the organisation.

    A concurrent move of the lock date waits for this transaction, and this one for the move.
    """
    tx.execute(sa.select(sa.func.pg_advisory_xact_lock_shared(_key(organisation_id))))
    lock_date = tx.scalar(sa.select(lock_date_of(organisation_id)))
    for day in days:
        if day is not None and is_closed(day, lock_date):
            raise Conflict(closed_text(day, lock_date), code="period_closed")


def move(tx: Tx, organisation_id: int, body: Mapping[str, Any]) -> dict[str, Any]:
    """Handle `PUT /invoices/lockdates/{orgId} {lockDate, reason?}`: accounting moves it forward; a sysAdmin moves it
    backwards, or removes it, with a reason. Returns `{orgId, lockDate}`; raises NotFound, Forbidden, Invalid."""
    values = read(FORM, body)
    row_or_404(tx.connection, sa.select(organisation.c.id).where(organisation.c.id == organisation_id))
    tx.execute(sa.select(sa.func.pg_advisory_xact_lock(_key(organisation_id))))
    before, lock_date = tx.scalar(sa.select(lock_date_of(organisation_id))), values["lockDate"]
    if before is not None and (lock_date is None or lock_date < before):
        if not sys_admin(tx.actor):
            raise Forbidden(ONLY_FORWARD)
        if not values["reason"]:
            raise Invalid(REQUIRED, field="reason", title="Form errors")
    if lock_date != before:
        tx.insert(
            period_lock,
            {
                "organisation_id": organisation_id,
                "lock_date": lock_date,
                "reason": values["reason"],
                "by_id": tx.actor.user_id,
                "by_name": tx.actor.name,
            },
        )
    return {"orgId": organisation_id, "lockDate": lock_date}


def _key(organisation_id: int) -> sa.ColumnElement[int]:
    return sa.func.hashtextextended(f"period:{organisation_id}", 0)
