"""The job that extracts the paragraphs of a version."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from files.comparing.model import CONVERTED, NO_CONVERTER, version_text
from files.documents.model import file_version, stored_object
from files.reading import conversion, process
from files.reading.jobs import LOST, SECONDS
from files.scanning import guard
from kit.errors import NotFound
from kit.jobs import Job, JobContext

_v = file_version.c


def _run(context: JobContext) -> dict[str, Any] | None:
    """Extract and store the paragraphs of the object `key`; a deleted one is skipped."""
    key = context.params["key"]
    row = context.db.one(sa.select(_v.extension, _v.size).where(_v.object_key == key).limit(1))
    if row is None:
        return None
    try:
        result = _result(key, row["extension"], row["size"])
    except guard.Quarantined:  # requested again once it is released
        return None
    values = {"object_key": key, "reason": result.get("reason", ""), "paragraphs": result.get("paragraphs", [])}
    present = sa.select(*(sa.bindparam(name, value, version_text.c[name].type) for name, value in values.items()))
    present = present.where(sa.exists().where(stored_object.c.key == key))
    # retry a version without a conversion, now that a converter exists
    kept = insert(version_text).from_select(list(values), present)
    again = {name: kept.excluded[name] for name in ("reason", "paragraphs")} | {"made": sa.func.now()}
    unread = version_text.c.reason == NO_CONVERTER
    context.db.execute(kept.on_conflict_do_update(index_elements=["object_key"], set_=again, where=unread))
    return {"paragraphs": len(values["paragraphs"])}


def _result(key: str, extension: str, size: int) -> dict[str, Any]:
    """Return the paragraphs of an object, or the reason why it has none. Raises Unavailable."""
    with tempfile.TemporaryDirectory(prefix="comparing-") as folder:
        source, target = Path(folder) / "source", Path(folder) / "result.json"
        try:
            if extension in CONVERTED:
                if reason := _converted(key, extension, size, source):
                    return {"reason": reason}
                extension = "pdf"
            else:
                guard.copy(key, size, source)
        except (NotFound, OSError):
            return {"reason": LOST}
        arguments = (str(source), extension, str(target))
        result = process.started("files.comparing.child", *arguments, result=target, seconds=SECONDS)
        return {"reason": process.TOO_LONG} if result is None else result


def _converted(key: str, extension: str, size: int, target: Path) -> str:
    """Write the PDF of a version of an office document; returns the reason if there is none, otherwise empty. The
    latest version has a stored PDF; an older one is converted for the comparison."""
    row = {"name": "version", "object_key": key, "extension": extension, "size": size}
    with target.open("w+b") as draft:
        received = conversion.convert(row, draft)
    if received == conversion.NO_PREVIEW:
        return NO_CONVERTER
    return received if isinstance(received, str) else ""


READ_TEXT = Job("files.readText", _run, max_attempts=3)
"""Extracts the paragraphs of the object `key`."""
