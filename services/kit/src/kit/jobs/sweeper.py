"""The sweeper: requeues jobs that lost their worker or their message, and deletes expired rows every night."""

from __future__ import annotations

import asyncio
import math
from datetime import timedelta
from typing import Any

import sqlalchemy as sa

from kit import telemetry
from kit.database import database, tables
from kit.jobs import job
from kit.jobs.job import Job
from kit.jobs.schedule import Schedule
from kit.telemetry import log

_log = log.get(__name__)
_job, _undo = tables.job, tables.move_undo

_EVERY = 3.0
_KEEP_ANSWERS = timedelta(hours=24)
_KEEP_INBOX = timedelta(days=14)
_KEEP_JOBS = timedelta(days=30)
_KEEP_UNDO = timedelta(days=1)
"""Longer than any move can be undone; an import can be undone while its job is kept."""


async def run(service: str) -> None:
    """Sweep forever. Raises when the database is unavailable; `kit.processes.events` then restarts it."""
    while True:
        await asyncio.to_thread(_sweep, service)
        await asyncio.sleep(_EVERY)


def _sweep(service: str) -> None:
    send_stuck_jobs(service)
    measure_outbox()


def send_stuck_jobs(service: str) -> int:
    """Requeue the jobs that lost their worker, and resend those whose message was lost; return their number.

    A long wait alone does not mean a lost message, since other jobs may be ahead. Messages were lost if more jobs than
    messages wait. A job that is sent twice runs once.
    """
    now = sa.func.clock_timestamp()
    lost = sa.and_(_job.c.state == "running", _job.c.touched < now - timedelta(seconds=job.LOST_AFTER))
    waiting = sa.and_(_job.c.state == "queued", _job.c.touched < now - timedelta(seconds=job.QUEUED_AGAIN_AFTER))
    with database().read() as connection:
        rows = connection.execute(sa.select(_job.c.id, _job.c.state).where(sa.or_(lost, waiting)).order_by(_job.c.id))
        states = {row.id: row.state for row in rows}
        stuck = [job_id for job_id, state in states.items() if state == "running"]
        queued = [job_id for job_id, state in states.items() if state == "queued"]
        if queued and len(queued) > _messages(service):
            stuck = list(states)
        if not stuck:
            return 0
        connection.execute(
            sa.update(_job)
            .where(_job.c.id.in_(stuck), sa.or_(lost, waiting))
            .values(state="queued", touched=tables.now())
        )
    _log.warning("jobs_sent_again", jobs=stuck[:20], count=len(stuck))
    return sum(job.send(service, job_id) for job_id in stuck)


def _messages(service: str) -> float:
    """Return the number of messages in the queue; infinite while the broker is unavailable."""
    try:
        with job.celery_app(service).connection_for_read() as connection:
            channel: Any = connection.default_channel
            return int(channel.client.llen(service))
    except Exception as error:  # kombu and redis raise many kinds; the next round tries again
        _log.warning("queue_out_of_reach", error=str(error))
        return math.inf


def measure_outbox() -> None:
    age = sa.func.extract("epoch", sa.func.clock_timestamp() - sa.func.min(tables.outbox.c.created))
    with database().read() as connection:
        rows, seconds = connection.execute(sa.select(sa.func.count(), age).select_from(tables.outbox)).one()
    telemetry.outbox_rows.set(rows)
    telemetry.outbox_lag.set(float(seconds or 0))


def delete_expired() -> dict[str, Any]:
    """Delete expired rows: stored answers, inbox rows, ended jobs, values kept for undo. Return their numbers."""
    now = sa.func.clock_timestamp()
    expired: dict[str, sa.Delete] = {
        "answers": sa.delete(tables.idempotency).where(tables.idempotency.c.created < now - _KEEP_ANSWERS),
        "inbox": sa.delete(tables.inbox).where(tables.inbox.c.handled < now - _KEEP_INBOX),
        "jobs": sa.delete(_job).where(_job.c.finished < now - _KEEP_JOBS),
        "undo": sa.delete(_undo).where(_undo.c.made < now - _KEEP_UNDO, _undo.c.move != "import"),
        "imports": sa.delete(_undo).where(_undo.c.made < now - _KEEP_JOBS, _undo.c.move == "import"),
    }
    with database().read() as connection:
        return {name: connection.execute(statement).rowcount for name, statement in expired.items()}


CLEAN_UP = Schedule(
    "cleanUp", "FREQ=DAILY;BYHOUR=3", Job("cleanUp", lambda _: delete_expired()), title="Delete expired rows"
)
"""The tables of every service."""
