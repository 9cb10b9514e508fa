"""Counters that an alert watches begin at 0: Prometheus sees no increase in a series that begins at 1."""

from __future__ import annotations

from typing import Any

from kit.events import consumer
from kit.jobs.worker import Runner
from kit.telemetry import exposition


def test_the_first_event_that_is_parked_and_the_first_job_that_fails_are_seen(
    service: Any, toys_path: list[str]
) -> None:
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
