"""`GET /quarantine/{id}`: a file in quarantine."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from files.documents.model import file
from files.quarantine.answers import QuarantineParts
from files.quarantine.workflow import RELEASE, SCOPE
from files.scanning.attributes import QUARANTINE
from files.scanning.model import quarantine
from kit.database import row_or_404
from kit.policy import Actor, Row, sys_admin
from kit.records import Acts, FieldSet

_f = file.c
NAME = _f.name + "." + _f.extension


def _of_file(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    columns = (NAME.label("file"), _f.id.label("fileId"), _f.uploader_name.label("uploadedBy"))
    about = row_or_404(connection, sa.select(*columns).where(_f.id == row["file_id"]))
    return {**about, "created": row["created"]}


IN_QUARANTINE = FieldSet(
    name="quarantine",
    table=quarantine,
    path="/quarantine/{id}",
    scope=SCOPE,
    may=sys_admin,
    workflow=RELEASE,
    extra=_of_file,
    answers=QuarantineParts,
    sections=QUARANTINE.sections(
        {"scan": "Scan"}, {entry.name: Acts(read_only=True) for entry in QUARANTINE if entry.section}
    ),
)
