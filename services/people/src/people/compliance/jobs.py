"""The job that updates all gaps and the central record, every night and after a requirement changes."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Database
from kit.jobs import Job, JobContext, Schedule
from kit.policy import as_service
from people.checks import central
from people.compliance import missing
from people.requirements.model import requirement


def run(db: Database, requirement_id: int | None = None) -> dict[str, int]:
    """Evaluate one requirement, or all and the central record; return the numbers of closed and opened gaps. Each
    requirement is one statement and one transaction. Idempotent."""
    with db.read() as connection:
        rows = missing.requirements(connection)
    if requirement_id is not None:
        rows = [row for row in rows if row["id"] == requirement_id]
    counts = {"closed": 0, "opened": 0}
    for row in rows:
        with db.transaction(as_service("people")) as tx:
            if tx.scalar(sa.select(requirement.c.id).where(requirement.c.id == row["id"])) is not None:
                closed, opened = missing.evaluate(tx.connection, row)
                counts = {"closed": counts["closed"] + closed, "opened": counts["opened"] + opened}
    if requirement_id is None:
        with db.transaction(as_service("people")) as tx:
            counts["waiversEnded"] = missing.end_waivers(tx.connection)
            central.refresh_all(tx.connection)
    return counts


def _run(context: JobContext) -> dict[str, Any]:
    return run(context.db, context.params.get("requirement"))


EVALUATE = Job("people.compliance", _run)
EVERY_NIGHT = Schedule(
    "compliance", "FREQ=DAILY;BYHOUR=4", EVALUATE, title="Find missing data, and bring the central record up to date"
)
