"""Retention: an entry is deleted when the months that its form keeps it are over."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.jobs import Job, JobContext, Schedule
from kit.policy import as_service
from kit.values.days import today
from people.forms.model import form_entry

_e = form_entry.c
_AT_ONCE = 500


def _delete(context: JobContext) -> dict[str, Any]:
    """Delete the entries that are over, some hundred a transaction; answers their number."""
    deleted = 0
    over = sa.and_(_e.delete_after < today(), _e.status.in_(("accepted", "returned")))
    while True:
        with context.db.transaction(as_service("people")) as tx:
            ids = sa.select(_e.id).where(over).order_by(_e.id).limit(_AT_ONCE)
            number = tx.execute(sa.delete(form_entry).where(_e.id.in_(ids))).rowcount
        deleted += number
        if number < _AT_ONCE:
            return {"deleted": deleted}


DELETE_OVER = Job("deleteFormEntries", _delete)
EVERY_NIGHT = Schedule(
    "deleteFormEntries", "FREQ=DAILY;BYHOUR=3;BYMINUTE=50", DELETE_OVER, title="Delete form entries that are over",
    late=dt.timedelta(hours=6),
)  # fmt: skip
