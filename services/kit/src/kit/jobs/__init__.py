"""Jobs: work that takes longer than a request. `job` declares and queues it, the worker runs it, the sweeper finds what
nobody works on any more."""

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
