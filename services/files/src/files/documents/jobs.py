"""Jobs that remove unused objects: one after each commit that drops a reference, and a nightly sweep for the rest."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from files.documents.holds import HELD
from files.documents.model import WAITING, file, file_reading, stored_object
from files.folders.policy import KIND
from files.schema import metadata
from files.storage import storage
from kit.database import Database, Tx
from kit.jobs import Job, JobContext, Schedule
from kit.policy import Row

_UNFINISHED = dt.timedelta(hours=24)
"""The age at which an object without a file is removed: its upload failed, since otherwise a file would refer to it."""
_BATCH = 500


def _used(key: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Condition: a row of any table, a file or a piece of an upload, refers to the object. A row that is deleted with
    its object does not count."""
    keys = (one for table in metadata.sorted_tables for one in table.foreign_keys if one.references(stored_object))
    return sa.or_(*(sa.exists().where(one.parent == key) for one in keys if one.ondelete != "CASCADE"))


def discard(db: Database, key: str) -> None:
    """Remove an object, unless a file refers to it. Raises Unavailable."""
    used = _used(sa.literal(key))
    if db.scalar(sa.select(used)):
        return
    storage().remove(key)
    db.execute(sa.delete(stored_object).where(stored_object.c.key == key, ~used))


def _run_discard(context: JobContext) -> None:
    discard(context.db, context.params["key"])


def _run_sweep(context: JobContext) -> dict[str, Any]:
    expired = context.db.execute(sa.delete(file).where(file.c.expires < sa.func.now(), ~HELD))
    unused = (
        sa.select(stored_object.c.key)
        .where(~_used(stored_object.c.key))
        .where(stored_object.c.created < sa.func.now() - _UNFINISHED)
        .limit(_BATCH)
    )
    removed = 0
    while True:
        rows = context.db.all(unused)
        for row in rows:
            discard(context.db, row["key"])
            removed += 1
            context.progress(removed)
        if len(rows) < _BATCH:
            return {"expired": expired, "removed": removed}


READ = Job("files.read", max_attempts=5)
"""Reads the thumbnail, the pages and the text of a file; run by `files.reading.jobs`."""
COPY_MARKS = Job("files.copyMarks", max_attempts=5)
"""Makes the marked copy of the file `fileId`; run by `files.annotations.flattening`."""
FIRST_TRY = dt.timedelta(hours=1)
"""The time that the job of a file has before the schedule takes over."""
DISCARD = Job("files.discard", _run_discard, max_attempts=5)
SWEEP = Job("files.sweep", _run_sweep)
EVERY_NIGHT = Schedule("sweepFiles", "FREQ=DAILY;BYHOUR=4", SWEEP, title="Remove expired files and unused objects")


def read_later(tx: Tx, file_id: int, key: str, number: int = 1, *, again: bool = False) -> None:
    """Enqueue the reading of version `number` of a file, stored as the object `key`, after the commit; `again` although
    it was enqueued before. If the job fails, a schedule reads the file (`files.reading.jobs`)."""
    waiting: dict[str, Any] = {
        "state": WAITING,
        "reason": "",
        "pages": None,
        "thumbnail": None,
        "tries": 0,
        "modified": sa.func.now(),
    }
    waiting |= {"object_key": key, "next_try": sa.func.now() + FIRST_TRY}
    statement = insert(file_reading).values(file_id=file_id, **waiting)
    tx.execute(statement.on_conflict_do_update(index_elements=["file_id"], set_=waiting))
    own = f":{uuid.uuid4().hex}" if again else ""
    READ.enqueue(tx, f"{file_id}:{number}:{key}{own}", {"fileId": file_id})


def copy_marks_later(tx: Tx, file_id: int) -> None:
    """Enqueue the creation of the marked copy of a file after the commit, replacing a former one."""
    COPY_MARKS.enqueue(tx, f"{file_id}:{uuid.uuid4().hex}", {"fileId": file_id})


def discard_later(tx: Tx, row: Row) -> None:
    """Enqueue the removal of the object of a deleted file after the commit. The trash keeps those of the library."""
    if row["entity_type"] == KIND:
        return
    DISCARD.enqueue(tx, row["object_key"], {"key": row["object_key"]})
