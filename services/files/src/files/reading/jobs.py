"""The job that reads a file, and the schedule that finds unread ones."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from files.documents import commands as documents
from files.documents.jobs import READ
from files.documents.model import NONE, UNREADABLE, WAITING, file, file_reading
from files.documents.model import READ as IS_READ
from files.reading import child, conversion, process
from files.reading.conversion import NO_PREVIEW, OFFICE
from files.reading.model import file_page
from files.scanning import guard
from files.storage import check_room, storage
from kit.database import Database, Tx
from kit.documents import pdf
from kit.errors import NotFound, Unavailable
from kit.jobs import Job, JobContext, Schedule
from kit.policy import Row, as_service
from kit.telemetry import log

_log = log.get(__name__)
SECONDS = 120
"""Seconds after which the reading of a file is given up."""
_BATCH = 200
_f, _r = file.c, file_reading.c
_READABLE = child.DOCUMENTS | child.PICTURES | child.TEXTS
LOST = "Problem retrieving file"
MOST_TRIES = 4
"""Attempts of the schedule after the job has failed, for about a day."""
LATER = "It could not be read, and is read again later"
GIVEN_UP = "It could not be read"
_SOON = sa.text("interval '10 minutes'")


def run(context: JobContext) -> dict[str, Any] | None:
    """Read the latest version of the file `fileId`, unless that is done; a deleted file is skipped."""
    return read(context.db, context.params["fileId"])


def read(db: Database, file_id: int) -> dict[str, Any] | None:
    """Read a file and store the results; returns its state. Raises Unavailable."""
    columns = (_f.id, _f.object_key, _f.extension, _f.size, _f.name, _f.number, _f.content_type)
    row = db.one(sa.select(*columns).where(_f.id == file_id))
    if row is None:
        return None
    try:
        guard.check(row["object_key"])
    except guard.Quarantined as refusal:
        state = WAITING if refusal.text == guard.NOT_SCANNED else UNREADABLE
        _keep(db, row, {"state": state, "reason": refusal.text}, [])
        return {"state": state}
    if row["extension"] in OFFICE:
        return _read_office(db, row)
    result, pages = _content(row) if row["extension"] in _READABLE else ({"state": NONE}, [])
    _keep(db, row, result, pages)
    return {"state": result["state"], "pages": result.get("pages")}


def _read_office(db: Database, row: Row) -> dict[str, Any]:
    """Convert an office document, and store the PDF with its results. Raises Unavailable."""
    with storage().draft() as draft:
        try:
            received = conversion.convert(row, draft)
        except NotFound:
            received = LOST
        if isinstance(received, str):
            state = NONE if received == NO_PREVIEW else UNREADABLE
            _keep(db, row, {"state": state, "reason": received}, [])
            return {"state": state}
        result, pages = _content(row, draft)
        with documents.stored(db, [draft]) as keys:
            unused = _keep(db, row, result, pages, lambda tx: conversion.keep(tx, row, received, keys))
            documents.forget(db, keys if unused is None else unused)
    return {"state": result["state"], "pages": result.get("pages")}


def _content(row: Row, pdf_content: IO[bytes] | None = None) -> tuple[dict[str, Any], list[str]]:
    """Read the file of `row`, or `pdf_content`, its PDF."""
    with tempfile.TemporaryDirectory(prefix="reading-") as folder:
        try:
            content = conversion.chunks(pdf_content) if pdf_content else guard.read(row["object_key"], 0, row["size"])
            result = process.run(content, "pdf" if pdf_content else row["extension"], Path(folder), SECONDS)
        except (NotFound, OSError) as error:
            check_room(error)
            return {"state": UNREADABLE, "reason": LOST}, []
        return _read_columns(result, Path(folder))


def _read_columns(result: Mapping[str, Any] | None, folder: Path) -> tuple[dict[str, Any], list[str]]:
    """Return the columns from the process's results in the folder, and the text of each page."""
    if result is None:
        return {"state": UNREADABLE, "reason": process.TOO_LONG}, []
    if "reason" in result:
        return {"state": UNREADABLE, "reason": result["reason"]}, []
    picture = folder / "thumbnail.jpg"
    thumbnail = picture.read_bytes() if picture.exists() else None
    try:
        pages = json.loads((folder / "words.json").read_text())
    except (OSError, ValueError):
        pages = []
    return {"state": IS_READ, "pages": result["pages"], "thumbnail": thumbnail or None}, pages


