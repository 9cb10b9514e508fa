"""The job that reads the paragraphs of a version."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from files.comparing.model import version_text
from files.documents.model import file_version, stored_object
from files.reading import process
from files.reading.jobs import LOST, SECONDS
from files.scanning import guard
from kit.errors import NotFound
from kit.jobs import Job, JobContext

_v = file_version.c


def _run(context: JobContext) -> dict[str, Any] | None:
    """Read the object `key` and keep its paragraphs; one that is gone is left out."""
    key = context.params["key"]
    row = context.db.one(sa.select(_v.extension, _v.size).where(_v.object_key == key).limit(1))
    if row is None:
        return None
    try:
        result = _result(key, row["extension"], row["size"])
    except guard.Quarantined:  # asked again once it is released
        return None
    values = {"object_key": key, "reason": result.get("reason", ""), "paragraphs": result.get("paragraphs", [])}
    present = sa.select(*(sa.bindparam(name, value, version_text.c[name].type) for name, value in values.items()))
    present = present.where(sa.exists().where(stored_object.c.key == key))
    context.db.execute(insert(version_text).from_select(list(values), present).on_conflict_do_nothing())
    return {"paragraphs": len(values["paragraphs"])}


def _result(key: str, extension: str, size: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="comparing-") as folder:
        source, target = Path(folder) / "source", Path(folder) / "result.json"
        try:
            guard.copy(key, size, source)
        except (NotFound, OSError):
            return {"reason": LOST}
        arguments = (str(source), extension, str(target))
        result = process.started("files.comparing.child", *arguments, result=target, seconds=SECONDS)
        return {"reason": process.TOO_LONG} if result is None else result


READ_TEXT = Job("files.readText", _run, max_attempts=3)
"""Reads the paragraphs of the object `key`."""
