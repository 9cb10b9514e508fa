"""Answers about jobs."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from kit.values.schemas import Moment


class Started(TypedDict):
    """The job that was started; `GET /jobs/{id}` shows its progress."""

    id: str


class JobRun(TypedDict):
    """A job as the operations page shows it."""

    id: str
    kind: str
    title: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    done: int
    total: int | None
    error: str | None
    created: Moment
    finished: Moment | None


class ScheduleState(TypedDict):
    """A schedule: its rule in words, its next time, its last run. A missed run starts up to `late` hours later; with
    null, at any time later."""

    name: str
    title: str
    rule: str
    due: Moment | None
    late: int | None
    last: JobRun | None


class Operations(TypedDict):
    """The jobs and schedules of a service; `failed` within a week."""

    schedules: list[ScheduleState]
    open: list[JobRun]
    failed: list[JobRun]


class Job(TypedDict):
    """`GET /jobs/{id}`; `result` depends on the kind: of an export `{fileId, name, rows}`, of a move on a selection
    `{moved, refusals: [{text, count}]}`."""

    id: str
    kind: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    done: int
    total: int | None
    result: dict[str, Any] | None
    error: str | None
    created: Moment
    finished: Moment | None
