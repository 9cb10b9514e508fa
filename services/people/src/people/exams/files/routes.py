"""Calls of board files beyond the declared ones."""

from __future__ import annotations

import uuid
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from pydantic import Field

from kit import jobs
from kit.database.reading import row_or_404
from kit.errors import Conflict
from kit.http import core
from kit.http.fastapi import Body, Call, Id, Routes
from kit.policy import Actor, Row
from people.exams.files import importing, results, sending
from people.exams.files.answers import FileMade, ImportStarted, RowAside, RowsRead
from people.exams.files.model import exam_file
from people.exams.policy import EXAMS_OFFICE
from people.policy import OF_STAFF

routes = Routes()
_f = exam_file.c


class FileToImport(Body):
    """A board file in the file store, and its series. `board` is required if the name does not identify it; `dry`
    writes nothing."""

    fileId: Id
    seriesId: Id
    board: str | None = None
    way: Literal["dry", "run"] = "dry"


@routes.post("/exams/files/import", may=EXAMS_OFFICE, status=202, answers=ImportStarted)
def import_file(call: Call, body: FileToImport) -> dict[str, Any]:
    """Import a board file: basedata in its format or as a spreadsheet, or acknowledgements of entries"""
    params = body.model_dump()
    return {"id": jobs.public_id(importing.IMPORT.enqueue(call.tx, uuid.uuid4().hex, params))}


class FilesToMake(Body):
    """The series and the board of a new file, and its content."""

    seriesId: Id
    board: str
    kind: Literal["entries", "forecasts", "coursework"] = "entries"
    dry: bool = False


@routes.post("/exams/files/make", may=EXAMS_OFFICE, answers=list[FileMade])
def make_files(call: Call, body: FilesToMake) -> list[dict[str, Any]]:
    """Create the files for a board, one for each centre, with its pending changes: entries and amendments, estimated
    grades, or coursework marks"""
    if not body.dry:
        return sending.make(call.tx, body.seriesId, body.board, body.kind)
    return sending.tried(call.tx, body.seriesId, body.board, body.kind)


@routes.post("/exams/files/{id}/again", may=EXAMS_OFFICE, answers=RowsRead)
def read_again(call: Call, id: Id) -> dict[str, Any]:
    """Read the refused records of a results file again, after candidate, entry or grades were corrected"""
    return {"read": results.read_file_again(call.tx, id)}


class Aside(Body):
    """The reason why a refused record needs no correction: the candidate is not ours, or the result was entered by
    hand."""

    reason: Annotated[str, Field(min_length=3, max_length=200)]


@routes.post("/exams/filerows/{id}/aside", may=EXAMS_OFFICE, answers=RowAside)
def set_aside(call: Call, id: Id, body: Aside) -> dict[str, Any]:
    """Set a refused record of results aside: it is no longer an anomaly, and is not read again"""
    return results.set_aside(call.tx, id, body.reason)


@routes.get("/exams/files/{id}/content", may=EXAMS_OFFICE, answers="text/plain")
def content(id: Id, call: Call) -> core.Answer:
    """Download a file as it was created or imported"""
    row = call.read(_file, id)
    if not row["content"]:
        raise Conflict(results.EMPTIED)
    headers = {"Content-Disposition": f'attachment; filename="{row["name"]}"', "Cache-Control": "private, no-store"}
    return core.Answer(row["content"].encode(), 200, "text/plain; charset=utf-8", headers)


def _file(connection: sa.Connection, actor: Actor, record: int) -> Row:
    return row_or_404(connection, sa.select(_f.name, _f.content).where(_f.id == record, OF_STAFF.where(actor)))
