"""Work of support that tests kill, each in a separate process (`staffroom_testing.killing`)."""

from __future__ import annotations

from kit.database import Database
from kit.jobs.worker import Runner
from services.support.tests.tickets.builders import TECH
from support.tickets import merging
from support.wiring import service


def merge(db: Database, target: int, source: int) -> None:
    """Merge a ticket into another one."""
    with db.transaction(TECH) as tx:
        merging.merge(tx, target, [source])


def run_job(_: Database, job: int) -> None:
    """Run a queued job."""
    Runner(service.name, service.jobs).run(job)
