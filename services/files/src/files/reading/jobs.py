"""The job that reads a file, and the schedule that finds those which nothing has read yet."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from files.documents.jobs import READ
from files.documents.model import file
from files.reading import child
from files.reading.model import NONE, UNREADABLE, WAITING, file_page, file_reading
from files.reading.model import READ as IS_READ
from files.scanning import guard
from kit.database import Database
from kit.errors import NotFound
from kit.jobs import Job, JobContext, Schedule
from kit.policy import as_service

SECONDS = 120
"""Seconds after which the reading of a file is given up."""
_BATCH = 200
_f, _r = file.c, file_reading.c
_READABLE = child.DOCUMENTS | child.PICTURES | child.TEXTS
OFFICE = frozenset({"doc", "docx", "ppt", "pptx", "xlsx", "odt", "odp", "odf", "rtf"})
NO_PREVIEW = "No preview: office documents are not converted here"
TOO_LONG = "It takes too long or too much memory to read"
LOST = "Problem retrieving file"


def run(context: JobContext) -> dict[str, Any] | None:
    """Read the latest version of the file `fileId`, unless that is done; one that was deleted is left out."""
    return read(context.db, context.params["fileId"])


def read(db: Database, file_id: int) -> dict[str, Any] | None:
    """Read a file and keep what was found; returns its state. Raises Unavailable."""
    row = db.one(sa.select(_f.object_key, _f.extension, _f.size).where(_f.id == file_id))
    if row is None:
        return None
    if row["extension"] not in _READABLE:
        result: dict[str, Any] = {"reason": NO_PREVIEW if row["extension"] in OFFICE else "", "state": NONE}
        _keep(db, file_id, row["object_key"], result, [])
        return {"state": NONE}
    with tempfile.TemporaryDirectory(prefix="reading-") as folder:
        result, pages = _content(row, Path(folder))
    _keep(db, file_id, row["object_key"], result, pages)
    return {"state": result["state"], "pages": result.get("pages")}


def _content(row: Mapping[str, Any], folder: Path) -> tuple[dict[str, Any], list[str]]:
    source = folder / "source"
    try:
        with source.open("wb") as target:
            target.writelines(guard.read(row["object_key"], 0, row["size"]))
    except guard.Quarantined as refusal:
        return {"state": WAITING if refusal.text == guard.NOT_SCANNED else UNREADABLE, "reason": refusal.text}, []
    except (NotFound, OSError):
        return {"state": UNREADABLE, "reason": LOST}, []
    command = [sys.executable, "-m", "files.reading.child", str(source), row["extension"], str(folder)]
    with contextlib.suppress(subprocess.TimeoutExpired):
        # The command is ours; the file is named by a path of ours.
        subprocess.run(command, timeout=SECONDS, check=False, capture_output=True)
    try:
        result = json.loads((folder / "result.json").read_text())
    except (OSError, ValueError):
        return {"state": UNREADABLE, "reason": TOO_LONG}, []
    if "reason" in result:
        return {"state": UNREADABLE, "reason": result["reason"]}, []
    picture = folder / "thumbnail.jpg"
    thumbnail = picture.read_bytes() if picture.exists() else None
    try:
        pages = json.loads((folder / "words.json").read_text())
    except (OSError, ValueError):
        pages = []
    return {"state": IS_READ, "pages": result["pages"], "thumbnail": thumbnail or None}, pages


def _keep(db: Database, file_id: int, key: str, result: Mapping[str, Any], pages: list[str]) -> None:
    """Keep what was found in the object `key`, unless the file has another one by now: then its own job follows."""
    values = {"reason": "", "pages": None, "thumbnail": None, **result, "object_key": key, "modified": sa.func.now()}
    with db.transaction(as_service("files")) as tx:
        locked = sa.select(_f.id).where(_f.id == file_id, _f.object_key == key).with_for_update(key_share=True)
        if tx.scalar(locked) is None:
            return
        statement = insert(file_reading).values(file_id=file_id, **values)
        tx.execute(statement.on_conflict_do_update(index_elements=["file_id"], set_=values))
        tx.execute(sa.delete(file_page).where(file_page.c.file_id == file_id))
        rows = [{"file_id": file_id, "number": number, "words": text} for number, text in enumerate(pages, 1) if text]
        if rows:
            tx.execute(sa.insert(file_page), rows)


def _run_waiting(context: JobContext) -> dict[str, Any]:
    """Read the files that wait: those of before this table, and those whose job failed for good."""
    ids = context.db.all(sa.select(_r.file_id).where(_r.state == WAITING).order_by(_r.file_id).limit(_BATCH))
    for number, row in enumerate(ids):
        context.progress(number, len(ids))
        read(context.db, row["file_id"])
    return {"read": len(ids)}


WAITING_FILES = Job("files.readWaiting", _run_waiting)
JOBS = (READ.with_run(run), WAITING_FILES)
EVERY_FEW_MINUTES = Schedule(
    "readWaitingFiles", "FREQ=MINUTELY;INTERVAL=2", WAITING_FILES, title="Read files that wait for their preview"
)
