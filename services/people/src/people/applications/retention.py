"""Retention: an application that was declined or withdrawn is deleted after its day, with its checks and files."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit import store
from kit.jobs import Job, JobContext, Schedule
from kit.policy import as_service
from kit.values.days import today
from people.applications.model import application
from people.applications.rules import ENDED
from people.checks.attributes import APPLICATION
from people.checks.model import person_check

_a, _c = application.c, person_check.c
_AT_ONCE = 200
_SERVICE = as_service("people")


def _delete(context: JobContext) -> dict[str, Any]:
    """Delete the applications that are over, some hundred a transaction, files first; answers their number."""
    over = sa.and_(_a.delete_after < today(), _a.status.in_(ENDED))
    batch = sa.select(_a.id, _a.cv_ids, _a.document_ids).where(over).order_by(_a.id).limit(_AT_ONCE)
    deleted = 0
    while True:
        with context.db.read() as connection:
            rows = connection.execute(batch).mappings().all()
        files = [number for row in rows for number in (*row["cv_ids"], *row["document_ids"])]
        if files:
            store.delete(files, _SERVICE)
        ids = [row["id"] for row in rows]
        with context.db.transaction(_SERVICE) as tx:
            tx.execute(sa.delete(person_check).where(_c.person_type == APPLICATION, _c.person_id.in_(ids)))
            tx.execute(sa.delete(application).where(_a.id.in_(ids), over))
        deleted += len(ids)
        if len(ids) < _AT_ONCE:
            return {"deleted": deleted}


DELETE_OVER = Job("deleteApplications", _delete)
EVERY_NIGHT = Schedule(
    "deleteApplications", "FREQ=DAILY;BYHOUR=3;BYMINUTE=40", DELETE_OVER, title="Delete applications that are over",
    late=dt.timedelta(hours=6),
)  # fmt: skip
