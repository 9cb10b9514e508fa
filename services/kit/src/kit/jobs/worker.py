"""The worker process: takes the jobs of a service from its queue and runs them.

It uses threads, not child processes. Two jobs run at a time in the memory of one process, so that a short one does not
wait behind a long export. The sweeper requeues the jobs of a crashed worker.
"""

from __future__ import annotations

import datetime as dt
import signal
import socket
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import sqlalchemy as sa
from celery import signals
from celery.exceptions import SecurityWarning
from celery.worker import state

from kit import actors, context, telemetry
from kit.database import database, tables
from kit.errors import Refused, Unavailable
from kit.jobs import job as timing
from kit.jobs.job import INTERRUPTIONS, TASK, Cancelled, Job, JobContext, Released, celery_app, send
from kit.settings import settings
from kit.telemetry import log

_log = log.get(__name__)
_job = tables.job

THREADS = 2
_HEARTBEAT_EVERY = 4.0
_DATABASE_RETRY_DELAY = 1.0
"""Seconds between two attempts to claim a job, or to write its outcome, while the database is unavailable."""
T = TypeVar("T")
_RETRY_DELAYS = (2, 10, 30)
"""Seconds before the second, third, ... attempt of a job that failed."""
_FAILURE_TEXT = "Something went wrong while this ran; please try again or report it"


class Runner:
    """Runs jobs by the id of their row."""

    def __init__(self, service: str, jobs: Iterable[Job]) -> None:
        self.service = service
        self.jobs = {job.name: job for job in jobs}
        for name in self.jobs:  # initialised to 0 for alerts, like those on events
            telemetry.jobs_finished.labels(name, "failed")
        self.stopping = threading.Event()
        self._running: dict[int, tuple[int, threading.Event]] = {}
        self._lock = threading.Lock()

    def run(self, job_id: int) -> None:
        """Claim and run the job; do nothing if it is done, cancelled or claimed by another worker.

        Write the outcome once the database is available: its restart does not fail the job.
        """
        row = self._claim(job_id)
        if row is None:
            return
        job = self.jobs.get(row["kind"])
        if job is None:
            self._end(row, "failed", error="This kind of job is not known here")
            return
        if row["attempts"] > job.max_attempts + INTERRUPTIONS:
            _log.error("job_interrupted_too_often", job=job_id, kind=job.name)
            self._end(row, "failed", error="This job was interrupted too often")
            return
        request_token = context.request_id.set(row["request_id"])
        actor = actors.actor_from_json(row["actor"])
        actor_token = context.actor.set(actor)
        ended = threading.Event()
        with self._lock:
            self._running[job_id] = (row["attempts"], ended)
        started = time.monotonic()
        try:
            with telemetry.span(f"job {job.name}", job=job_id):
                result = job.run(
                    JobContext(
                        id=job_id,
                        attempt=row["attempts"],
                        params=row["params"],
                        actor=actor,
                        request_id=row["request_id"],
                        db=database(),
                        _ended=ended,
                        _stopping=self.stopping,
                        _last_write=[float("-inf")],
                    )
                )
            self._end(row, "done", result=result)
        except Cancelled:
            _log.info("job_cancelled", job=job_id, kind=job.name)
            telemetry.jobs_finished.labels(job.name, "cancelled").inc()
        except Released:
            self._requeue(row, 0, attempts=_job.c.attempts - 1)
        except Unavailable as error:
            self._requeue_or_fail(row, error, job.patience)
        except Refused as error:
            self._end(row, "failed", error=error.text)
        except Exception:
            _log.exception("job_failed", job=job_id, kind=job.name, attempt=row["attempts"])
            if row["attempts"] >= job.max_attempts:
                self._end(row, "failed", error=_FAILURE_TEXT)
            else:
                self._requeue(row, _RETRY_DELAYS[min(row["attempts"], len(_RETRY_DELAYS)) - 1])
        finally:
            with self._lock:
                self._running.pop(job_id, None)
            telemetry.job_seconds.labels(job.name).observe(time.monotonic() - started)
            context.actor.reset(actor_token)
            context.request_id.reset(request_token)

    def refresh_heartbeat(self) -> None:
        """Refresh the heartbeat of the running jobs, and end the cancelled ones."""
        with self._lock:
            running = dict(self._running)
        if not running:
            return
        statement = (
            sa.update(_job)
            .where(sa.tuple_(_job.c.id, _job.c.attempts).in_([(i, attempt) for i, (attempt, _) in running.items()]))
            .where(_job.c.state == "running")
            .values(touched=tables.now())
            .returning(_job.c.id)
        )
        with database().read() as connection:
            alive = set(connection.execute(statement).scalars())
        for job_id, (_, ended) in running.items():
            if job_id not in alive:
                ended.set()

    def keep_heartbeat(self, stop: threading.Event) -> None:
        while not stop.wait(_HEARTBEAT_EVERY):
            try:
                self.refresh_heartbeat()
            except Refused as error:
                _log.warning("heartbeat_failed", error=error.text)

    def _claim(self, job_id: int) -> dict[str, Any] | None:
        lost = _job.c.touched < sa.func.clock_timestamp() - dt.timedelta(seconds=timing.LOST_AFTER)
        statement = (
            sa.update(_job)
            .where(_job.c.id == job_id)
            .where(sa.or_(_job.c.state == "queued", sa.and_(_job.c.state == "running", lost)))
            .values(state="running", attempts=_job.c.attempts + 1, touched=tables.now())
            .returning(*_job.c)
        )
        row = self._retry(lambda connection: connection.execute(statement).mappings().first(), None)
        return dict(row) if row is not None else None

    def _end(self, row: Mapping[str, Any], state: str, **values: Any) -> None:
        telemetry.jobs_finished.labels(row["kind"], state).inc()
        if state == "done" and row["total"] is not None:
            values["done"] = sa.func.coalesce(_job.c.total, _job.c.done)
        self._write(row, state=state, finished=tables.now(), **values)

    def _requeue(self, row: Mapping[str, Any], delay: float, **values: Any) -> None:
        telemetry.jobs_finished.labels(row["kind"], "again").inc()
        if self._write(row, state="queued", **values):
            send(self.service, row["id"], delay)

    def _requeue_or_fail(self, row: Mapping[str, Any], error: Unavailable, patience: dt.timedelta) -> None:
        """Requeue a job that found a dependency unavailable; the attempt does not count. After its patience it
        fails."""
        _log.warning("job_waits", job=row["id"], kind=row["kind"], error=error.text)
        if dt.datetime.now(dt.UTC) - row["created"] > patience:
            self._end(row, "failed", error=error.text)
        else:
            self._requeue(row, 5, attempts=_job.c.attempts - 1)

    def _write(self, row: Mapping[str, Any], **values: Any) -> bool:
        """Update the row if this attempt still owns it and it is running."""
        own_attempt = (_job.c.id == row["id"], _job.c.attempts == row["attempts"], _job.c.state == "running")
        statement = sa.update(_job).where(*own_attempt).values(touched=tables.now(), **values)
        return self._retry(lambda connection: connection.execute(statement).rowcount > 0, False)

    def _retry(self, work: Callable[[sa.Connection], T], stopped: T) -> T:
        """Return the result of `work`, retried until the database is available; return `stopped` if the worker shuts
        down first."""
        while True:
            try:
                with database().read() as connection:
                    return work(connection)
            except Unavailable as error:
                _log.warning("job_waits_for_database", error=error.text)
                if self.stopping.wait(
                    _DATABASE_RETRY_DELAY
                ):  # without a heartbeat the sweeper gives the job to another worker
                    return stopped


