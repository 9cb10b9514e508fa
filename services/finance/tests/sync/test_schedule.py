"""The nightly proof is scheduled at two in London, and not after six."""

from __future__ import annotations

import datetime as dt
from itertools import islice

import pytest

from finance.sync.proof import EVERY_NIGHT, PROVE
from finance.wiring import service
from kit.database import Database
from kit.jobs import enqueue_due


def test_proof_is_due_at_two_in_london() -> None:
    assert EVERY_NIGHT in service.schedules
    summer = dt.datetime(2026, 7, 1, tzinfo=dt.UTC)
    assert [f"{moment:%d %H:%M}" for moment in islice(EVERY_NIGHT.moments(summer), 2)] == ["01 01:00", "02 01:00"]


@pytest.mark.component
@pytest.mark.parametrize(("hour", "started"), [(2, ["nightlyProof"]), (5, ["nightlyProof"]), (7, [])])
def test_proof_missed_in_the_night_waits_for_the_next(
    database: Database, monkeypatch: pytest.MonkeyPatch, hour: int, started: list[str]
) -> None:
    monkeypatch.setattr("kit.jobs.job.send", lambda *_: True)
    midnight = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    enqueue_due("finance", [EVERY_NIGHT], midnight)
    assert enqueue_due("finance", [EVERY_NIGHT], midnight + dt.timedelta(hours=hour)) == started
    assert EVERY_NIGHT.job is PROVE
