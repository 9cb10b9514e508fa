"""The files that homework names, told to the file service: who is shown the field sees them (`docs/homework.md`)."""

from __future__ import annotations

from collections.abc import Sequence

from kit.database import Tx
from teaching.events import FILES_NAMED


def name_files(tx: Tx, kind: str, record: int, field: str, files: Sequence[int]) -> None:
    """Tell which files the field of the record names now."""
    tx.publish(FILES_NAMED, record, {"kind": kind, "id": record, "field": field, "fileIds": list(files)})