def run_worker(service: str, jobs: Iterable[Job]) -> None:
    """Run the worker process until it is stopped. Running jobs that report progress are released to another worker."""
    app = celery_app(service)
    runner = Runner(service, jobs)

    @app.task(name=TASK)
    def run_job(job_id: int) -> None:
        runner.run(job_id)

    # Celery warns against running as root because of pickled messages; ours are JSON and contain a number.
    warnings.filterwarnings("ignore", category=SecurityWarning)
    stop = threading.Event()
    threading.Thread(target=runner.keep_heartbeat, args=(stop,), name="heartbeat", daemon=True).start()
    worker = app.Worker(
        pool="threads",
        concurrency=THREADS,
        queues=[service],
        loglevel=settings().log_level,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
        hostname=f"{service}@{socket.gethostname()}",
        quiet=True,
    )
    telemetry.metrics_server(settings().metrics_port, lambda: _ready(app))

    def end(*_: Any) -> None:
        runner.stopping.set()
        state.should_stop = 0  # type: ignore[assignment]  # an exit code, declared as None

    def take_over_signals(**_: Any) -> None:
        signal.signal(signal.SIGTERM, end)
        signal.signal(signal.SIGINT, end)

    signals.worker_ready.connect(take_over_signals, weak=False)
    try:
        worker.start()
    finally:
        stop.set()


def _ready(app: Any) -> dict[str, bool]:
    ready = {"database": True, "queue": True}
    try:
        database().ping()
    except Refused:
        ready["database"] = False
    try:
        with app.connection_for_read() as connection:
            connection.ensure_connection(max_retries=1, timeout=1)
    except Exception:  # kombu passes on any exception of its transport
        ready["queue"] = False
    return ready
