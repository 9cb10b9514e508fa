"""Retention: an application that was declined or withdrawn is deleted after its day, with its checks, files and
history."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from kit import store
from kit.database import Tx, tables
from kit.jobs import Job, JobContext, Schedule
from kit.policy import as_service
from kit.values.days import today
from people.applications.model import (
    application,
    application_interview,
    application_message,
    application_reference,
    application_scorecard,
    application_subject,
)
from people.applications.rules import ENDED
from people.checks.attributes import APPLICATION
from people.checks.model import person_check

_a, _c, _h = application.c, person_check.c, tables.field_history.c
_AT_ONCE = 200
_SERVICE = as_service("people")
_PARTS = {
    "applicationSubject": application_subject,
    "applicationInterview": application_interview,
    "scorecard": application_scorecard,
    "applicationReference": application_reference,
    "applicationMessage": application_message,
}
"""Tables of the parts, by the name of their history."""


def _delete(context: JobContext) -> dict[str, Any]:
    """Delete the applications whose time is over, some hundred a transaction; return their number. An application that
    somebody is changing is checked again afterwards: it may be open by then."""
    over = sa.and_(_a.delete_after < today(), _a.status.in_(ENDED))
    batch = sa.select(_a.id).where(over).order_by(_a.id).limit(_AT_ONCE).with_for_update()
    deleted = 0
    while True:
        with context.db.transaction(_SERVICE) as tx:
            ids = list(tx.execute(batch).scalars())
            if ids:
                delete_rest(tx, ids)
                _delete_history(tx, ids)
                tx.execute(sa.delete(application).where(_a.id.in_(ids)))
        deleted += len(ids)
        if len(ids) < _AT_ONCE:
            return {"deleted": deleted}


def delete_rest(tx: Tx, ids: Sequence[int]) -> None:
    """Delete data of applications that does not go with their rows: checks, and, once the transaction is committed, the
    files that came with the form."""
    tx.execute(sa.delete(person_check).where(_c.person_type == APPLICATION, _c.person_id.in_(ids)))
    DELETE_FILES.enqueue(tx, uuid.uuid4().hex, {"applications": list(ids)})


def _delete_history(tx: Tx, ids: Sequence[int]) -> None:
    """Delete the field history of applications and their parts, which holds old values."""
    tx.execute(sa.delete(tables.field_history).where(_h.entity == "application", _h.entity_id.in_(ids)))
    for name, table in _PARTS.items():
        parts = sa.select(table.c.id).where(table.c.application_id.in_(ids))
        tx.execute(sa.delete(tables.field_history).where(_h.entity == name, _h.entity_id.in_(parts)))


def _delete_files(context: JobContext) -> None:
    """Delete the files of applications that are gone; the job is tried again while the store does not answer."""
    store.delete_of(APPLICATION, context.params["applications"], _SERVICE)


DELETE_FILES = Job("deleteApplicationFiles", _delete_files, patience=dt.timedelta(days=7))
DELETE_OVER = Job("deleteApplications", _delete)
EVERY_NIGHT = Schedule(
    "deleteApplications",
    "FREQ=DAILY;BYHOUR=3;BYMINUTE=40",
    DELETE_OVER,
    title="Delete applications that are over",
    late=dt.timedelta(hours=6),
)
