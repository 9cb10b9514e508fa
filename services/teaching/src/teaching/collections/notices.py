"""Notices about collection reports: to interviewers, and to the family after the approval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kit.database import Tx
from kit.policy import Row
from kit.values.first_few import first_lines
from kit.values.shown import shown
from kit.values.types import label_of
from teaching.collections import rules
from teaching.copies.family import family_of
from teaching.events import NOTIFICATION_RAISED

KIND = "collection"


def tell_called(tx: Tx, kind: str, number: int, rows: Sequence[Mapping[str, Any]]) -> None:
    """Notify an interviewer of the reports to write, in one notice."""
    lines = [about(row) for row in rows]
    title = "You hold a collection" if len(rows) == 1 else f"You hold {len(rows)} collections"
    target = f"/collectionreports/{rows[0]['id']}/write" if len(rows) == 1 else "/system/collectionreports?status=draft"
    _tell(
        tx,
        rows[0]["id"],
        title=title,
        text="; ".join(first_lines(lines)),
        target=target,
        persons=[{"kind": kind, "id": number}],
    )


def tell_approved(tx: Tx, row: Row) -> None:
    """Notify the student and their clients that the report can be read."""
    _tell(
        tx,
        row["id"],
        title="A collection report can be read",
        text=about(row),
        target=f"/system/collectionreports?collection={row['id']}",
        persons=family_of(tx, row["student_id"]),
    )


def about(row: Mapping[str, Any]) -> str:
    """Return `Amelia Davies, AQA A-level Mathematics, Michaelmas, 12/12/2026`."""
    day = row["date"]
    return ", ".join(
        filter(
            None,
            (
                row["student_name"],
                row["course_title"],
                label_of(rules.TERMS, row["term"]),
                shown(day),
            ),
        )
    )


def _tell(tx: Tx, key: int, **notice: Any) -> None:
    tx.publish(NOTIFICATION_RAISED, key, {"kind": KIND, **notice})
