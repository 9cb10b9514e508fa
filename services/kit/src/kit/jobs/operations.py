"""The operations of a service: its schedules with their last and next run, and its jobs."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import sqlalchemy as sa

from kit import context
from kit.database import Tx, all_rows, tables
from kit.errors import Conflict, NotFound
from kit.jobs.job import public_id, send
from kit.jobs.schedule import Schedule
from kit.values.labels import humanize

_job, _schedule = tables.job, tables.schedule
_OPEN = ("queued", "running")
_LATELY = timedelta(days=7)
_MOST = 100
_SHOWN = [_job.c[name] for name in ("id", "kind", "state", "done", "total", "error", "created", "finished")]


def overview(connection: sa.Connection, schedules: Sequence[Schedule]) -> dict[str, Any]:
    """Return the schedules in the order of their next run, the open jobs, and those that failed within a week, newest
    first, at most 100 of each."""
    due = {row["name"]: row["due"] for row in all_rows(connection, sa.select(_schedule.c.name, _schedule.c.due))}
    runs = {one.name: _last_run(connection, one) for one in schedules}
    entries = [
        {"name": one.name, "title": one.title or humanize(one.name), "rule": one.in_words(), "due": due.get(one.name)}
        | {"late": None if one.late is None else int(one.late.total_seconds() // 3600), "last": runs[one.name]}
        for one in schedules
    ]
    entries.sort(key=lambda entry: (entry["due"] is None, entry["due"]))
    failed = sa.and_(_job.c.state == "failed", _job.c.finished > sa.func.clock_timestamp() - _LATELY)
    return {
        "schedules": entries,
        "open": _jobs(connection, _job.c.state.in_(_OPEN)),
        "failed": _jobs(connection, failed),
    }


def run_now(tx: Tx, schedules: Sequence[Schedule], name: str) -> str:
    """Enqueue the job of a schedule out of turn; return its public id. Raises NotFound, and Conflict while one of its
    runs is open."""
    schedule = next((one for one in schedules if one.name == name), None)
    if schedule is None:
        raise NotFound("There is no such schedule")
    tx.lock(f"schedule:{name}")
    last = _last_run(tx.connection, schedule)
    if last is not None and last["state"] in _OPEN:
        raise Conflict("It is already running", code="still_running")
    return public_id(schedule.job.enqueue(tx, f"{name}@by hand {uuid.uuid4().hex}", {}))


def run_again(tx: Tx, job_id: int) -> str:
    """Queue a failed job again, to continue its progress; return its public id. Raises NotFound, Conflict."""
    state = tx.scalar(sa.select(_job.c.state).where(_job.c.id == job_id).with_for_update())
    if state is None:
        raise NotFound("This job does not exist")
    if state != "failed":
        raise Conflict("Only a job that failed is run again", code="not_failed")
    values = {"state": "queued", "attempts": 0, "error": None, "finished": None, "touched": tables.now()}
    tx.execute(sa.update(_job).where(_job.c.id == job_id).values(**values))
    service = context.service()

    def notify_worker() -> None:
        send(service, job_id)

    tx.after_commit(notify_worker)
    return public_id(job_id)


def _last_run(connection: sa.Connection, schedule: Schedule) -> dict[str, Any] | None:
    own = sa.and_(_job.c.kind == schedule.job.name, _job.c.key.startswith(f"{schedule.name}@", autoescape=True))
    rows = all_rows(connection, sa.select(*_SHOWN).where(own).order_by(_job.c.id.desc()).limit(1))
    return _shown(rows[0]) if rows else None


def _jobs(connection: sa.Connection, which: sa.ColumnElement[bool]) -> list[dict[str, Any]]:
    rows = all_rows(connection, sa.select(*_SHOWN).where(which).order_by(_job.c.id.desc()).limit(_MOST))
    return [_shown(row) for row in rows]


def _shown(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**row, "id": public_id(row["id"]), "title": humanize(row["kind"])}
