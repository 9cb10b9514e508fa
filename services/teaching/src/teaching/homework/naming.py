"""The files that homework names, reported to the file service: readers of the field may see them
(`docs/homework.md`)."""

from __future__ import annotations

from collections.abc import Sequence

from kit.database import Tx
from teaching.events import FILES_NAMED, MARKS_RELEASED


def name_files(tx: Tx, kind: str, record: int, field: str, files: Sequence[int]) -> None:
    """Report the files that the field of the record names now."""
    tx.publish(FILES_NAMED, record, {"kind": kind, "id": record, "field": field, "fileIds": list(files)})


def release_marks(tx: Tx, kind: str, record: int, files: Sequence[int]) -> None:
    """Report that the readers of these files may see the marks drawn on them; do nothing without files."""
    if files:
        tx.publish(MARKS_RELEASED, record, {"kind": kind, "id": record, "fileIds": list(files)})
