"""Slips that homework names: the one that set it, marked it or postponed it (readings.md)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Row
from kit.records import Change

_slip = sa.table("slip", *(sa.column(name) for name in ("id", "course_id", "student_id", "status")))
"""The room of slips is above this one, so this names the columns of its table that it reads."""
UNKNOWN = "There is no such slip of this course and student"


def check_slip(tx: Tx, name: str, number: int | None, course_id: int, student_ids: Collection[int]) -> None:
    """Check that the slip `number`, which a body names as `name`, is of the course and of one of the students. Raises
    Invalid."""
    if number is None:
        return
    c = _slip.c
    its = sa.select(c.id).where(
        c.id == number, c.course_id == course_id, c.student_id.in_(student_ids), c.status != "deleted"
    )
    if tx.scalar(its) is None:
        raise Invalid(UNKNOWN, title="Form errors", fields={name: UNKNOWN})


def check_of_row(tx: Tx, name: str, number: int | None, row: Row) -> None:
    """Check the slip that a body names for the homework of one student."""
    check_slip(tx, name, number, row["course_id"], [row["student_id"]])


def of_this_homework(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Check the slip of a changed field, as `check_of_row` does."""
    check_of_row(tx, change.field.name, change.new, change.row)
    return {}
