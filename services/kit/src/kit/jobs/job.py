"""Jobs: work that takes longer than a request, run once by a worker process and shown with its progress.

The row in table `job` is authoritative; the Celery message only names the row. The sweeper sends a lost message again;
a duplicate has no effect. A running job has a heartbeat (`touched`); when it stops, the job has lost its worker and
another worker takes it over. So a run must be idempotent; its key identifies it.
"""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from celery import Celery
from sqlalchemy.dialects.postgresql import insert

from kit import context
from kit.database import Database, Tx, tables
from kit.errors import Conflict, NotFound
from kit.policy import SYS_ADMIN, Actor, actor_json
from kit.settings import settings
from kit.telemetry import log

_log = log.get(__name__)
_job = tables.job

TASK = "staffroom.run_job"
LOST_AFTER = 20
"""Seconds without a heartbeat after which a running job counts as abandoned by its worker (`kit.jobs.worker` sends one
every 4)."""
QUEUED_AGAIN_AFTER = 15
"""Seconds that a job may be queued before the sweeper checks whether its message was lost."""
INTERRUPTIONS = 10
"""Number of runs lost with their worker after which a job fails permanently: it may be the cause of the crashes."""
_PROGRESS_EVERY = 0.5
"""Seconds between two writes of a job's progress."""


class Cancelled(Exception):
    """The job was cancelled while it ran, or was given to another worker. Raised by `JobContext.progress`."""


class Released(Exception):
    """The worker is shutting down; another one starts the job again. Raised by `JobContext.progress`."""


@dataclass(frozen=True)
class JobContext:
    """The context of one run."""

    id: int
    attempt: int
    params: Mapping[str, Any]
    actor: Actor
    request_id: str
    db: Database
    _ended: threading.Event
    _stopping: threading.Event
    _last_write: list[float]

    def progress(self, done: int, total: int | None = None) -> None:
        """Report progress. Cheap enough to call for every row: it writes at most twice a second, in a separate
        transaction. The first and the last report (`done` is `total`) are always written.

        Raises Cancelled or Released, which end the run.
        """
        if self._stopping.is_set():
            raise Released
        if self._ended.is_set():
            raise Cancelled
        now = time.monotonic()
        if now - self._last_write[0] < _PROGRESS_EVERY and (not done or done != total):
            return
        self._last_write[0] = now
        values: dict[str, Any] = {"done": done, "touched": tables.now()}
        if total is not None:
            values["total"] = total
        own = sa.update(_job).where(_job.c.id == self.id, _job.c.attempts == self.attempt, _job.c.state == "running")
        with self.db.read() as connection:
            if connection.execute(own.values(**values)).rowcount == 0:
                raise Cancelled

    def claim(self) -> bool:
        """Claim the one action of this job that must never happen twice. Return False if an earlier run claimed it: its
        worker may have died before or after the action. The claim is stored as the progress, so such a job reports
        none."""
        return self._claim(0, 1)

    def unclaim(self) -> None:
        """Release the claim after the action did not happen, so that a later run may try."""
        self._claim(1, 0)

    def _claim(self, before: int, after: int) -> bool:
        own = (_job.c.id == self.id, _job.c.attempts == self.attempt, _job.c.done == before)
        with self.db.read() as connection:
            return connection.execute(sa.update(_job).where(*own).values(done=after)).rowcount == 1


def _without_run(context: JobContext) -> None:
    raise NotImplementedError("this job is declared without a run; see Job.with_run")


