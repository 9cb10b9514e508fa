"""Notices about offers of tuition: to tutors about offers to answer, and to the office about declined ones."""

from __future__ import annotations

from typing import Any

from kit.database import Tx
from kit.policy import Row
from teaching.events import NOTIFICATION_RAISED

KIND = "tuition"


def tell_offered(tx: Tx, row: Row) -> None:
    """Notify the tutor of an offer to answer."""
    _tell(
        tx,
        row,
        title=f"Offer of tuition: {row['course_title']}",
        text="Please accept or decline it.",
        target=f"/tuition/{row['id']}",
        persons=[{"kind": "tutor", "id": row["tutor_id"]}],
    )


def tell_withdrawn(tx: Tx, row: Row, reason: str) -> None:
    """Notify the tutor that the offer no longer needs an answer."""
    _tell(
        tx,
        row,
        title=f"Offer withdrawn: {row['course_title']}",
        text=reason,
        target=f"/tuition/{row['id']}",
        persons=[{"kind": "tutor", "id": row["tutor_id"]}],
    )


def tell_declined(tx: Tx, row: Row, reason: str) -> None:
    """Notify the academic office that the course needs another tutor."""
    _tell(
        tx,
        row,
        title=f"{row['tutor_name']} declined {row['course_title']}",
        text=reason,
        target=f"/offers?offer={row['id']}",
        roleIds=["academicOffice"],
    )


def _tell(tx: Tx, row: Row, **notice: Any) -> None:
    tx.publish(NOTIFICATION_RAISED, row["id"], {"kind": KIND, **notice})
