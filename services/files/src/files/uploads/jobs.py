"""The job that removes abandoned uploads."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from files.uploads import commands
from files.uploads.model import upload
from kit.jobs import Job, JobContext, Schedule

_BATCH = 500


def _run(context: JobContext) -> dict[str, Any]:
    removed = 0
    expired = sa.select(upload.c.id).where(upload.c.expires < sa.func.now()).limit(_BATCH)
    while rows := context.db.all(expired):
        for row in rows:
            commands.remove(context.db, context.actor, row)
            removed += 1
            context.progress(removed)
    return {"removed": removed}


EXPIRE = Job("files.expireUploads", _run)
EVERY_NIGHT = Schedule("expireUploads", "FREQ=DAILY;BYHOUR=3;BYMINUTE=30", EXPIRE, title="Remove uploads not continued")