@dataclass(frozen=True)
class Job:
    """A kind of work. `run(context)` returns the job's `result`, a JSON object or None.

    A `kit.errors.Refused` fails the job with its text. `Unavailable` is retried until `patience` has passed, any other
    error up to `max_attempts` times. A run that ends with its worker is repeated, at most `INTERRUPTIONS` times.
    """

    name: str
    run: Callable[[JobContext], dict[str, Any] | None] = _without_run
    max_attempts: int = 3
    patience: dt.timedelta = dt.timedelta(hours=1)

    def with_run(self, run: Callable[[JobContext], dict[str, Any] | None]) -> Job:
        """Return the job with its `run`, for `module.py`: a room that only enqueues the job imports only the
        declaration."""
        return replace(self, run=run)

    def enqueue(self, tx: Tx, key: str, params: Mapping[str, Any], total: int | None = None) -> int:
        """Insert the job's row and send it to the worker after the commit; return its id. Idempotent by `key`."""
        values = {
            "kind": self.name,
            "key": key,
            "params": dict(params),
            "total": total,
            "actor": actor_json(tx.actor),
            "request_id": tx.request_id,
            "owner_id": tx.actor.user_id,
        }
        statement = insert(_job).values(**values).on_conflict_do_nothing(index_elements=["kind", "key"])
        job_id = tx.scalar(statement.returning(_job.c.id))
        if job_id is None:
            return int(tx.scalar(sa.select(_job.c.id).where(_job.c.kind == self.name, _job.c.key == key)))
        service = context.service()

        def notify_worker() -> None:
            send(service, job_id)

        tx.after_commit(notify_worker)
        return int(job_id)


@lru_cache(maxsize=8)
def celery_app(service: str) -> Celery:
    """Return the Celery application of a service: one queue, no result backend (the row in `job` is the result)."""
    app = Celery(f"staffroom-{service}", broker=settings().redis_url, set_as_current=False)
    app.conf.update(
        task_default_queue=service,
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_serializer="json",
        accept_content=["json"],
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        worker_redirect_stdouts=False,
        worker_send_task_events=False,
        worker_enable_remote_control=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_connection_timeout=2,
        broker_transport_options={
            # Above the longest job. The jobs of a killed worker do not depend on it: the sweeper requeues them.
            "visibility_timeout": 4 * 3600,
            "unacked_restore_interval": 2,
            "socket_connect_timeout": 2,
            "socket_timeout": 10,
            "socket_keepalive": True,
            "health_check_interval": 10,
            "global_keyprefix": f"celery:{service}:",
        },
    )
    return app


def send(service: str, job_id: int, delay: float = 0) -> bool:
    """Send a job to the worker; return False if the broker did not take it. The sweeper sends it again later."""
    try:
        celery_app(service).send_task(TASK, args=[job_id], countdown=delay or None, retry=False)
    except Exception as error:  # kombu and redis raise many kinds; none concerns the caller
        _log.warning("job_not_sent", job=job_id, error=str(error))
        return False
    return True


def public_id(job_id: int) -> str:
    """Return the id in the API, which includes the service that runs the job: `people-12`."""
    return f"{context.service()}-{job_id}"


_SHOWN = [_job.c[name] for name in ("id", "kind", "state", "done", "total", "result", "error", "created", "finished")]


def find(connection: sa.Connection, actor: Actor, job_id: int) -> dict[str, Any]:
    """Return the job in the form of `GET /jobs/{id}` (`docs/api.md`, Lists).

    Raises NotFound unless the actor is its owner, sysAdmin or a service.
    """
    row = connection.execute(sa.select(*_SHOWN).where(_job.c.id == job_id, _visible_to(actor))).mappings().first()
    if row is None:
        raise NotFound("This job does not exist")
    return {**row, "id": public_id(row["id"])}


def cancel(tx: Tx, job_id: int) -> dict[str, Any]:
    """Cancel a queued or running job; its run ends at the next `progress`. Return the job as `find` does.

    Raises NotFound as `find`, Conflict when the job has ended.
    """
    job = find(tx.connection, tx.actor, job_id)
    still_open = sa.and_(_job.c.id == job_id, _job.c.state.in_(["queued", "running"]))
    cancelled = tx.execute(sa.update(_job).where(still_open).values(state="cancelled", finished=tables.now()))
    if cancelled.rowcount == 0:
        raise Conflict(f"This job is already {job['state']}", code="job_ended")
    return find(tx.connection, tx.actor, job_id)


def _visible_to(actor: Actor) -> sa.ColumnElement[bool]:
    if SYS_ADMIN in actor.roles or actor.service:
        return sa.true()
    return sa.and_(_job.c.owner_id == actor.user_id, sa.literal(actor.user_id) > 0)
