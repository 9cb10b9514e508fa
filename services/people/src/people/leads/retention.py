"""Retention: a lead that came to nothing is deleted when its time is over, unless something else refers to it."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.jobs import Job, JobContext, Schedule
from kit.policy import as_service
from kit.values.days import today
from people.leads.attributes import LOST
from people.leads.model import enquiry, enquiry_with_type

_c, _ewt = enquiry.c, enquiry_with_type.c
_AT_ONCE = 500


def _delete(context: JobContext) -> dict[str, Any]:
    """Delete the leads that are over, some hundred a transaction, with their students and their log; answers their
    number. One that an invoice may refer to stays: its enquiry with type is the record of what was billed."""
    deleted = 0
    merged = enquiry.alias("merged")
    over = sa.and_(
        _c.delete_after < today(),
        _c.lead_status.in_(LOST),
        ~sa.exists().where(_ewt.enquiry_id == _c.id),
        ~sa.exists().where(merged.c.merged_into_id == _c.id),
    )
    while True:
        with context.db.transaction(as_service("people")) as tx:
            ids = sa.select(_c.id).where(over).order_by(_c.id).limit(_AT_ONCE)
            number = tx.execute(sa.delete(enquiry).where(_c.id.in_(ids))).rowcount
        deleted += number
        if number < _AT_ONCE:
            return {"deleted": deleted}


DELETE_OVER = Job("deleteLeads", _delete)
EVERY_NIGHT = Schedule(
    "deleteLeads", "FREQ=DAILY;BYHOUR=3;BYMINUTE=40", DELETE_OVER, title="Delete leads that came to nothing",
    late=dt.timedelta(hours=6),
)  # fmt: skip
