"""The job that makes the marked copy of a file."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from files.annotations import copies, points, words
from files.annotations.model import TEXT
from files.documents import commands as documents
from files.documents import rules
from files.documents.jobs import COPY_MARKS
from files.documents.model import file
from files.documents.multipart import Received
from files.reading import child, process
from files.reading.conversion import OFFICE
from files.reading.jobs import LOST, SECONDS
from files.scanning import guard
from files.storage import storage
from kit.database import Database
from kit.documents import pdf
from kit.errors import NotFound, Unavailable
from kit.jobs import JobContext
from kit.policy import Row, as_service

_f = file.c
_MODULE = "files.annotations.burning"
_MOST = 500 * rules.MB
_ROUNDS = 3
"""Attempts at a copy whose marks change in the meantime."""
NO_PAGES = "It has no pages to draw on"
NO_MARKS = "It has no released marks"
CHANGING = "The marks change while they are drawn"


def run(context: JobContext) -> dict[str, Any] | None:
    """Make the copy of the file `fileId` unless it exists; a deleted file is skipped."""
    return make(context.db, context.params["fileId"])


def make(db: Database, file_id: int) -> dict[str, Any] | None:
    """Make the marked copy of a file; return its id as `copy`, or the `reason` why there is none. Raises Unavailable,
    also while the released marks change."""
    for _ in range(_ROUNDS):
        row = db.one(sa.select(file).where(_f.id == file_id, _f.marks_digest.is_(None)))
        if row is None:
            return None
        with db.read() as connection:
            marks = copies.marks(connection, file_id)
        if not marks:
            return {"reason": NO_MARKS}
        mark = copies.digest(row, marks)
        reason = "" if _copy_of(db, file_id, mark) else _draw(db, row, marks, mark)
        if reason:
            return {"reason": reason}
        copy = _copy_of(db, file_id, mark)
        if copy is not None:
            return {"copy": copy}
    raise Unavailable(CHANGING)


def _copy_of(db: Database, file_id: int, mark: str) -> int | None:
    number: int | None = db.scalar(sa.select(_f.id).where(_f.converted_from == file_id, _f.marks_digest == mark))
    return number


def _draw(db: Database, row: Row, marks: list[dict[str, Any]], mark: str) -> str:
    """Draw and store the copy; return the reason if it cannot be drawn. Raises Unavailable, also while the file waits
    for the virus scanner."""
    pages = _with_pages(db, row)
    if pages is None:
        return NO_PAGES
    with tempfile.TemporaryDirectory(prefix="marks-") as place:
        folder = Path(place)
        try:
            guard.copy(pages["object_key"], pages["size"], folder / "source")
        except guard.Quarantined as refusal:
            if refusal.text == guard.NOT_SCANNED:
                raise Unavailable(refusal.text) from refusal
            return refusal.text
        except (NotFound, OSError):
            return LOST
        reason = _burn(folder, pages["extension"], marks, f"{row['name']}.{row['extension']}")
        if reason:
            return reason
        with storage().draft() as draft:
            received = Received(rules.FileName(row["name"], "pdf"), draft)
            with (folder / "copy.pdf").open("rb") as copy:
                while chunk := copy.read(1024 * 1024):
                    received.write(chunk, _MOST)
            if received.size > _MOST:
                return process.TOO_LONG
            with documents.stored(db, [draft]) as keys:
                with db.transaction(as_service("files")) as tx:
                    kept = copies.keep(tx, row, mark, received, keys[0])
                if not kept:
                    documents.forget(db, keys)
    return ""


def _with_pages(db: Database, row: Row) -> Row | None:
    """Return the file whose pages are drawn on: the document itself, or the PDF of an office document."""
    if row["extension"] in child.DOCUMENTS | child.PICTURES:
        return row
    if row["extension"] not in OFFICE:
        return None
    converted = (_f.converted_from == row["id"], _f.number == row["number"], _f.marks_digest.is_(None))
    return db.one(sa.select(file).where(*converted))


def _burn(folder: Path, extension: str, marks: list[dict[str, Any]], name: str) -> str:
    """Write `copy.pdf` of `source` to the folder; return the reason if there is none. Raises Unavailable."""
    (folder / "marks.json").write_text(json.dumps(marks))
    measured = _run(folder, "measure", extension, "sheets.json")
    if measured is None:
        return process.TOO_LONG
    if "reason" in measured:
        return str(measured["reason"])
    listed, sheets = words.entries(marks), measured["sheets"]
    if sheets and (listed or any(mark["kind"] == TEXT or points.unseen(mark) for mark in marks)):
        (folder / "words.pdf").write_bytes(pdf.draw(words.sheets(sheets, marks, listed)))
    if listed:
        (folder / "notes.pdf").write_bytes(words.notes(name, listed).render())
    return process.TOO_LONG if _run(folder, "burn", extension, "burnt.json") is None else ""


def _run(folder: Path, step: str, extension: str, result: str) -> dict[str, Any] | None:
    return process.started(_MODULE, step, extension, str(folder), result=folder / result, seconds=SECONDS)


JOBS = (COPY_MARKS.with_run(run),)
