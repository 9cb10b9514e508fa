"""Writing of terms: their versions, and the files that they name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.policy import Row, reading
from kit.records import Change
from teaching.acceptance.model import tutor_terms
from teaching.events import FILES_NAMED

_t = tutor_terms.c


def next_version(tx: Tx, values: dict[str, Any]) -> dict[str, Any]:
    """Return the number of a new version: one after the last of its department and year."""
    department, year = values["department_id"], values["academic_year_id"]
    tx.lock(f"versions of terms {department} {year}")
    of_both = sa.and_(_t.department_id == department, _t.academic_year_id == year)
    last = tx.scalar(sa.select(sa.func.max(_t.terms_version)).where(of_both))
    return {"terms_version": (last or 0) + 1}


def written(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """Tell the file service which PDF tutors may see."""
    if values.get("file_ids"):
        _name(tx, record, values["file_ids"])


def files_changed(tx: Tx, change: Change) -> None:
    """Tell the file service about a changed PDF."""
    _name(tx, change.row["id"], change.new or ())


def _name(tx: Tx, record: int, files: Sequence[int]) -> None:
    named_files = {"kind": "tutorTerms", "id": record, "field": "fileIds", "fileIds": list(files)}
    tx.publish(FILES_NAMED, record, named_files)


@reading("status")
def not_draft(row: Row) -> str | None:
    """Refuse to change published terms, which stay as tutors accepted them."""
    return None if row["status"] == "draft" else "Published terms cannot be changed. Please make a new version"
