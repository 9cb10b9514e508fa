"""Notices about homework: to students about set and marked homework, to tutors about work handed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kit.database import Tx
from kit.policy import Row
from kit.values.days import LONDON
from kit.values.shown import shown
from teaching.events import NOTIFICATION_RAISED


def tell_set(tx: Tx, homework: int, about: Row, students: Sequence[int]) -> None:
    """Notify students of new homework; `about` has its title, course and due date."""
    due = about["due"]
    until = f", due {shown(due.astimezone(LONDON).date())}" if due is not None else ""
    _tell(
        tx,
        homework,
        title=f"Homework: {about['title']}",
        text=f"{about['course_title']}{until}",
        persons=[{"kind": "student", "id": number} for number in students],
    )


def tell_handed_in(tx: Tx, row: Row) -> None:
    """Notify the tutor who set it."""
    if row["tutor_id"] is not None:
        persons = [{"kind": "tutor", "id": row["tutor_id"]}]
        _tell(
            tx,
            row["id"],
            title=f"{row['student_name']} handed in {row['title']}",
            text=row["course_title"],
            target=f"/homework?homework={row['id']}",
            persons=persons,
        )


def tell_marked(tx: Tx, row: Row) -> None:
    """Notify the student that the marks can be read."""
    persons = [{"kind": "student", "id": row["student_id"]}]
    _tell(
        tx,
        row["id"],
        title=f"Marked: {row['title']}",
        text=row["course_title"],
        target=f"/homework?homework={row['id']}",
        persons=persons,
    )


def _tell(tx: Tx, key: int, target: str = "/homework", **notice: Any) -> None:
    tx.publish(NOTIFICATION_RAISED, key, {"kind": "homework", "target": target, **notice})
