"""Retention: a lead that came to nothing is deleted after its time, unless another record refers to it."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.jobs import Job, JobContext, Schedule
from kit.policy import as_service
from kit.values.days import today
from people.events import LEAD_CHANGED
from people.leads.attributes import LOST, lead_payload
from people.leads.model import enquiry, enquiry_with_type

_c, _ewt = enquiry.c, enquiry_with_type.c
_AT_ONCE = 500


def _delete(context: JobContext) -> dict[str, Any]:
    """Delete the leads whose time is over, some hundred a transaction, with their students, their log and the leads
    merged into them; return their number. A merged lead stays as long as the lead that has its rows."""
    deleted, last = 0, 0
    while True:
        with context.db.transaction(as_service("people")) as tx:
            ids = _over(tx, last)
            if ids:
                deleted += _delete_families(tx, ids)
        if len(ids) < _AT_ONCE:
            return {"deleted": deleted}
        last = ids[-1]


def _over(tx: Tx, last: int) -> list[int]:
    """Return the ids of the next leads after `last` whose time is over."""
    over = (_c.id > last, _c.delete_after < today(), _c.lead_status.in_(LOST), _c.merged_into_id.is_(None))
    return list(tx.execute(sa.select(_c.id).where(*over).order_by(_c.id).limit(_AT_ONCE)).scalars())


def _delete_families(tx: Tx, ids: list[int]) -> int:
    """Delete these leads and those merged into them, directly or indirectly; return the number of rows. A family with
    an enquiry with type stays, because an invoice may refer to it."""
    first = sa.select(_c.id.label("root"), _c.id.label("id")).where(_c.id.in_(ids))
    family = first.cte("family", recursive=True)
    merged = enquiry.alias("merged")
    into = merged.c.merged_into_id == family.c.id
    family = family.union_all(sa.select(family.c.root, merged.c.id).select_from(merged).join(family, into))
    asked = sa.select(family.c.root).join(enquiry_with_type, _ewt.enquiry_id == family.c.id)
    gone = sa.select(family.c.id).where(family.c.root.not_in(asked))
    rows = tx.all(sa.delete(enquiry).where(_c.id.in_(gone)).returning(*_c))
    tx.publish_each(LEAD_CHANGED, rows, lambda row: lead_payload(row) | {"deleted": True})
    return len(rows)


DELETE_OVER = Job("deleteLeads", _delete)
EVERY_NIGHT = Schedule(
    "deleteLeads",
    "FREQ=DAILY;BYHOUR=3;BYMINUTE=40",
    DELETE_OVER,
    title="Delete leads that came to nothing",
    late=dt.timedelta(hours=6),
)
