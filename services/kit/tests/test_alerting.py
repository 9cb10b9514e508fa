"""Counters that an alert watches start at 0, because Prometheus sees no increase in a series that begins at 1."""

from __future__ import annotations

from typing import Any

from kit.events import consumer
from kit.jobs.worker import Runner
from kit.telemetry import exposition


def test_first_parked_event_and_first_failed_job_are_counted(service: Any, toys_path: list[str]) -> None:
    from toysub.wiring import service as subscriber

    consumer.readers("toysub", subscriber.subscriptions, client=None)  # type: ignore[arg-type]
    Runner("toypub", service.jobs)
    lines = exposition()[0].decode().splitlines()
    subject = subscriber.subscriptions[0].event.subject
    assert any(
        line.startswith("staffroom_events_consumed_total{") and 'outcome="parked"' in line and subject in line
        for line in lines
    )
    for job in service.jobs:
        assert any(
            line.startswith("staffroom_jobs_total{") and f'kind="{job.name}"' in line and 'outcome="failed"' in line
            for line in lines
        ), job.name