def _keep(
    db: Database,
    row: Row,
    result: Mapping[str, Any],
    pages: list[str],
    add: Callable[[Tx], list[str]] = lambda _: [],
) -> list[str] | None:
    """Store the results for the object of `row`; return those of `add`. Returns None if the file has another object by
    now, which has its own job."""
    file_id, key = row["id"], row["object_key"]
    values = {"reason": "", "pages": None, "thumbnail": None, **result, "object_key": key, "modified": sa.func.now()}
    values |= {"tries": 0, "next_try": sa.func.now()}
    with db.transaction(as_service("files")) as tx:
        locked = sa.select(_f.id).where(_f.id == file_id, _f.object_key == key).with_for_update(key_share=True)
        if tx.scalar(locked) is None:
            return None
        statement = insert(file_reading).values(file_id=file_id, **values)
        tx.execute(statement.on_conflict_do_update(index_elements=["file_id"], set_=values))
        tx.execute(sa.delete(file_page).where(file_page.c.file_id == file_id))
        rows = [{"file_id": file_id, "number": number, "words": text} for number, text in enumerate(pages, 1) if text]
        if rows:
            tx.execute(sa.insert(file_page), rows)
        return add(tx)


def _run_waiting(context: JobContext) -> dict[str, Any]:
    """Read the waiting files: those from before this table, those whose job failed, and those that could not be read
    before. A file that fails does not delay the others."""
    _await_conversion(context.db)
    due = sa.select(_r.file_id).where(_r.state == WAITING, _r.next_try <= sa.func.now())
    ids = context.db.all(due.order_by(_r.next_try).limit(_BATCH))
    done = 0
    for number, row in enumerate(ids):
        context.progress(number, len(ids))
        done += _try(context.db, row["file_id"])
    return {"read": done}


def _try(db: Database, file_id: int) -> bool:
    """Read a waiting file. The attempt is counted before it begins, so that a file that kills the worker is given up
    too. Returns False if it was not read."""
    claimed = db.scalar(_waiting(file_id, _r.next_try <= sa.func.now(), tries=_r.tries + 1, next_try=_next_try()))
    if claimed is None:
        return False
    try:
        if claimed <= MOST_TRIES:
            read(db, file_id)
            return True
    except Unavailable as error:
        _log.warning("file_not_read", file=file_id, error=error.text)
        db.execute(_waiting(file_id, tries=_r.tries - 1, next_try=sa.func.now() + _SOON))
        return False
    except Exception:
        _log.exception("file_not_read", file=file_id, attempt=claimed)
        if claimed < MOST_TRIES:
            db.execute(_waiting(file_id, reason=LATER))
            return False
    db.execute(_waiting(file_id, state=UNREADABLE, reason=GIVEN_UP))
    return False


def _waiting(file_id: int, *also: sa.ColumnElement[bool], **values: Any) -> Any:
    of_file = sa.and_(_r.file_id == file_id, _r.state == WAITING, *also)
    return sa.update(file_reading).where(of_file).values(**values).returning(_r.tries)


def _next_try() -> sa.ColumnElement[Any]:
    """Return the delay: an hour after the first attempt, then each time four times as long."""
    return sa.func.now() + sa.func.power(4, _r.tries) * sa.text("interval '1 hour'")


def _await_conversion(db: Database) -> None:
    """Queue unconverted office documents again once there is a converter."""
    unconverted = (_r.state == NONE, _r.reason == NO_PREVIEW)
    if db.scalar(sa.select(sa.exists().where(*unconverted))) and pdf.converts():
        values = {"state": WAITING, "reason": "", "tries": 0, "next_try": sa.func.now()}
        db.execute(sa.update(file_reading).where(*unconverted).values(**values))


WAITING_FILES = Job("files.readWaiting", _run_waiting)
JOBS = (READ.with_run(run), WAITING_FILES)
EVERY_FEW_MINUTES = Schedule(
    "readWaitingFiles", "FREQ=MINUTELY;INTERVAL=2", WAITING_FILES, title="Read files that wait for their preview"
)
