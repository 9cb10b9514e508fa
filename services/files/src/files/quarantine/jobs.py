"""The schedule that scans the files that could not be scanned before."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from files.documents.model import file
from files.quarantine.fields import NAME
from files.scanning import clamd, guard
from files.scanning.attributes import FOUND, WAITING
from files.scanning.model import quarantine
from files.storage import storage
from kit.database import Database
from kit.errors import NotFound
from kit.jobs import Job, JobContext, Schedule
from kit.policy import as_service

_BATCH = 200
_q = quarantine.c


def scan_waiting(context: JobContext) -> dict[str, Any]:
    """Scan the waiting files, oldest first. Ends early if the scanner does not respond."""
    scanner, scanned = clamd.scanner(), 0
    if scanner is None:
        return {"scanned": 0}
    columns = (_q.id, _q.object_key)
    for row in context.db.all(sa.select(*columns).where(_q.state == WAITING).order_by(_q.id).limit(_BATCH)):
        try:
            finding = scanner.finding(_bytes(context.db, row["object_key"]))
        except clamd.Unreachable:
            break
        except NotFound:  # waiting to be removed
            continue
        _keep(context.db, row["id"], finding)
        scanned += 1
        context.progress(scanned)
    return {"scanned": scanned}


def _bytes(db: Database, key: str) -> Any:
    size = db.scalar(sa.select(file.c.size).where(file.c.object_key == key))
    return storage().read(key, 0, size or 0)


def _keep(db: Database, quarantine_id: int, finding: str) -> None:
    """Store the result; a clean object leaves quarantine. One that was released in the meantime stays released."""
    waits = sa.and_(_q.id == quarantine_id, _q.state == WAITING)
    with db.transaction(as_service("files")) as tx:
        if finding:
            change = sa.update(quarantine).where(waits).values(state=FOUND, finding=finding, version=_q.version + 1)
            if file_id := tx.scalar(change.returning(_q.file_id)):
                about = tx.one(sa.select(NAME.label("name"), file.c.uploader_id).where(file.c.id == file_id))
                assert about is not None
                guard.tell(tx, file_id, about["name"], about["uploader_id"], finding)
        else:
            tx.execute(sa.delete(quarantine).where(waits))


SCAN = Job("files.scanWaiting", scan_waiting)
EVERY_FEW_MINUTES = Schedule(
    "scanWaitingFiles", "FREQ=MINUTELY;INTERVAL=2", SCAN, title="Scan files that wait for the virus scanner"
)
