"""Board files and their format as records."""

from __future__ import annotations

from typing import Any, TypedDict

import sqlalchemy as sa

from kit.policy import Actor, Row
from kit.records import Create, Delete, FieldSet
from people.exams.files.attributes import EXAM_FILE, EXCHANGE
from people.exams.files.model import exam_exchange, exam_file_row
from people.exams.files.workflow import FILE_MOVES
from people.exams.model import exam_series
from people.exams.policy import EXAMS_OFFICE
from people.policy import OF_STAFF

_r = exam_file_row.c


class FileParts(TypedDict):
    """Parts beyond the fields: the series, and the number of rows of the file."""

    series: str
    rows: int


def _extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    series = sa.select(exam_series.c.name).where(exam_series.c.id == row["series_id"])
    rows = sa.select(sa.func.count()).where(_r.file_id == row["id"])
    return {"series": connection.scalar(series) or "", "rows": connection.scalar(rows) or 0}


EXCHANGE_FIELDS = FieldSet(
    name="examExchange",
    table=exam_exchange,
    path="/exams/exchange/{id}",
    sections=EXCHANGE.sections({"board": "Files of a board"}),
    scope=OF_STAFF,
    may=EXAMS_OFFICE,
    create=Create(),
    delete=Delete(named=lambda row: row["board"]),
)
FILE_FIELDS = FieldSet(
    name="examFile",
    path="/exams/files/{id}",
    sections=EXAM_FILE.sections({"file": "File"}),
    may=EXAMS_OFFICE,
    workflow=FILE_MOVES,
    extra=_extra,
    answers=FileParts,
)
FIELDSETS = (EXCHANGE_FIELDS, FILE_FIELDS)
