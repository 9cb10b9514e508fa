"""The calls of the people export beyond the declared ones."""

from __future__ import annotations

from typing import Any, Literal

import sqlalchemy as sa

from kit import jobs
from kit.http.fastapi import Body, Call, Routes
from kit.policy import Actor, sys_admin
from people.warehouse.answers import ExportStarted, ExportState
from people.warehouse.attributes import FAILED, QUEUED, RUNNING, SCHEMA_VERSION
from people.warehouse.columns import described
from people.warehouse.jobs import NIGHTLY, WRITE, begin, last_done
from people.warehouse.model import people_export

routes = Routes()
_e = people_export.c


class Wanted(Body):
    """The content of the export: everybody, or the changes since the last one."""

    scope: Literal["full", "incremental"]


@routes.post("/people/exports", may=sys_admin, status=202, answers=ExportStarted)
def start_export(call: Call, body: Wanted) -> dict[str, Any]:
    """Start an export now"""
    export_id = begin(call.tx, body.scope, call.actor.name)
    job_id = WRITE.enqueue(call.tx, f"export {export_id}", {"exportId": export_id})
    call.tx.execute(sa.update(people_export).where(_e.id == export_id).values(job_id=job_id))
    return {"id": export_id, "job": jobs.public_id(job_id)}


@routes.get("/people/exports/state", may=sys_admin, answers=ExportState)
def read_state(call: Call) -> dict[str, Any]:
    """Get the state of the export: its schedule, the last good one, the last error, the columns"""
    return call.read(_state)


def _state(connection: sa.Connection, _: Actor) -> dict[str, Any]:
    last = last_done(connection)
    newest = sa.select(_e.id, _e.state, _e.error).order_by(_e.id.desc()).limit(1)
    row = connection.execute(newest).mappings().first()
    return {
        "schedule": NIGHTLY.in_words(),
        "schemaVersion": SCHEMA_VERSION,
        "lastDone": last["id"] if last is not None else None,
        "lastDoneAt": last["finished"] if last is not None else None,
        "lastError": row["error"] if row is not None and row["state"] == FAILED else "",
        "running": row["id"] if row is not None and row["state"] in {QUEUED, RUNNING} else None,
        "columns": described(),
    }
