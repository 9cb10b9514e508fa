"""Jobs: work that takes longer than a request. `job` declares and queues them, the worker runs them, the sweeper
requeues those that lost their worker."""

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

__all__ = [
    "INTERRUPTIONS", "LOST_AFTER", "QUEUED_AGAIN_AFTER", "TASK", "Cancelled", "Job", "JobContext", "Released", "cancel",
    "celery_app", "find", "public_id", "send",
]  # fmt: skip
