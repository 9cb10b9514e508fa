"""Notices about reports: to the tutor about a requested or returned one, and to the family about an approved one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.policy import Row
from kit.values.days import LONDON
from kit.values.shown import shown
from teaching.copies.family import family_of
from teaching.events import NOTIFICATION_RAISED

KIND = "report"


def tell_approved(tx: Tx, row: Row) -> None:
    """Notify the student and their clients that the report can be read."""
    _tell(
        tx,
        row,
        title="A term report can be read",
        text=about(row),
        target=f"/system/reports?report={row['id']}",
        persons=family_of(tx, row["student_id"]),
    )


def tell_returned(tx: Tx, row: Row, reason: str) -> None:
    """Notify the tutor that the report was returned, and why."""
    _tell(
        tx,
        row,
        title="A report came back to you",
        text=f"{about(row)}. {reason}",
        target=f"/reports/{row['id']}/write",
        persons=[_tutor(row)],
    )


def tell_taken_back(tx: Tx, row: Row) -> None:
    """Notify the tutor, who got the notice of the return, that there is nothing to do."""
    _tell(
        tx,
        row,
        title="The return of a report was taken back",
        text=f"{about(row)}. The office has it again, and you have nothing to do.",
        target=f"/system/reports?report={row['id']}",
        persons=[_tutor(row)],
    )


def about(row: Mapping[str, Any]) -> str:
    """Return `Amelia Davies, AQA A-level Mathematics, to 12/12/26`."""
    return ", ".join(
        (row["student_name"], row["course_title"], f"to {shown(row['date_to'].astimezone(LONDON).date())}")
    )


def _tutor(row: Row) -> dict[str, Any]:
    return {"kind": "tutor", "id": row["tutor_id"]}


def _tell(tx: Tx, row: Row, **notice: Any) -> None:
    tx.publish(NOTIFICATION_RAISED, row["id"], {"kind": KIND, **notice})
