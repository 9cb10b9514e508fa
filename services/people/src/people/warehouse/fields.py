"""`GET /people/exports/{id}`: an export with its files, which cannot be edited."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import tables
from kit.policy import Actor, Row, Scope, nobody, sys_admin
from kit.records import Acts, FieldSet
from people.warehouse import attributes
from people.warehouse.answers import ExportParts
from people.warehouse.model import people_export

EXPIRES = dt.timedelta(days=7)
"""Exported files are removed by the file store after a week, as every export is."""


def _parts(connection: sa.Connection, _: Actor, row: Row) -> dict[str, Any]:
    job = tables.job.c
    progress = connection.scalar(sa.select(job.done).where(job.id == row["job_id"])) if row["job_id"] else 0
    expires = row["finished"] + EXPIRES if row["files"] and row["finished"] else None
    return {"files": row["files"], "expires": expires, "progress": progress or 0}


EXPORT_FIELDS = FieldSet(
    name="peopleExport",
    table=people_export,
    path="/people/exports/{id}",
    scope=Scope(everything=sys_admin),
    read=sys_admin,
    may=nobody,
    sections=attributes.EXPORT.sections(
        {"export": "Export"}, {one.name: Acts(read_only=True) for one in attributes.EXPORT}
    ),
    extra=_parts,
    answers=ExportParts,
)
