"""Jobs: work that takes longer than a request. `job` declares and queues them, the worker runs them, the sweeper
requeues those that lost their worker. `schedule` enqueues jobs by a recurrence rule."""

from kit.jobs.job import (
    INTERRUPTIONS,
    LOST_AFTER,
    QUEUED_AGAIN_AFTER,
    TASK,
    Cancelled,
    Job,
    JobContext,
    Released,
    cancel,
    celery_app,
    find,
    public_id,
    send,
)
from kit.jobs.recurrence import Recurrence
from kit.jobs.schedule import Schedule, enqueue_due

__all__ = [
    "INTERRUPTIONS",
    "LOST_AFTER",
    "QUEUED_AGAIN_AFTER",
    "TASK",
    "Cancelled",
    "Job",
    "JobContext",
    "Recurrence",
    "Released",
    "Schedule",
    "cancel",
    "celery_app",
    "enqueue_due",
    "find",
    "public_id",
    "send",
]
